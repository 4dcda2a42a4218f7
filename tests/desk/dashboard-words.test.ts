import { describe, expect, it } from 'vitest'
import {
  calendarState,
  freeWords,
  leadWords,
  mailState,
  paymentState,
  videoState,
} from '#client/desk/dashboard/dashboard-words.ts'
import { mailWords } from '#client/desk/dashboard/waiting-words.ts'
import type { WaitingMail } from '#shared/desk/api.ts'
import { callAt, dashboard, MORNING } from '#tests/support/dashboard.ts'

const first = callAt('2026-11-24T09:30:00.000Z')
const second = callAt('2026-11-24T14:00:00.000Z', { clientName: 'Daniel Okafor' })
const later = callAt('2026-11-26T09:00:00.000Z')
const lost = callAt('2026-11-24T12:00:00.000Z', { status: 'needs_new_time' })

describe('the sentence under the date', () => {
  it.each([
    ['nothing', [], 'No calls today.'],
    [
      'two calls, and one that needs another time',
      [first, lost, second],
      'Two calls today. The first begins at 10:30, in 1 hour 40 minutes.',
    ],
    ['one call', [first], 'One call today. It begins at 10:30, in 1 hour 40 minutes.'],
    [
      'a call on another day',
      [later],
      'No calls today. The next is on Thursday 26 November at 10:00.',
    ],
  ])('with %s', (_what, calls, words) => {
    expect(leadWords(dashboard({ calls }), MORNING)).toBe(words)
  })

  it('names who is on the line, and then what comes next', () => {
    const shown = dashboard({ calls: [first, second] })
    expect(leadWords(shown, Date.parse('2026-11-24T09:40:00Z'))).toBe(
      'Two calls today. The one with Claire Marchetti is under way.',
    )
    expect(leadWords(shown, Date.parse('2026-11-24T10:00:00Z'))).toBe(
      'Two calls today. The next begins at 15:00, in 4 hours.',
    )
  })
})

describe('what is free', () => {
  it('leaves out calls and what the owner’s own calendar holds', () => {
    const busy = [{ start: '2026-11-24T11:00:00.000Z', end: '2026-11-24T12:00:00.000Z' }]
    expect(freeWords(dashboard({ calls: [first, lost], busy }), MORNING)).toBe(
      'Free from 09:00 to 10:30, 11:00 to 12:00 and 13:00 to 17:00',
    )
  })

  it('says when there is nothing, and when the day is closed', () => {
    expect(freeWords(dashboard(), Date.parse('2026-11-24T15:45:00Z'))).toBe(
      'No free times left today',
    )
    expect(freeWords(dashboard(), Date.parse('2026-11-28T09:00:00Z'))).toBe(
      'Closed for bookings today',
    )
  })
})

const mail: WaitingMail = {
  id: 1,
  kind: 'confirmed',
  bookingId: 'b1',
  clientName: 'Hanna Lindqvist',
  askedAt: new Date(MORNING).toISOString(),
  error: 'The mail server knows no such address',
  final: true,
}

describe('a mail that did not go', () => {
  it('is named with whom it was for and why', () => {
    const { title, text } = mailWords(mail, MORNING)
    expect(title).toBe('An email was not delivered')
    expect(text).toMatch(
      /^Confirmation to Hanna Lindqvist, today at \d\d:\d\d\. The mail server knows no such address\.$/,
    )
  })

  it('is said to be tried on while it is', () => {
    const { title, text } = mailWords({ ...mail, kind: 'owner-new', final: false }, MORNING)
    expect(title).toBe('An email is held up')
    expect(text).toMatch(/^Notice to you, .* we keep trying\.$/)
  })
})

describe('the connections', () => {
  const { connections } = dashboard()

  it('are said to work only where something shows it', () => {
    expect(mailState(dashboard())).toMatchObject({ word: 'Working' })
    expect(paymentState(dashboard(), MORNING)).toMatchObject({ note: 'No payment yet' })
    expect(videoState(dashboard())).toMatchObject({ word: 'Working' })
    expect(calendarState(dashboard(), MORNING)).toMatchObject({ word: 'Not Set' })
  })

  it('are a problem where something failed', () => {
    const failing = dashboard({
      waiting: {
        mails: [mail],
        bookings: [],
        refunds: [
          {
            id: 'r1',
            bookingId: 'b1',
            clientName: 'Hanna Lindqvist',
            amount: 400_000,
            currency: 'nok',
            askedAt: mail.askedAt,
            state: 'failed',
          },
        ],
      },
      connections: {
        ...connections,
        mail: { delivers: true, sentToday: 5, troubledToday: 1 },
        video: { configured: true, troubledRooms: 1 },
        calendar: { state: 'stale', syncedAt: null, failure: 'unreachable' },
      },
    })
    expect(mailState(failing)).toMatchObject({ note: '1 of 6 not delivered today' })
    expect(paymentState(failing, MORNING)).toMatchObject({ note: 'A refund failed' })
    expect(videoState(failing)).toMatchObject({ note: '1 room could not be created' })
    expect(calendarState(failing, MORNING)).toMatchObject({
      word: 'Problem',
      note: 'The calendar’s server did not answer.',
    })
  })

  it('are honest about what is not set up', () => {
    const bare = dashboard({
      connections: {
        mail: { delivers: false, sentToday: 3, troubledToday: 0 },
        payment: { kind: 'demo' },
        video: { configured: false, troubledRooms: 0 },
        calendar: { state: 'none', syncedAt: null, failure: null },
      },
    })
    expect(mailState(bare).word).toBe('Not Set')
    expect(paymentState(bare, MORNING).note).toBe('Demo: no card is charged')
    expect(videoState(bare).word).toBe('Not Set')
  })
})
