import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ManagePage } from '#client/booking/manage/manage-page.tsx'
import type { BookingView } from '#shared/booking/api.ts'
import { type Answers, answerWith } from '#tests/support/answers.ts'
import { giveDialogs } from '#tests/support/dialogs.ts'
import { siteConfig } from '#tests/support/site-config.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const id = 'AbCdEfGhIjKlMnOpQrStUv'
const sig = 'signature'
const FOLLOWS = 'We will send the link in a separate email.'

const booking: BookingView = {
  id,
  serviceType: 'bespoke-planning',
  status: 'confirmed',
  payment: 'paid',
  start: '2026-11-26T13:00:00.000Z',
  end: '2026-11-26T13:30:00.000Z',
  timezone: 'America/New_York',
  ownerZone: 'Europe/Oslo',
  firstName: 'A',
  lastName: 'Guest',
  email: 'guest@example.com',
  phone: '+47 41209877',
  message: '',
  destinations: [],
  otherDestination: '',
  amount: 400_000,
  currency: 'nok',
  demo: false,
  place: 'video_room',
  meetingUrl: 'https://video.example/room',
  address: '',
  holdExpiresAt: null,
  keepsTime: true,
  changes: { open: true, until: '2026-11-25T13:00:00.000Z', refund: 400_000 },
  offers: [],
  refunded: 0,
}

function open(shown: Partial<BookingView> = {}, answers: Answers = {}) {
  const asked = answerWith({
    'get-booking': () => [200, { ...booking, ...shown }],
    'get-config': () => [200, siteConfig()],
    'get-availability': () => [
      200,
      {
        slots: ['2026-11-24T10:00:00.000Z', '2026-11-24T11:00:00.000Z', booking.start],
        timeZone: 'Europe/Oslo',
        bookableTo: '2027-02-19',
        scheduleVersion: 1,
        generatedAt: '2026-11-21T12:00:00.000Z',
      },
    ],
    ...answers,
  })
  const Page = () => <ManagePage PaymentStep={() => <p>The payment step</p>} />
  const router = createMemoryRouter([{ path: '/booking/manage', Component: Page }], {
    initialEntries: [`/booking/manage?id=${id}&sig=${sig}`],
  })
  render(<RouterProvider router={router} />)
  return asked
}

