import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ManagePage } from '#client/booking/manage/manage-page.tsx'
import type { BookingView } from '#shared/booking/api.ts'
import { buildBookingView } from '#tests/support/booking/booking-view.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { holdAnswer, type StubAnswers, stubServer } from '#tests/support/components/stub-server.ts'
import { user } from '#tests/support/components/user.ts'
import { buildPurchase } from '#tests/support/payment/buyer.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const id = 'AbCdEfGhIjKlMnOpQrStUv'
const sig = 'signature'
const LINK_FOLLOWS = 'I will send the link in a separate email.'

const booking = buildBookingView({
  timezone: 'America/New_York',
  meetingUrl: 'https://video.example/room',
  changePolicy: { open: true, until: '2026-11-25T13:00:00.000Z', refund: 400_000 },
})

function open(
  view: Partial<BookingView> = {},
  answers: StubAnswers = {},
  query = `id=${id}&sig=${sig}`,
) {
  const requests = stubServer({
    'get-booking': () => [200, { ...booking, ...view }],
    'get-config': () => [200, buildSiteConfig()],
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
  renderRoutes([{ path: '/booking/manage', Component: Page }], `/booking/manage?${query}`)
  return requests
}

const readPageText = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
/** Opens the calendar of the move and chooses a day, once its times are loaded. */
async function openMoveTo(day: string) {
  await user.click(await screen.findByRole('button', { name: 'Move to another time' }))
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false'))
  await user.click(screen.getByRole('button', { name: day }))
}

const listChangeRequests = (requests: ReturnType<typeof open>) =>
  requests.filter(({ method }) => method !== 'GET')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})

