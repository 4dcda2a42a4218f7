import * as v from 'valibot'
import { isWithdrawn, renderInvitation } from '#server/booking/calendar.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { readWithdrawal } from '#server/booking/purchases.ts'
import { readMoves } from '#server/booking/queries.ts'
import { countOverCap, getSenderKey } from '#server/booking/senders/store.ts'
import { manageLinkForMail } from '#server/booking/signed-links.ts'
import { type Booking, findBooking, insertEvent } from '#server/booking/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import { filterInOrder, mapInOrder } from '#server/lib/in-order.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Address } from '#server/mail/address.ts'
import type { MailContent } from '#server/mail/content.ts'
import { guestAddress } from '#server/mail/meeting-text.ts'
import type { MailQueue, RenderedMail } from '#server/mail/queue.ts'
import { hasSentMail } from '#server/mail/store.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { toServicePath } from '#shared/content/services.ts'
import { getRefundableAmount, sumDisputes } from '#shared/payment/reversals.ts'
import {
  acceptedMail,
  cancelledMail,
  cancelledTogetherMail,
  confirmedMail,
  isReminderDue,
  locationMail,
  movedMail,
  offeredMail,
  reminderKinds,
  reminderMail,
  requestedMail,
  roomLinkMail,
  unansweredMail,
  unpaidMail,
} from './guest-mails.ts'
import type { MailBooking } from './mail-blocks.ts'
import { overCapMail, ownerKinds, ownerMail } from './owner-mails.ts'

export interface BookingMailParts {
  db: Database
  mails: MailQueue
  clock: Clock
  /** Signs the links. */
  keys: Keys
  /** The site's address, without a trailing slash. */
  siteUrl: string
  /** Sender of our mail and organizer of its invitations. */
  sender: Address
  /** The owner's email address. */
  ownerEmail: string
  /** How long a mail about a guest's move is delayed, so that it covers further moves, ms. */
  moveMailDelay: number
  /** The link of a booking's video room, created now if possible; null if not. */
  ensureMeetingUrl(bookingId: string): Promise<string | null>
  readMoneyEvents: BookingParts['readMoneyEvents']
}

const BookingMailData = v.object({
  bookingId: v.string(),
  /** The booking's sequence when the mail was queued. */
  sequence: v.number(),
  /** Minor units, for a cancellation. */
  refund: v.number(),
  /** Whether the owner cancelled, not the guest. */
  byOwner: v.optional(v.boolean()),
  /** Whether the guest used the right of withdrawal. */
  isWithdrawal: v.optional(v.boolean()),
  /** Starts that the guest may choose from, UTC milliseconds. */
  starts: v.optional(v.array(v.number())),
  /** The new start that the mail reports, UTC milliseconds. */
  start: v.optional(v.number()),
  /** For a move: the start that the reader was last told, and the number of moves so far. */
  from: v.optional(v.number()),
  moves: v.optional(v.number()),
  /** Ids of the bookings that one mail covers. */
  together: v.optional(v.array(v.string())),
})

export type BookingMailData = v.InferOutput<typeof BookingMailData>

interface GuestMailKind {
  kind: string
  /** Whether the mail is still true when it is about to be sent; if not, it is dropped. */
  isStillValid(booking: Booking, about: BookingMailData, tx: Tx): boolean | Promise<boolean>
  /** Sent even if an unconfirmed mailbox has had all its mails of the day. */
  bypassesLimit?: (booking: Booking, about: BookingMailData) => boolean
  write(mail: MailBooking, about: BookingMailData): MailContent
  hasInvitation: boolean
}

const isConfirmed = ({ status }: Booking) => status === 'confirmed'

/** False after a later move or a cancellation, which has a mail of its own. */
const isCurrentWithStatus = (status: BookingStatus) => (booking: Booking, about: BookingMailData) =>
  booking.status === status && booking.sequence === about.sequence

/**
 * False after a later move, which has a mail of its own. Moves are counted because `sequence` also
 * rises with a change of the meeting location.
 */
async function isLastMove(
  booking: Booking,
  { start, moves }: BookingMailData,
  tx: Tx,
): Promise<boolean> {
  if (!isConfirmed(booking) || booking.starts_at !== start) return false
  return moves === undefined || (await readMoves(tx, booking.id)).length === moves
}

const alwaysTrue = () => true

