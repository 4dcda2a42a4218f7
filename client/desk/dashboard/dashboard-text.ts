import { formatLongDay } from '#client/desk/kit/format-day.ts'
import type { StatusTone } from '#client/desk/kit/page/status-badge.tsx'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import type { Dashboard } from '#shared/desk/dashboard.ts'
import { findFreeGaps, formatTimeUntil } from '#shared/desk/day-ruler.ts'
import type { SiteState } from '#shared/desk/site-state.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { feedFaultTexts } from '#shared/schedule/calendar-state.ts'
import type { FeedView } from '#shared/schedule/feed-api.ts'

const NUMBER_WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** `Two calls`, `One call`, `12 calls`. */
function pluralizeInWords(count: number, what: string): string {
  return `${NUMBER_WORDS[count] ?? count} ${count === 1 ? what : `${what}s`}`
}

/** The calls of a date in order of time, including those that need a new time. */
export function listCalls({ calls, timeZone }: Dashboard, date: PlainDate): DeskBooking[] {
  return calls
    .filter(({ start }) => toWallTime(Date.parse(start), timeZone).date === date)
    .sort((a, b) => a.start.localeCompare(b.start))
}

export function hasTime({ status }: DeskBooking): boolean {
  return status !== 'needs_new_time'
}

/** `Two calls today. The first begins at 10:30, in 1 hour 40 minutes.` */
export function formatDaySummary(dashboard: Dashboard, now: number): string {
  const { timeZone } = dashboard
  const today = toWallTime(now, timeZone).date
  const calls = listCalls(dashboard, today).filter(hasTime)
  const next = findNextCall(dashboard, now)
  const count = `${pluralizeInWords(calls.length, 'call')} today.`
  if (!next) return count
  const start = Date.parse(next.start)
  const at = formatClockTime(start, timeZone)
  const on = toWallTime(start, timeZone).date
  if (on !== today) return `${count} The next is on ${formatLongDay(on)} at ${at}.`
  if (start <= now) return `${count} The one with ${next.clientName} is under way.`
  const which = calls.length === 1 ? 'It' : calls[0] === next ? 'The first' : 'The next'
  return `${count} ${which} begins at ${at}, ${formatTimeUntil(start, now)}.`
}

/** The confirmed call that is running or comes next. */
export function findNextCall({ calls }: Dashboard, now: number): DeskBooking | undefined {
  return calls.find(({ end, status }) => status === 'confirmed' && Date.parse(end) > now)
}

/** `Free from 11:00 to 12:00 and 13:00 to 15:00` */
export function formatFreeTimes(dashboard: Dashboard, now: number): string {
  const { days, busy, timeZone } = dashboard
  const today = toWallTime(now, timeZone).date
  const open = days.find(({ date }) => date === today)?.openHours.map(toInterval) ?? []
  if (open.length === 0) return 'Closed for bookings today'
  const occupied = [...listCalls(dashboard, today).filter(hasTime), ...busy].map(toInterval)
  const gaps = findFreeGaps(open, occupied, now).map(
    ({ start, end }) => `${formatClockTime(start, timeZone)} to ${formatClockTime(end, timeZone)}`,
  )
  return gaps.length === 0 ? 'No free times left today' : `Free from ${formatList(gaps)}`
}

export function toInterval({ start, end }: { start: string; end: string }) {
  return { start: Date.parse(start), end: Date.parse(end) }
}

/** `a, b and c` */
export function formatList(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

export interface ConnectionState {
  tone: StatusTone
  label: string
  note: string
}

const toWorking = (note: string): ConnectionState => ({ tone: 'ok', label: 'Working', note })
const toProblem = (note: string): ConnectionState => ({ tone: 'problem', label: 'Problem', note })
const toNotSet = (note: string): ConnectionState => ({ tone: 'mute', label: 'Not Set', note })

export function formatRelativeIso(instant: string, now: number): string {
  return formatRelativeTime(Date.parse(instant), now)
}

const mailLackTexts = {
  sender:
    'No email leaves without a real sender: it is saved as files on the server. Write your address in shared/site/owner, or set MAIL_FROM.',
  server:
    'No email leaves without a mail server: it is saved as files on the server. Set SMTP_URL.',
}

export function getMailState(
  { delivers, lacks, sentToday }: SiteState['mail'],
  { mails, timeZone }: Dashboard,
  now: number,
): ConnectionState {
  if (lacks) return toProblem(mailLackTexts[lacks])
  const dateOf = (instant: number) => toWallTime(instant, timeZone).date
  const failedToday = mails.filter(
    ({ requestedAt }) => dateOf(Date.parse(requestedAt)) === dateOf(now),
  ).length
  if (failedToday > 0)
    return toProblem(`${failedToday} of ${sentToday + failedToday} not delivered today`)
  if (mails.length > 0) return toProblem(`${mails.length} from earlier days not delivered`)
  if (!delivers) return toNotSet('Emails are saved as files on the server')
  return toWorking(sentToday === 0 ? 'None sent today' : `${sentToday} sent today`)
}

interface PaymentFacts {
  dashboard: Dashboard
  /** ISO 8601. */
  lastPaidAt: string | undefined
  now: number
}

export function getPaymentState(
  { payment, samples }: SiteState,
  { dashboard, lastPaidAt, now }: PaymentFacts,
): ConnectionState {
  if (dashboard.refunds.some(({ state }) => state === 'failed')) return toProblem('A refund failed')
  if (payment === 'off' && samples.some(({ closes }) => closes === 'sales'))
    return toProblem('Paid services cannot be booked online until the seller is named')
  const last = lastPaidAt ? `Last payment ${formatRelativeIso(lastPaidAt, now)}` : 'No payment yet'
  return {
    card: toWorking(last),
    demo: { tone: 'wait', label: 'Demo', note: 'Demo: no card is charged' } as const,
    off: toNotSet('Paid services cannot be booked online'),
  }[payment]
}

export function getVideoState(
  { createsRooms }: SiteState,
  { failedRooms }: Dashboard,
): ConnectionState {
  if (!createsRooms) return toNotSet('Bookings are made without a room')
  if (failedRooms === 0) return toWorking('Rooms are created automatically')
  return toProblem(
    failedRooms === 1 ? '1 room could not be created' : `${failedRooms} rooms could not be created`,
  )
}

export function getCalendarState(
  { state, syncedAt, failure }: FeedView,
  now: number,
): ConnectionState {
  const read = syncedAt ? `Read ${formatRelativeIso(syncedAt, now)}` : 'Never read yet'
  if (state === 'none') return toNotSet('No calendar is connected')
  if (state === 'fresh') return toWorking(read)
  return toProblem(failure ? feedFaultTexts[failure] : read)
}