describe('The page behind the signed link', () => {
  test('changes nothing when it is opened, and shows the time in both zones', async () => {
    const requests = open()
    expect(await screen.findByText('Your time is booked')).toBeVisible()
    expect(readPageText()).toContain('Thursday 26 November 2026, 08:00 to 08:30')
    expect(readPageText()).toContain('America/New York (GMT−5)')
    expect(readPageText()).toContain('Thursday 26 November 2026, 14:00 to 14:30')
    expect(listChangeRequests(requests)).toEqual([])
    expect(requests[0]?.query).toEqual({ id, sig })
  })

  test.each([`id=${id}&amp;sig=${sig}`, `id=${id}&amp;amp;sig=${sig}`, `id=${id}&sig=${sig}).`])(
    'opens with the query %s, which a mail program has changed',
    async (query) => {
      const requests = open({}, {}, query)
      expect(await screen.findByText('Your time is booked')).toBeVisible()
      expect(requests[0]?.query).toEqual({ id, sig })
    },
  )

  test.each([
    [
      { locationKind: 'video_room' },
      'Video room',
      'Enter the video room',
      'https://video.example/room',
    ],
    [{ locationKind: 'video_room', meetingUrl: null }, 'Video room', LINK_FOLLOWS, undefined],
    [
      { locationKind: 'link', meetingUrl: 'https://meet.example.com/a' },
      'Online meeting',
      'Join the meeting',
      'https://meet.example.com/a',
    ],
    [{ locationKind: 'link', meetingUrl: null }, 'Online meeting', LINK_FOLLOWS, undefined],
    [
      { locationKind: 'phone', meetingUrl: null },
      'Phone call',
      'I will call you on +47 41209877.',
      undefined,
    ],
    [
      { locationKind: 'in_person', meetingUrl: null, address: 'Storgata 1 <b>' },
      'Address',
      'Storgata 1 <b>',
      undefined,
    ],
  ] as const)('shows the meeting location: %o', async (view, term, text, href) => {
    open(view)
    const row = (await screen.findByText(term)).parentElement
    await waitFor(() => expect(row?.textContent).toBe(term + text))
    expect(row?.querySelector('a')?.getAttribute('href') ?? undefined).toBe(href)
  })

  test('does not announce an email with the meeting link where no mail is sent', async () => {
    open(
      { locationKind: 'link', meetingUrl: null },
      { 'get-config': () => [200, buildSiteConfig({ sendsMail: false })] },
    )
    expect(await screen.findByText('The link will be on the page of your booking.')).toBeVisible()
    expect(readPageText()).not.toContain(LINK_FOLLOWS)
  })

  test('does not reveal its address to other sites as a referrer', async () => {
    open()
    const room = await screen.findByRole('link', { name: 'Enter the video room' })
    expect(room).toHaveAttribute('rel', expect.stringContaining('noreferrer'))
    expect(document.querySelector('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  })

  test('shows the exact refund, and cancels only by the second button', async () => {
    const cancelled = holdAnswer([200, { ...booking, status: 'cancelled', refunded: 400_000 }])
    const requests = open({}, { 'cancel-booking': cancelled.answer })
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }))
    const dialog = await screen.findByRole('dialog')
    expect(readPageText()).toContain(
      'NOK 4,000 will be refunded in full to the card you paid with.',
    )
    expect(listChangeRequests(requests)).toEqual([])
    const sure = within(dialog).getByRole('button', { name: 'Cancel booking' })
    await user.click(sure)
    await user.click(sure)
    cancelled.release()
    expect(await screen.findByText('Your booking was cancelled.')).toBeVisible()
    expect(listChangeRequests(requests).map(({ name, body }) => [name, body])).toEqual([
      ['cancel-booking', { id, sig }],
    ])
    expect(readPageText()).toContain('NOK 4,000 is being refunded to you.')
  })

  test('shows that the chosen slot was just taken, and offers the others', async () => {
    const requests = open(
      {},
      {
        'move-booking': () => [
          409,
          { code: 'taken', error: 'This time was just taken. Please choose another.' },
        ],
      },
    )
    await openMoveTo('Tuesday 24 November 2026')
    await user.click(await screen.findByRole('button', { name: '05:00' }))
    await user.click(screen.getByRole('button', { name: 'Move booking' }))
    expect(await screen.findByText(/This time was just taken/)).toBeVisible()
    expect(readPageText()).toContain('Your booking has not changed.')
    expect(screen.getByRole('button', { name: '05:00, taken' })).toBeDisabled()
    expect(screen.getByRole('button', { name: '06:00' })).toBeVisible()
    expect(listChangeRequests(requests)).toHaveLength(1)
  })

  test('opens the calendar of the move at the booked day', async () => {
    open({ start: '2027-01-05T13:00:00.000Z', end: '2027-01-05T13:30:00.000Z' })
    await user.click(await screen.findByRole('button', { name: 'Move to another time' }))
    expect(await screen.findByRole('table', { name: 'December to January' })).toBeVisible()
    expect(screen.getByText('Times on Tuesday 5 January')).toBeVisible()
  })

  test('does not offer the booking’s current slot as a new time', async () => {
    open()
    await openMoveTo('Tuesday 24 November 2026')
    await screen.findByRole('button', { name: '05:00' })
    expect(
      screen.getByRole('button', { name: 'Thursday 26 November 2026' }),
    ).toHaveAccessibleDescription('Not available')
  })

  test('checks by itself whether a move took effect if its answer was lost', async () => {
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
    await openMoveTo('Tuesday 24 November 2026')
    await user.click(await screen.findByRole('button', { name: '05:00' }))
    await user.click(screen.getByRole('button', { name: 'Move booking' }))
    expect(await screen.findByText('Your booking was moved.')).toBeVisible()
  })

  test('distinguishes two slots with the same clock time in one night, whether offered or open', async () => {
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
    await user.click(await screen.findByRole('button', { name: 'Move to another time' }))
    expect(screen.getAllByRole('button', { name: /02:00 GMT\+2$/ })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'See all open times' }))
    for (let page = 0; page < 9; page++)
      await user.click(await screen.findByRole('button', { name: /^Next five weeks, from/ }))
    await user.click(await screen.findByRole('button', { name: 'Sunday 31 October 2027' }))
    await user.click(await screen.findByRole('button', { name: '02:00 GMT+1' }))
    expect(screen.getAllByRole('button', { name: /02:00 GMT\+2$/ })).toHaveLength(2)
    expect(readPageText()).toContain('Sunday 31 October 2027, 02:00 GMT+1')
  })

  describe('does not offer times at which the owner may be busy, and says so,', () => {
    const openMove = async (calendar: { fresh: boolean; requestSlots: string[] }) => {
      const slots = ['2026-11-24T10:00:00.000Z', '2026-11-24T11:00:00.000Z']
      open(
        { timezone: 'Europe/Oslo' },
        {
          'get-availability': () => [
            200,
            {
              slots,
              timeZone: 'Europe/Oslo',
              bookableTo: '2027-02-19',
              scheduleVersion: 1,
              generatedAt: '2026-11-21T12:00:00.000Z',
              calendar: { asOf: '2026-11-21T12:00:00.000Z', ...calendar },
            },
          ],
        },
      )
      await user.click(await screen.findByRole('button', { name: 'Move to another time' }))
      await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
      const day = screen.queryByRole('button', { name: 'Tuesday 24 November 2026' })
      if (day) await user.click(day)
    }
    const listTimes = () =>
      screen.queryAllByRole('button', { name: /^\d\d:\d\d$/ }).map((time) => time.textContent)

    test('if the calendar is not clear about some of them', async () => {
      await openMove({ fresh: true, requestSlots: ['2026-11-24T11:00:00.000Z'] })
      expect(listTimes()).toEqual(['11:00'])
      expect(readPageText()).toContain('My own calendar is not clear about some times')
      expect(readPageText()).toContain('please write to me')
    })

    test('if the calendar cannot be read', async () => {
      await openMove({ fresh: false, requestSlots: [] })
      expect(listTimes()).toEqual([])
      expect(readPageText()).toContain('My own calendar cannot be read right now')
    })

    test('but says nothing of it if all are checked', async () => {
      await openMove({ fresh: true, requestSlots: [] })
      expect(listTimes()).toEqual(['11:00', '12:00'])
      expect(readPageText()).not.toContain('My own calendar')
    })
  })

  test('a chosen time after a change of the clocks says that it allows for it', async () => {
    const start = '2027-04-01T08:00:00.000Z'
    open(
      { timezone: 'Europe/Oslo' },
      {
        'get-availability': () => [
          200,
          {
            slots: [start],
            timeZone: 'Europe/Oslo',
            bookableTo: '2027-04-21',
            scheduleVersion: 1,
            generatedAt: '2026-11-21T12:00:00.000Z',
          },
        ],
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Move to another time' }))
    for (let page = 0; page < 3; page++)
      await user.click(await screen.findByRole('button', { name: /^Next five weeks, from/ }))
    await user.click(await screen.findByRole('button', { name: 'Thursday 1 April 2027' }))
    await user.click(await screen.findByRole('button', { name: '10:00' }))
    expect(readPageText()).toContain('The time shown already allows for it.')
  })

  test.each([
    ['what was paid stays with a booking that is moved', 400_000, 'Payment and details stay'],
    ['nothing that was not paid is said to stay', 0, 'Your details stay'],
  ])('%s', async (_, amount, sentence) => {
    open({ amount, payment: amount > 0 ? 'paid' : 'none' })
    await user.click(await screen.findByRole('button', { name: 'Move to another time' }))
    expect(await screen.findByText(`${sentence} with the booking.`)).toBeVisible()
  })

  test('moves keyboard focus to the booking’s new state after a change, never to the top of the page', async () => {
    const moved = { ...booking, start: '2026-11-24T10:00:00.000Z' }
    open(
      {},
      {
        'move-booking': () => [200, moved],
        'cancel-booking': () => [200, { ...moved, status: 'cancelled' }],
      },
    )
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
    const expectFocusOn = async (name: string) => {
      const heading = await screen.findByRole('heading', { name })
      await waitFor(() => expect(heading).toHaveFocus())
    }
    await press('Move to another time')
    await press('Keep my time')
    await expectFocusOn('Your time is booked')
    await openMoveTo('Tuesday 24 November 2026')
    await press('05:00')
    await press('Move booking')
    await screen.findByText('Your booking was moved.')
    await expectFocusOn('Your time is booked')
    await press('Cancel booking')
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel booking' }))
    await expectFocusOn('This booking is cancelled')
  })

  test('offers only email for changes once the deadline has passed', async () => {
    open({ changePolicy: { open: false, until: '2026-11-20T13:00:00.000Z', refund: 0 } })
    const letter = await screen.findByRole('link', { name: 'Write to me' })
    expect(letter).toHaveAttribute('href', expect.stringMatching(/^mailto:/))
    expect(letter).not.toHaveAttribute('href', expect.stringContaining(sig))
    expect(screen.queryByRole('button', { name: /Move|Cancel/ })).not.toBeInTheDocument()
  })

  test('lets the guest take an offered time that is not open to other visitors', async () => {
    const offered = '2026-11-25T18:00:00.000Z'
    const requests = open(
      { status: 'needs_new_time', offers: [offered] },
      { 'move-booking': () => [200, { ...booking, start: offered }] },
    )
    expect(await screen.findByText(/What you paid stays with the booking/)).toBeVisible()
    // At once, before anything is pressed.
    await user.click(screen.getByRole('button', { name: /25 November 2026.*13:00/ }))
    await user.click(screen.getByRole('button', { name: 'Take this time' }))
    expect(await screen.findByText('Your time is reserved.')).toBeVisible()
    expect(listChangeRequests(requests).map(({ body }) => body)).toEqual([
      {
        id,
        sig,
        start: offered,
        seen: { date: '2026-11-25', time: '13:00' },
        asksEarlyStart: false,
      },
    ])
  })

  test('shows the amount that was actually refunded', async () => {
    open({ status: 'cancelled', payment: 'refunded', refunded: 100_000 })
    expect(await screen.findByText('This booking is cancelled')).toBeVisible()
    expect(readPageText()).toContain('NOK 1,000 was refunded to you.')
  })

  test.each([
    ['all of it', 400_000, 0, 'NOK 4,000 will be refunded in full to the card you paid with.'],
    [
      'what remains',
      300_000,
      0,
      'The remaining NOK 3,000 will be refunded to the card you paid with.',
    ],
    ['nothing again', 0, 0, 'Your payment has already been refunded in full.'],
    [
      'nothing that a bank holds',
      0,
      400_000,
      'Your bank is handling this payment, so I do not refund it myself.',
    ],
  ])(
    'promises to a buyer who withdraws to refund %s',
    async (_what, refund, disputed, sentence) => {
      open({ disputed, withdrawal: { open: true, until: booking.start, refund } })
      await user.click(await screen.findByRole('button', { name: 'Withdraw from this purchase' }))
      expect(screen.getByText(sentence)).toBeVisible()
    },
  )

  test.each(['confirmed', 'completed', 'no_show'] as const)(
    'offers the withdrawal after a meeting for which the buyer had not asked, if it is %s',
    async (status) => {
      const [start, end] = ['2026-11-20T13:00:00.000Z', '2026-11-20T13:30:00.000Z']
      const withdrawal = { open: true, until: '2026-12-01T23:00:00.000Z', refund: 400_000 }
      open({ status, start, end, withdrawal })
      const button = await screen.findByRole('button', { name: 'Withdraw from this purchase' })
      const until = 'Tuesday 1 December 2026, 17:59'
      expect(readPageText()).toContain(
        `Until ${until} you can still withdraw from the purchase here.`,
      )
      await user.click(button)
      expect(readPageText()).toContain(`As a private buyer you can withdraw until ${until}`)
      expect(readPageText()).not.toContain('will then not take place')
    },
  )

  test('says that there is no VAT within the line of the fee', async () => {
    open({ purchase: buildPurchase({ vat: { rate: 0, reason: 'abroad' } }) })
    expect(await screen.findByText('NOK 4,000, no VAT')).toBeVisible()
  })

  test('opens the payment of a hold', async () => {
    open({ status: 'awaiting_payment', payment: 'pending', holdExpiresAt: '2026-11-21T12:10:00Z' })
    await user.click(await screen.findByRole('button', { name: 'Continue to payment' }))
    expect(await screen.findByText('The payment step')).toBeVisible()
  })

  test('retries by itself when the connection is restored', async () => {
    let there = false
    open({}, { 'get-booking': () => (there ? [200, booking] : undefined) })
    expect(await screen.findByText('Your booking did not load')).toBeVisible()
    there = true
    await waitFor(() => {
      act(() => void dispatchEvent(new Event('online')))
      expect(screen.getByText('Your time is booked')).toBeVisible()
    })
  })

  test('distinguishes a wrong link from a lost connection', async () => {
    open({}, { 'get-booking': () => [404, { code: 'not_found', error: 'Not found' }] })
    await waitFor(() => expect(screen.getByText('This link does not open a booking')).toBeVisible())
  })
})
