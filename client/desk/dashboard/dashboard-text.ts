import type { AttentionItem, DataState } from '#client/data/store/types.ts'
import { formatDispute } from '#client/desk/bookings/bookings-text.tsx'
import { formatLongDay } from '#client/desk/kit/format-date.ts'
import type { ItemText } from '#client/desk/kit/lists/dashboard-item.tsx'
import type { StatusTone } from '#client/desk/kit/page/status-badge.tsx'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import type {
  BookingTask,
  Dashboard,
  FailedMail,
  OpenMessages,
  OpenRefund,
  ReversalTask,
} from '#shared/desk/dashboard.ts'
import { findFreeGaps, formatTimeUntil } from '#shared/desk/day-ruler.ts'
import type { SiteState } from '#shared/desk/site-state.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { formatCount, pluralize } from '#shared/lib/format-number.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { formatZoneCity, toWallTime } from '#shared/lib/time-zone.ts'
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
function formatList(parts: readonly string[]): string {
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
    'No email leaves without a real sender: it is saved as files on the server. Write your address in shared/content, or set MAIL_FROM.',
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

/** Names of the mail kinds for the owner. */
const mailLabels: Record<string, string> = {
  confirmed: 'Confirmation',
  'confirmed-again': 'Confirmation',
  moved: 'New time',
  'room-link': 'Meeting link',
  place: 'Change of meeting location',
  requested: 'Answer to a request',
  cancelled: 'Cancellation',
  accepted: 'Request accepted',
  offered: 'Offer of other times',
  unanswered: 'Apology for no answer',
  unpaid: 'Payment expired',
  reminder: 'Reminder',
  receipt: 'Receipt',
  'late-money': 'Late payment notice',
  'refund-not-made': 'Notice that a refund was not made',
  inquiry: 'Notice of an enquiry',
  'contact-message': 'Notice of a message',
  'calendar-outage': 'Warning about your calendar',
  'newsletter-confirm': 'Question about the newsletter',
  'newsletter-welcome': 'Welcome to the newsletter',
  'account-confirm': 'Link to confirm an address',
  'account-reset': 'Link to set a password',
  'account-known': 'Notice about an account',
}

const OWNER_MAIL_KIND = /^(owner-|inquiry$|contact-message$|calendar-outage$)/

export function formatFailedMail(failed: FailedMail, now: number): ItemText {
  const { mail: kind, clientName, requestedAt, error, isGivenUp } = failed
  const name = mailLabels[kind ?? ''] ?? (kind?.startsWith('owner-') ? 'Notice' : 'Message')
  const to = OWNER_MAIL_KIND.test(kind ?? '') ? ' to you' : clientName ? ` to ${clientName}` : ''
  const when = formatRelativeTime(Date.parse(requestedAt), now)
  return {
    title: isGivenUp ? 'An email was not delivered' : 'An email is held up',
    text: `${name}${to}, ${when}. ${isGivenUp ? `${error}.` : 'The mail server does not take it; the site keeps trying.'}`,
  }
}

export function formatOpenRefund(refund: OpenRefund, now: number): ItemText {
  const { amount, requestedAt, state } = refund
  const { currency, clientName } = refund.booking
  const price = formatPrice(amount, currency)
  const when = formatRelativeTime(Date.parse(requestedAt), now)
  if (state === 'refused')
    return {
      title: `Refund not made, ${price}`,
      text: `${clientName}, decided ${when}. Nothing of the payment was left to refund.`,
    }
  return state === 'failed'
    ? {
        title: `Refund failed, ${price}`,
        text: `${clientName}, decided ${when}. The bank returned it: please refund it another way.`,
      }
    : {
        title: `Refund on its way, ${price}`,
        text: `${clientName}, decided ${when}. The payment provider has not confirmed it yet.`,
      }
}

/** A refund in the provider's dashboard, or a dispute, and whether the meeting still takes place. */
export function formatReversal(task: ReversalTask, zone: string, now: number): ItemText {
  const { booking, amount, at, dispute, asksToKeep } = task
  const { clientName, start, currency } = booking
  const day = formatLongDay(toWallTime(Date.parse(start), zone).date)
  const question = asksToKeep ? ` Does the meeting on ${day} still take place?` : ''
  if (dispute) {
    const { title, text } = formatDispute({ ...dispute, amount, currency }, zone)
    return { title, text: `${clientName}. ${text}${question}` }
  }
  return {
    title: `${formatPrice(amount, currency)} was refunded at the payment provider`,
    text: `${clientName}, ${formatRelativeTime(Date.parse(at), now)}. The credit note is sent.${question}`,
  }
}

const bookingTaskTexts: Record<
  BookingTask['reason'],
  { title: string; text: string; action: string }
> = {
  requested: { title: ' asks for a time', text: '', action: 'Answer the request' },
  needs_new_time: { title: ' needs a new time', text: '', action: 'Offer other times' },
  clash: {
    title: '’s time is no longer free',
    text: ' Your calendar now has something else there.',
    action: 'View booking',
  },
  link: {
    title: ' needs a meeting link',
    text: ' Your guest knows that it will follow.',
    action: 'View booking',
  },
  room: {
    title: ' has no video room yet',
    text: ' It could not be created. Your guest knows that the link will follow.',
    action: 'View booking',
  },
}

export function formatBookingTask(
  { booking: { clientName, start, offers }, reason }: BookingTask,
  zone: string,
): ItemText & { action: string } {
  const at = Date.parse(start)
  // The guest can choose one of the times that were offered.
  const isOffered = reason === 'needs_new_time' && offers.length > 0
  const { title, text, action } = isOffered
    ? { ...bookingTaskTexts.link, title: ' is to choose a new time', text: '' }
    : bookingTaskTexts[reason]
  return {
    title: `${clientName}${title}`,
    text: `${formatLongDay(toWallTime(at, zone).date)}, ${formatClockTime(at, zone)}.${text}`,
    action,
  }
}

/** The text for a client or journey with a rejected mutation or a conflict. */
export function formatBookAttention({ name, mark, conflictText }: AttentionItem): ItemText {
  if (mark === 'rejected')
    return {
      title: `The server rejected a change to ${name}`,
      text: 'What you typed stays on this device until you discard it.',
    }
  return {
    title: conflictText?.title ?? `${name} was changed in two places`,
    text: conflictText?.meanwhile ?? 'The server’s version applies until you choose.',
  }
}

/** The server's zone data, where it is older than the law in these zones. */
export function formatOldZones(zones: readonly string[]): ItemText {
  const places = formatList(zones.map(formatZoneCity))
  return {
    title: 'The server’s time zone data is old',
    text: `It is older than the law in ${places}. Update Node.js on the server: until then, local times there can be an hour off in emails about times that the guest did not choose.`,
  }
}

/** `2 clients may be in the book twice` */
export function formatDuplicates(count: number): ItemText {
  const clients = pluralize(count, 'client')
  return {
    title: `${clients} may be listed twice`,
    text: 'Merge them, or mark them as different people.',
  }
}

/** `3 changes not yet synced` */
export function formatUnsyncedChanges({ pending, sync }: DataState, online: boolean): ItemText {
  const [changes, they, are] = pending === 1 ? ['change', 'It', 'is'] : ['changes', 'They', 'are']
  const how = !online
    ? 'when you reconnect'
    : sync === 'signed out'
      ? 'when you have signed in again'
      : 'as soon as the server answers'
  return {
    title: `${formatCount(pending)} ${changes} not yet synced`,
    text: `Saved on this device. ${they} ${are} sent ${how}.`,
  }
}

/** `3 messages wait`, and `The latest is from Ida Vance, today at 07:48. 2 are not read yet.` */
export function formatMessages(
  { counts, unreadCount, latest }: OpenMessages,
  now: number,
): ItemText {
  const total = counts.contact + counts.inquiry
  const sent = latest ? formatRelativeTime(Date.parse(latest.sentAt), now) : ''
  const unread = unreadCount === 1 ? '1 is' : `${formatCount(unreadCount)} are`
  const sentences = [
    `${total === 1 ? 'It' : 'The latest'} is from ${latest?.name || 'somebody without a name'}, ${sent}.`,
    ...(unreadCount === 0 ? [] : [total === 1 ? 'It is not read yet.' : `${unread} not read yet.`]),
  ]
  return {
    title: `${pluralize(total, 'message')} ${total === 1 ? 'waits' : 'wait'}`,
    text: sentences.join(' '),
  }
}

/** How many items the state of the owner's calendar adds; see `CalendarItems`. */
export function countCalendarItems({ notes, isEmptyQuestionOpen }: FeedView): number {
  return (notes.some(({ isSeen }) => !isSeen) ? 1 : 0) + (isEmptyQuestionOpen ? 1 : 0)
}

/** `3 items`; nothing for none. */
export function formatItemCount(count: number): string | undefined {
  if (count === 0) return undefined
  return pluralize(count, 'item')
}
