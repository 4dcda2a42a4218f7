import { describe, expect, it } from 'vitest'
import {
  formatBookingTask,
  formatDaySummary,
  formatFailedMail,
  formatFreeTimes,
  getCalendarState,
  getMailState,
  getPaymentState,
  getVideoState,
} from '#client/desk/dashboard/dashboard-text.ts'
import type { FailedMail } from '#shared/desk/dashboard.ts'
import { emptyFeedRecord, toFeedView } from '#shared/schedule/feed-api.ts'
import {
  buildCall,
  buildQuietDashboard,
  buildSiteState,
  MORNING,
} from '#tests/support/desk/dashboard.ts'

const first = buildCall('2026-11-24T09:30:00.000Z')
const second = buildCall('2026-11-24T14:00:00.000Z', { clientName: 'Daniel Okafor' })
const later = buildCall('2026-11-26T09:00:00.000Z')
const callNeedingNewTime = buildCall('2026-11-24T12:00:00.000Z', { status: 'needs_new_time' })

describe('A booking that needs a new time', () => {
  const format = (offers: string[]) => {
    const booking = { ...callNeedingNewTime, clientName: 'Elisabeth Vance', offers }
    return formatBookingTask({ booking, reason: 'needs_new_time' }, 'Europe/Oslo')
  }

  it('asks for an offer, and once times are offered says that the guest is to choose', () => {
    expect(format([])).toMatchObject({
      title: 'Elisabeth Vance needs a new time',
      action: 'Offer other times',
    })
    expect(format(['2026-11-26T09:00:00.000Z'])).toEqual({
      title: 'Elisabeth Vance is to choose a new time',
      text: 'Tuesday 24 November, 13:00.',
      action: 'View booking',
    })
  })
})

describe('The sentence under the date', () => {
  it.each([
    ['nothing', [], 'No calls today.'],
    [
      'two calls, and one that needs another time',
      [first, callNeedingNewTime, second],
      'Two calls today. The first begins at 10:30, in 1 hour 40 minutes.',
    ],
    ['one call', [first], 'One call today. It begins at 10:30, in 1 hour 40 minutes.'],
    [
      'a call on another day',
      [later],
      'No calls today. The next is on Thursday 26 November at 10:00.',
    ],
  ])('sums up the calls: %s', (_what, calls, summary) => {
    expect(formatDaySummary(buildQuietDashboard({ calls }), MORNING)).toBe(summary)
  })

  it('names the client of the current call, and after it the next call', () => {
    const dashboard = buildQuietDashboard({ calls: [first, second] })
    expect(formatDaySummary(dashboard, Date.parse('2026-11-24T09:40:00Z'))).toBe(
      'Two calls today. The one with Claire Marchetti is under way.',
    )
    expect(formatDaySummary(dashboard, Date.parse('2026-11-24T10:00:00Z'))).toBe(
      'Two calls today. The next begins at 15:00, in 4 hours.',
    )
  })
})

describe('The free times of today', () => {
  it('exclude calls and busy times from the owner’s own calendar', () => {
    const busy = [{ start: '2026-11-24T11:00:00.000Z', end: '2026-11-24T12:00:00.000Z' }]
    expect(
      formatFreeTimes(buildQuietDashboard({ calls: [first, callNeedingNewTime], busy }), MORNING),
    ).toBe('Free from 09:00 to 10:30, 11:00 to 12:00 and 13:00 to 17:00')
  })

  it('are replaced by a message when none remain or the day is closed', () => {
    expect(formatFreeTimes(buildQuietDashboard(), Date.parse('2026-11-24T15:45:00Z'))).toBe(
      'No free times left today',
    )
    expect(formatFreeTimes(buildQuietDashboard(), Date.parse('2026-11-28T09:00:00Z'))).toBe(
      'Closed for bookings today',
    )
  })
})

