import type { BookState, ClientMark } from '#client/book/store/types.ts'
import { longDay } from '#client/desk/kit/day-words.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { clockTime } from '#shared/booking/times.ts'
import type { WaitingBooking, WaitingMail, WaitingRefund } from '#shared/desk/api.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { countText } from '#shared/lib/number-words.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { Newcomer } from './use-newcomer.ts'

export interface ItemWords {
  title: string
  text: string
}

/** Names of the mail kinds for the owner. */
const mailNames: Record<string, string> = {
  confirmed: 'Confirmation',
  'confirmed-again': 'Confirmation',
  moved: 'New time',
  'room-link': 'Meeting link',
  place: 'Change of meeting place',
  requested: 'Answer to a request',
  cancelled: 'Cancellation',
  accepted: 'Request accepted',
  offered: 'Offer of other times',
  unanswered: 'Apology for no answer',
  unpaid: 'Payment expired',
  reminder: 'Reminder',
  receipt: 'Receipt',
  'late-money': 'Late payment notice',
  inquiry: 'Notice of an enquiry',
  'contact-message': 'Notice of a message',
  'calendar-outage': 'Warning about your calendar',
  'newsletter-confirm': 'Question about the newsletter',
  'newsletter-welcome': 'Welcome to the newsletter',
  'account-confirm': 'Link to confirm an address',
  'account-reset': 'Link to set a password',
  'account-known': 'Notice about an account',
}

const OWNERS = /^(owner-|inquiry$|contact-message$|calendar-outage$)/

export function mailWords(mail: WaitingMail, now: number): ItemWords {
  const { kind, clientName, askedAt, error, final } = mail
  const name = mailNames[kind] ?? (kind.startsWith('owner-') ? 'Notice' : 'Message')
  const to = OWNERS.test(kind) ? ' to you' : clientName ? ` to ${clientName}` : ''
  const when = momentWords(Date.parse(askedAt), now)
  return {
    title: final ? 'An email was not delivered' : 'An email is held up',
    text: `${name}${to}, ${when}. ${final ? `${error}.` : 'The mail server does not take it; we keep trying.'}`,
  }
}

export function refundWords(refund: WaitingRefund, now: number): ItemWords {
  const { amount, currency, clientName, askedAt, state } = refund
  const price = formatPrice(amount, currency)
  const when = momentWords(Date.parse(askedAt), now)
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

const asks: Record<WaitingBooking['why'], { title: string; text: string; action: string }> = {
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

export function bookingWords(
  { clientName, start, why }: WaitingBooking,
  zone: string,
): ItemWords & { action: string } {
  const at = Date.parse(start)
  const { title, text, action } = asks[why]
  return {
    title: `${clientName}${title}`,
    text: `${longDay(wallOf(at, zone).date)}, ${clockTime(at, zone)}.${text}`,
    action,
  }
}

/** The text for a client with a rejected mutation or a conflict. */
export function attentionWords(name: string, mark: ClientMark | undefined): ItemWords {
  return mark === 'refused'
    ? {
        title: `The server rejected a change to ${name}`,
        text: 'What you typed stays on this device until you discard it.',
      }
    : {
        title: `${name} was changed in two places`,
        text: 'The server’s version applies until you choose.',
      }
}

/** `2 clients may be in the book twice` */
export function twinWords(count: number): ItemWords {
  const clients = count === 1 ? '1 client' : `${countText(count)} clients`
  return {
    title: `${clients} may be listed twice`,
    text: 'Merge them, or mark them as different people.',
  }
}

const did = { booking: 'Booked', contact: 'Wrote', inquiry: 'Sent an enquiry' }

/** `Elisabeth Sørbø is not in your clients` */
export function newcomerWords({ sender, likely }: Newcomer, now: number): ItemWords {
  const { name, form, sentAt } = sender
  const when = `${did[form]} ${momentWords(Date.parse(sentAt), now)}.`
  if (!likely) return { title: `${name} is not in your clients`, text: when }
  return {
    title: `${name} may be ${likely.name === name ? 'in your clients' : likely.name}`,
    text: `${when} The email address is different.`,
  }
}

/** `3 changes not yet synced` */
export function unsyncedWords({ waiting, sync }: BookState, online: boolean): ItemWords {
  const [changes, they, are] = waiting === 1 ? ['change', 'It', 'is'] : ['changes', 'They', 'are']
  const how = !online
    ? 'when you reconnect'
    : sync === 'signed out'
      ? 'when you have signed in again'
      : 'as soon as the server answers'
  return {
    title: `${countText(waiting)} ${changes} not yet synced`,
    text: `Saved on this device. ${they} ${are} sent ${how}.`,
  }
}