const guestMails: GuestMailKind[] = [
  {
    kind: 'confirmed',
    isStillValid: isConfirmed,
    bypassesLimit: alwaysTrue,
    write: confirmedMail,
    hasInvitation: true,
  },
  {
    kind: 'confirmed-again',
    bypassesLimit: alwaysTrue,
    isStillValid: isCurrentWithStatus('confirmed'),
    write: confirmedMail,
    hasInvitation: true,
  },
  {
    kind: 'moved',
    isStillValid: isLastMove,
    write: (mail, { from }) => movedMail(mail, from),
    hasInvitation: true,
  },
  {
    kind: 'place',
    bypassesLimit: alwaysTrue,
    isStillValid: isCurrentWithStatus('confirmed'),
    write: locationMail,
    hasInvitation: true,
  },
  {
    kind: 'room-link',
    isStillValid: (booking) => isConfirmed(booking) && booking.meeting_url !== null,
    write: roomLinkMail,
    hasInvitation: true,
  },
  {
    kind: 'requested',
    isStillValid: ({ status }) => status === 'requested',
    bypassesLimit: ({ blocks_slot }) => blocks_slot === 1,
    write: requestedMail,
    hasInvitation: false,
  },
  {
    kind: 'cancelled',
    isStillValid: ({ status }) => status === 'cancelled',
    // The law requires that a withdrawal is acknowledged.
    bypassesLimit: (_booking, { byOwner, isWithdrawal }) =>
      byOwner === true || isWithdrawal === true,
    write: (mail, { refund, byOwner = false, isWithdrawal = false }) =>
      cancelledMail(mail, { refund, byOwner, isWithdrawal }),
    hasInvitation: true,
  },
  {
    kind: 'accepted',
    bypassesLimit: alwaysTrue,
    isStillValid: isCurrentWithStatus('awaiting_payment'),
    write: acceptedMail,
    hasInvitation: false,
  },
  {
    kind: 'offered',
    bypassesLimit: alwaysTrue,
    isStillValid: isCurrentWithStatus('needs_new_time'),
    write: (mail, { starts = [] }) => offeredMail(mail, starts),
    hasInvitation: true,
  },
  {
    kind: 'unanswered',
    isStillValid: ({ status }) => status === 'expired',
    write: unansweredMail,
    hasInvitation: false,
  },
  {
    kind: 'unpaid',
    // Money that arrives after the expiry has a mail of its own.
    isStillValid: ({ status, payment }) => status === 'expired' && payment === 'failed',
    write: unpaidMail,
    hasInvitation: false,
  },
]

/** Mails the guest the meeting location of `current` if it differs from that of `mailed`. */
type NotifyLocation = (tx: Tx, current: Booking, mailed: Booking) => Promise<void>

/** Registers the renderer of every booking mail; it reads the booking when the mail is sent. */
export function registerBookingMails(
  parts: BookingMailParts,
  notifyLocation: NotifyLocation,
): void {
  registerGroupedMails(parts)
  for (const mail of guestMails) registerGuestMail(parts, mail, notifyLocation)
  for (const kind of reminderKinds)
    registerBookingMail(parts, kind, async (booking, { sequence }) => {
      if (!isReminderDue(kind, booking, { sequence, now: parts.clock() })) return undefined
      return addressToGuest(booking, reminderMail(kind, await loadMailBooking(parts, booking)))
    })
  for (const kind of ownerKinds)
    registerBookingMail(parts, kind, async (booking, about) => {
      if (kind === 'owner-moved' && !(await isLastMove(booking, about, parts.db.read)))
        return undefined
      if (kind === 'owner-waiting' && !isUnanswered(booking, parts.clock())) return undefined
      if (kind === 'owner-no-room' && !isRoomMissing(booking, parts.clock())) return undefined
      return {
        to: { name: '', address: parts.ownerEmail },
        replyTo: guestAddress(booking),
        content: ownerMail(kind, await loadMailBooking(parts, booking), about),
      }
    })
}

function isUnanswered({ status, starts_at }: Booking, now: number): boolean {
  return status === 'requested' && starts_at > now
}

function isRoomMissing({ status, place, meeting_url, ends_at }: Booking, now: number): boolean {
  return status === 'confirmed' && place === 'video_room' && meeting_url === null && ends_at > now
}