const failedMail: FailedMail = {
  id: 1,
  kind: 'mail',
  mail: 'confirmed',
  bookingId: 'b1',
  clientName: 'Hanna Lindqvist',
  requestedAt: new Date(MORNING).toISOString(),
  error: 'The mail server knows no such address',
  isGivenUp: true,
}

describe('An email that was not delivered', () => {
  it('is listed with its recipient and the reason', () => {
    const { title, text } = formatFailedMail(failedMail, MORNING)
    expect(title).toBe('An email was not delivered')
    expect(text).toMatch(
      /^Confirmation to Hanna Lindqvist, today at \d\d:\d\d\. The mail server knows no such address\.$/,
    )
  })

  it('is described as being retried while it is', () => {
    const { title, text } = formatFailedMail(
      { ...failedMail, mail: 'owner-new', isGivenUp: false },
      MORNING,
    )
    expect(title).toBe('An email is held up')
    expect(text).toMatch(/^Notice to you, .* the site keeps trying\.$/)
  })
})

describe('The connections', () => {
  const calm = buildQuietDashboard()
  const noPayment = { dashboard: calm, lastPaidAt: undefined, now: MORNING }

  it('are reported as working only where there is evidence for it', () => {
    const site = buildSiteState()
    expect(getMailState(site.mail, calm, MORNING)).toMatchObject({ label: 'Working' })
    expect(getPaymentState(site, noPayment)).toMatchObject({ note: 'No payment yet' })
    expect(getVideoState(site, calm)).toMatchObject({ label: 'Working' })
    const feed = toFeedView(emptyFeedRecord, MORNING)
    expect(getCalendarState(feed, MORNING)).toMatchObject({ label: 'Not Set' })
  })

  it('are reported as a problem where something failed', () => {
    const { requestedAt } = failedMail
    const refund = { id: 'r1', booking: first, amount: 400_000, requestedAt }
    const dashboard = buildQuietDashboard({
      mails: [failedMail],
      refunds: [{ ...refund, state: 'failed' }],
      failedRooms: 1,
    })
    const site = buildSiteState({ mail: { delivers: true, lacks: null, sentToday: 5 } })
    const mailState = (now: number) => getMailState(site.mail, dashboard, now)
    expect(mailState(MORNING)).toMatchObject({ note: '1 of 6 not delivered today' })
    expect(mailState(MORNING + 86_400_000).note).toBe('1 from earlier days not delivered')
    expect(getPaymentState(site, { ...noPayment, dashboard }).note).toBe('A refund failed')
    expect(getVideoState(site, dashboard)).toMatchObject({ note: '1 room could not be created' })
    const feed = { ...emptyFeedRecord, maskedAddress: 'a/…ics', failure: 'unreachable' as const }
    expect(getCalendarState(toFeedView(feed, MORNING), MORNING)).toMatchObject({
      label: 'Problem',
      note: 'The calendar’s server did not answer.',
    })
  })

  it('are reported as not set up, or as a demo, where that is so', () => {
    const bare = buildSiteState({
      mail: { delivers: false, lacks: null, sentToday: 3 },
      payment: 'demo',
      createsRooms: false,
    })
    expect(getMailState(bare.mail, calm, MORNING).label).toBe('Not Set')
    expect(getPaymentState(bare, noPayment).note).toBe('Demo: no card is charged')
    expect(getVideoState(bare, calm).label).toBe('Not Set')
  })

  it('are reported as problems where a public site sends or sells nothing', () => {
    const lacking = (lacks: 'sender' | 'server') =>
      getMailState({ delivers: false, lacks, sentToday: 0 }, calm, MORNING)
    expect(lacking('sender')).toMatchObject({ tone: 'problem' })
    expect(lacking('sender').note).toContain('MAIL_FROM')
    expect(lacking('server').note).toContain('SMTP_URL')
    const closed = buildSiteState({
      samples: [{ name: 'legal name', closes: 'sales' }],
      payment: 'off',
    })
    expect(getPaymentState(closed, noPayment)).toMatchObject({
      tone: 'problem',
      note: 'Paid services cannot be booked online until the seller is named',
    })
  })
})
