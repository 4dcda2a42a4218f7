import type { AttentionItem, DataState } from '#client/data/store/types.ts'
import { formatDispute } from '#client/desk/bookings/dispute-text.ts'
import { formatLongDay } from '#client/desk/kit/format-day.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import type { BookingTask, FailedMail, OpenRefund, ReversalTask } from '#shared/desk/dashboard.ts'
import { formatCount, pluralize } from '#shared/lib/format-number.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { formatZoneCity, toWallTime } from '#shared/lib/time-zone.ts'
import type { FeedView } from '#shared/schedule/feed-api.ts'
import { formatList } from './dashboard-text.ts'

export interface ItemText {
  title: string
  text: string
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
    text: `${name}${to}, ${when}. ${isGivenUp ? `${error}.` : 'The mail server does not take it; we keep trying.'}`,
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
  { booking: { clientName, start }, reason }: BookingTask,
  zone: string,
): ItemText & { action: string } {
  const at = Date.parse(start)
  const { title, text, action } = bookingTaskTexts[reason]
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

/** How many items the state of the owner's calendar adds; see `CalendarItems`. */
export function countCalendarItems({ notes, isEmptyQuestionOpen }: FeedView): number {
  return (notes.some(({ isSeen }) => !isSeen) ? 1 : 0) + (isEmptyQuestionOpen ? 1 : 0)
}

/** `3 items`; nothing for none. */
export function formatItemCount(count: number): string | undefined {
  if (count === 0) return undefined
  return pluralize(count, 'item')
}