function registerGuestMail(
  parts: BookingMailParts,
  mail: GuestMailKind,
  notifyLocation: NotifyLocation,
): void {
  registerBookingMail(parts, mail.kind, async (booking, about) => {
    if (!(await mail.isStillValid(booking, about, parts.db.read))) return undefined
    const current = await loadMailBooking(parts, booking)
    const invited = mail.hasInvitation && (await hasCalendarEntry(parts, booking))
    return {
      ...addressToGuest(booking, mail.write(current, about)),
      bypassesLimit: mail.bypassesLimit?.(booking, about) ?? false,
      ...(invited && { calendar: createCalendarPart(parts, current) }),
      // The location may have changed, or the room been created, while this mail was being sent.
      onSent: async (tx) => {
        const latest = await findBooking(tx, booking.id)
        if (latest && isConfirmed(latest)) await notifyLocation(tx, latest, current.booking)
      },
    }
  })
}

function registerBookingMail(
  { db, mails, clock }: BookingMailParts,
  kind: string,
  render: (booking: Booking, about: BookingMailData) => Promise<RenderedMail | undefined>,
): void {
  mails.on({
    kind,
    data: BookingMailData,
    render: async (about) => {
      const booking = await findBooking(db.read, about.bookingId)
      const rendered = booking && (await render(booking, about))
      return rendered && { ...rendered, onWithheld: createWithheldRecorder(booking, kind, clock) }
    },
  })
}

/** Records a withheld mail in the booking's history. */
function createWithheldRecorder({ id: booking_id }: Booking, mail: string, clock: Clock) {
  return async (tx: Tx) => {
    const data = { mail }
    await insertEvent(tx, {
      booking_id,
      kind: 'mail_withheld',
      made_by: 'server',
      at: clock(),
      data,
    })
  }
}

async function loadMailBooking(parts: BookingMailParts, booking: Booking): Promise<MailBooking> {
  const needsRoom =
    isConfirmed(booking) && booking.place === 'video_room' && booking.meeting_url === null
  const meetingUrl = needsRoom ? await parts.ensureMeetingUrl(booking.id) : booking.meeting_url
  const money = await parts.readMoneyEvents(parts.db.read, [booking.id])
  const { siteUrl, keys, clock } = parts
  return {
    refundable: getRefundableAmount(booking, money),
    disputed: sumDisputes(money),
    withdrawal: await readWithdrawal(parts.db.read, parts, booking),
    booking: { ...booking, meeting_url: meetingUrl },
    meetingUrl,
    manageUrl: siteUrl + manageLinkForMail(keys, booking.id),
    bookAgainUrl: siteUrl + toServicePath(booking.service_type),
    deskUrl: `${siteUrl}/admin/bookings/${booking.id}`,
    now: clock(),
  }
}

function addressToGuest(booking: Booking, content: MailContent): RenderedMail {
  return { to: guestAddress(booking), content }
}

/** False for a withdrawn request that was never confirmed: the guest has no entry to remove. */
async function hasCalendarEntry({ db }: BookingMailParts, booking: Booking): Promise<boolean> {
  return !isWithdrawn(booking) || (await hasSentMail(db.read, booking.id, ['confirmed', 'moved']))
}

function createCalendarPart(
  { sender }: BookingMailParts,
  { booking, manageUrl, now }: MailBooking,
) {
  return {
    method: isWithdrawn(booking) ? ('CANCEL' as const) : ('REQUEST' as const),
    content: renderInvitation(booking, { organizer: sender, manageUrl, now }),
  }
}

// Mails about several bookings at once.

const OverCapMailData = v.object({
  /** The sender's first request over the cap in that hour. */
  bookingId: v.string(),
})

const GroupedMailData = v.looseObject({ together: v.array(v.string()) })

function registerGroupedMails(parts: BookingMailParts): void {
  const { db, mails, ownerEmail, siteUrl } = parts
  mails.on({
    kind: 'owner-over-cap',
    data: OverCapMailData,
    render: async ({ bookingId }) => {
      const booking = await findBooking(db.read, bookingId)
      const sender = booking && getSenderKey(booking)
      if (!sender) return undefined
      const count = await countOverCap(db.read, sender)
      const to = { name: '', address: ownerEmail }
      return count === 0 ? undefined : { to, content: overCapMail(count, booking, siteUrl) }
    },
  })
  mails.on({
    kind: 'cancelled-together',
    data: GroupedMailData,
    render: async ({ together }) => {
      // An address that never got a mail from us gets none now: it may belong to somebody else.
      const mailed = await filterInOrder(together, (id) =>
        hasSentMail(db.read, id, ['confirmed', 'requested', 'moved']),
      )
      const found = await mapInOrder(mailed, (id) => findBooking(db.read, id))
      const mailedBookings = found.filter((booking) => booking !== undefined)
      const [first] = mailedBookings
      return (
        first && { to: guestAddress(first), content: cancelledTogetherMail(mailedBookings, first) }
      )
    },
  })
}