const words = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
const changes = (asked: ReturnType<typeof open>) => asked.filter(({ method }) => method !== 'GET')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
  giveDialogs()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the page behind the signed link', () => {
  test('only reads when it is opened, and shows both zones', async () => {
    const asked = open()
    expect(await screen.findByText('Your time is booked')).toBeTruthy()
    expect(words()).toContain('Thursday 26 November 2026, 08:00 to 08:30')
    expect(words()).toContain('America/New York (GMT−5)')
    expect(words()).toContain('Thursday 26 November 2026, 14:00 to 14:30')
    expect(changes(asked)).toEqual([])
    expect(asked[0]?.query).toEqual({ id, sig })
  })

  test.each([
    [{ place: 'video_room' }, 'Video room', 'Enter the video room', 'https://video.example/room'],
    [{ place: 'video_room', meetingUrl: null }, 'Video room', FOLLOWS, undefined],
    [
      { place: 'link', meetingUrl: 'https://meet.example.com/a' },
      'Online meeting',
      'Join the meeting',
      'https://meet.example.com/a',
    ],
    [{ place: 'link', meetingUrl: null }, 'Online meeting', FOLLOWS, undefined],
    [
      { place: 'phone', meetingUrl: null },
      'Phone call',
      'We will call you on +47 41209877.',
      undefined,
    ],
    [
      { place: 'in_person', meetingUrl: null, address: 'Storgata 1 <b>' },
      'Address',
      'Storgata 1 <b>',
      undefined,
    ],
  ] as const)('says where the meeting is held: %o', async (shown, term, words, href) => {
    open(shown)
    const row = (await screen.findByText(term)).parentElement
    expect(row?.textContent).toBe(term + words)
    expect(row?.querySelector('a')?.getAttribute('href') ?? undefined).toBe(href)
  })

  test('gives its address to no other site', async () => {
    open()
    const room = await screen.findByRole('link', { name: 'Enter the video room' })
    expect(room.getAttribute('rel')).toContain('noreferrer')
    expect(document.querySelector('meta[name=referrer]')?.getAttribute('content')).toBe(
      'no-referrer',
    )
  })

  test('names the exact refund, and cancels by the second button only', async () => {
    const asked = open(
      {},
      {
        'cancel-booking': () => [200, { ...booking, status: 'cancelled', refunded: 400_000 }],
      },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel booking' }))
    const dialog = await screen.findByRole('dialog')
    expect(words()).toContain('NOK 4,000 will be refunded in full to the card you paid with.')
    expect(changes(asked)).toEqual([])
    const sure = within(dialog).getByRole('button', { name: 'Cancel booking' })
    fireEvent.click(sure)
    fireEvent.click(sure)
    expect(await screen.findByText('Your booking was cancelled.')).toBeTruthy()
    expect(changes(asked).map(({ name, body }) => [name, body])).toEqual([
      ['cancel-booking', { id, sig }],
    ])
    expect(words()).toContain('NOK 4,000 is being refunded to you.')
  })

  test('says so when the chosen time was just taken, and shows the others', async () => {
    const asked = open(
      {},
      {
        'move-booking': () => [
          409,
          { code: 'taken', error: 'This time was just taken. Please choose another.' },
        ],
      },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Move to another time' }))
    fireEvent.click(await screen.findByRole('button', { name: '05:00' }))
    fireEvent.click(screen.getByRole('button', { name: 'Move booking' }))
    expect(await screen.findByText(/This time was just taken/)).toBeTruthy()
    expect(words()).toContain('Your booking has not changed.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '05:00, taken' }).disabled).toBe(
      true,
    )
    expect(screen.getByRole('button', { name: '06:00' })).toBeTruthy()
    expect(changes(asked)).toHaveLength(1)
  })

  test('does not offer the booking’s own time as a move', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Move to another time' }))
    await screen.findByRole('button', { name: '05:00' })
    expect(screen.queryByRole('button', { name: '08:00' })).toBeNull()
  })

  test('finds out by itself whether a move whose answer was lost was made', async () => {
    let moved = false
    open(
      {},
      {
        'get-booking': () => [
          200,
          moved ? { ...booking, start: '2026-11-24T10:00:00.000Z' } : booking,
        ],
        'move-booking': () => {
          moved = true
          return undefined
        },
      },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Move to another time' }))
    fireEvent.click(await screen.findByRole('button', { name: '05:00' }))
    fireEvent.click(screen.getByRole('button', { name: 'Move booking' }))
    expect(await screen.findByText('Your booking was moved.')).toBeTruthy()
  })

  test('tells apart two times that the clock shows twice in a night, offered or open', async () => {
    const [first, second] = ['2027-10-31T00:00:00.000Z', '2027-10-31T01:00:00.000Z'] as const
    open(
      { timezone: 'Europe/Oslo', offers: [first] },
      {
        'get-availability': () => [
          200,
          {
            slots: [first, second],
            timeZone: 'Europe/Oslo',
            bookableTo: '2027-11-21',
            scheduleVersion: 1,
            generatedAt: '2026-11-21T12:00:00.000Z',
          },
        ],
      },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Move to another time' }))
    fireEvent.click(await screen.findByRole('button', { name: '02:00 GMT+1' }))
    expect(screen.getAllByRole('button', { name: /02:00 GMT\+2$/ })).toHaveLength(2)
    expect(words()).toContain('Sunday 31 October 2027, 02:00 GMT+1')
  })

  test.each([
    ['what was paid stays with a booking that is moved', 400_000, 'Payment and details stay'],
    ['nothing that was not paid is said to stay', 0, 'Your details stay'],
  ])('%s', async (_, amount, said) => {
    open({ amount, payment: amount > 0 ? 'paid' : 'none' })
    fireEvent.click(await screen.findByRole('button', { name: 'Move to another time' }))
    expect(await screen.findByText(`${said} with the booking.`)).toBeTruthy()
  })

  test('leads the keyboard to what became of the booking, and never to the top of the page', async () => {
    const moved = { ...booking, start: '2026-11-24T10:00:00.000Z' }
    open(
      {},
      {
        'move-booking': () => [200, moved],
        'cancel-booking': () => [200, { ...moved, status: 'cancelled' }],
      },
    )
    const press = async (name: string) =>
      fireEvent.click(await screen.findByRole('button', { name }))
    const heading = (name: string) => screen.findByRole('heading', { name })
    await press('Move to another time')
    await press('Keep my time')
    expect(document.activeElement).toBe(await heading('Your time is booked'))
    await press('Move to another time')
    await press('05:00')
    await press('Move booking')
    await screen.findByText('Your booking was moved.')
    expect(document.activeElement).toBe(await heading('Your time is booked'))
    await press('Cancel booking')
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel booking' }))
    expect(document.activeElement).toBe(await heading('This booking is cancelled'))
  })

  test('leaves changes to letters once the deadline has passed', async () => {
    open({ changes: { open: false, until: '2026-11-20T13:00:00.000Z', refund: 0 } })
    const letter = await screen.findByRole('link', { name: 'Write to us' })
    expect(letter.getAttribute('href')).toMatch(/^mailto:/)
    expect(letter.getAttribute('href')).not.toContain(sig)
    expect(screen.queryByRole('button', { name: /Move|Cancel/ })).toBeNull()
  })

  test('lets the guest take a time that was offered, though it is not open to everybody', async () => {
    const offered = '2026-11-25T18:00:00.000Z'
    const asked = open(
      { status: 'needs_new_time', offers: [offered] },
      { 'move-booking': () => [200, { ...booking, start: offered }] },
    )
    expect(await screen.findByText(/What you paid stays with the booking/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Choose a time' }))
    fireEvent.click(screen.getByRole('button', { name: /25 November 2026.*13:00/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Take this time' }))
    expect(await screen.findByText('Your time is reserved.')).toBeTruthy()
    expect(changes(asked).map(({ body }) => body)).toEqual([{ id, sig, start: offered }])
  })

  test('says what really came back of the money', async () => {
    open({ status: 'cancelled', payment: 'refunded', refunded: 100_000 })
    expect(await screen.findByText('This booking is cancelled')).toBeTruthy()
    expect(words()).toContain('NOK 1,000 was refunded to you.')
  })

  test('opens the payment of a held time, on any device', async () => {
    open({ status: 'awaiting_payment', payment: 'pending', holdExpiresAt: '2026-11-21T12:10:00Z' })
    fireEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }))
    expect(await screen.findByText('The payment step')).toBeTruthy()
  })

  test('tries again by itself when the connection is back', async () => {
    let there = false
    open({}, { 'get-booking': () => (there ? [200, booking] : undefined) })
    expect(await screen.findByText('Your booking did not load')).toBeTruthy()
    there = true
    await waitFor(() => {
      act(() => void dispatchEvent(new Event('online')))
      expect(screen.getByText('Your time is booked')).toBeTruthy()
    })
  })

  test('tells a wrong link from a lost connection', async () => {
    open({}, { 'get-booking': () => [404, { code: 'not_found', error: 'Not found' }] })
    await waitFor(() => expect(screen.getByText('This link does not open a booking')).toBeTruthy())
  })
})
