import * as v from 'valibot'
import { invitation, isWithdrawn } from '#server/booking/calendar.ts'
import { mailedLink } from '#server/booking/links.ts'
import { countOverCap } from '#server/booking/senders/store.ts'
import { type Booking, findBooking, insertEvent, movesOf } from '#server/booking/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Address } from '#server/mail/address.ts'
import type { MailContent } from '#server/mail/content.ts'
import { guestAddress } from '#server/mail/meeting.ts'
import type { MailQueue, RenderedMail } from '#server/mail/queue.ts'
import { wasMailed } from '#server/mail/store.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import {
  acceptedMail,
  cancelledMail,
  cancelledTogetherMail,
  confirmedMail,
  isReminderDue,
  movedMail,
  offeredMail,
  placeMail,
  reminderKinds,
  reminderMail,
  requestedMail,
  roomLinkMail,
  unansweredMail,
  unpaidMail,
} from './guest-mails.ts'
import { overCapMail, ownerKinds, ownerMail } from './owner-mails.ts'
import type { MailBooking } from './parts.ts'

export interface MailParts {
  db: Database
  mails: MailQueue
  clock: Clock
  /** Signs the links. */
  keys: Keys
  /** The site's address, without a trailing slash. */
  siteUrl: string
  /** Sender of our mail and organizer of its invitations. */
  sender: Address
  /** The owner's e-mail address. */
  owner: string
  /** How long a mail about a guest's move is delayed, so that it covers further moves, ms. */
  gatherFor: number
  /** The link of a booking's video room, created now if possible; null if not. */
  ensureMeeting(bookingId: string): Promise<string | null>
}

const MailAbout = v.object({
  bookingId: v.string(),
  /** The booking's sequence when the mail was queued. */
  sequence: v.number(),
  /** Minor units, for a cancellation. */
  refund: v.number(),
  /** Whether the owner cancelled, not the guest. */
  byOwner: v.optional(v.boolean()),
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

export type MailAbout = v.InferOutput<typeof MailAbout>

interface GuestMail {
  kind: string
  /** Whether the mail is still true when it is about to be sent; if not, it is dropped. */
  holds(booking: Booking, about: MailAbout, tx: Tx): boolean
  /** Sent even if an unconfirmed mailbox has had all its mails of the day. */
  always?: (booking: Booking, about: MailAbout) => boolean
  write(mail: MailBooking, about: MailAbout): MailContent
  invites: boolean
}

const isConfirmed = ({ status }: Booking) => status === 'confirmed'

/** False after a later move or a cancellation, which has a mail of its own. */
const isCurrentIn = (wanted: BookingStatus) => (booking: Booking, about: MailAbout) =>
  booking.status === wanted && booking.sequence === about.sequence

/**
 * False after a later move, which has a mail of its own. Moves are counted because `sequence` also
 * rises with a change of the meeting location.
 */
function isLastMove(booking: Booking, { start, moves }: MailAbout, tx: Tx): boolean {
  if (!isConfirmed(booking) || booking.starts_at !== start) return false
  return moves === undefined || movesOf(tx, booking.id).length === moves
}

const always = () => true

const guestMails: GuestMail[] = [
  { kind: 'confirmed', holds: isConfirmed, always, write: confirmedMail, invites: true },
  {
    kind: 'confirmed-again',
    always,
    holds: isCurrentIn('confirmed'),
    write: confirmedMail,
    invites: true,
  },
  {
    kind: 'moved',
    holds: isLastMove,
    write: (mail, { from }) => movedMail(mail, from),
    invites: true,
  },
  { kind: 'place', always, holds: isCurrentIn('confirmed'), write: placeMail, invites: true },
  {
    kind: 'room-link',
    holds: (booking) => isConfirmed(booking) && booking.meeting_url !== null,
    write: roomLinkMail,
    invites: true,
  },
  {
    kind: 'requested',
    holds: ({ status }) => status === 'requested',
    always: ({ keeps_time }) => keeps_time === 1,
    write: requestedMail,
    invites: false,
  },
  {
    kind: 'cancelled',
    holds: ({ status }) => status === 'cancelled',
    always: (_booking, { byOwner }) => byOwner === true,
    write: (mail, { refund, byOwner }) => cancelledMail(mail, { refund, byOwner: !!byOwner }),
    invites: true,
  },
  {
    kind: 'accepted',
    always,
    holds: isCurrentIn('awaiting_payment'),
    write: acceptedMail,
    invites: false,
  },
  {
    kind: 'offered',
    always,
    holds: isCurrentIn('needs_new_time'),
    write: (mail, { starts = [] }) => offeredMail(mail, starts),
    invites: true,
  },
  {
    kind: 'unanswered',
    holds: ({ status }) => status === 'expired',
    write: unansweredMail,
    invites: false,
  },
  {
    kind: 'unpaid',
    // Money that arrives after the expiry has a mail of its own.
    holds: ({ status, payment }) => status === 'expired' && payment === 'failed',
    write: unpaidMail,
    invites: false,
  },
]

/** Mails the guest the meeting location of `now` if it differs from that of `told`. */
type TellPlace = (tx: Tx, now: Booking, told: Booking) => void

/** Registers the renderer of every booking mail; it reads the booking when the mail is sent. */
export function registerBookingMails(parts: MailParts, tellPlace: TellPlace): void {
  registerTogetherMails(parts)
  for (const mail of guestMails) registerGuestMail(parts, mail, tellPlace)
  for (const kind of reminderKinds)
    register(parts, kind, async (booking, { sequence }) => {
      if (!isReminderDue(kind, booking, { sequence, now: parts.clock() })) return undefined
      return toGuest(booking, reminderMail(kind, await lookUp(parts, booking)))
    })
  for (const kind of ownerKinds)
    register(parts, kind, async (booking, about) => {
      if (kind === 'owner-moved' && !isLastMove(booking, about, parts.db.read)) return undefined
      if (kind === 'owner-waiting' && !isUnanswered(booking, parts.clock())) return undefined
      if (kind === 'owner-no-room' && !lacksRoom(booking, parts.clock())) return undefined
      return {
        to: { name: '', address: parts.owner },
        replyTo: guestAddress(booking),
        content: ownerMail(kind, await lookUp(parts, booking), about),
      }
    })
}

function isUnanswered({ status, starts_at }: Booking, now: number): boolean {
  return status === 'requested' && starts_at > now
}

function lacksRoom({ status, place, meeting_url, ends_at }: Booking, now: number): boolean {
  return status === 'confirmed' && place === 'video_room' && meeting_url === null && ends_at > now
}

function registerGuestMail(parts: MailParts, mail: GuestMail, tellPlace: TellPlace): void {
  register(parts, mail.kind, async (booking, about) => {
    if (!mail.holds(booking, about, parts.db.read)) return undefined
    const current = await lookUp(parts, booking)
    const invited = mail.invites && hasEntry(parts, booking)
    return {
      ...toGuest(booking, mail.write(current, about)),
      always: mail.always?.(booking, about) ?? false,
      ...(invited && { calendar: calendarPart(parts, current) }),
      // The location may have changed, or the room been created, while this mail was being sent.
      onSent: (tx) => {
        const now = findBooking(tx, booking.id)
        if (now && isConfirmed(now)) tellPlace(tx, now, current.booking)
      },
    }
  })
}

function register(
  { db, mails, clock }: MailParts,
  kind: string,
  render: (booking: Booking, about: MailAbout) => Promise<RenderedMail | undefined>,
): void {
  mails.on({
    kind,
    data: MailAbout,
    render: async (about) => {
      const booking = findBooking(db.read, about.bookingId)
      const rendered = booking && (await render(booking, about))
      return rendered && { ...rendered, onWithheld: noteWithheld(booking, kind, clock) }
    },
  })
}

/** Records a withheld mail in the booking's history. */
function noteWithheld({ id: booking_id }: Booking, mail: string, clock: Clock) {
  return (tx: Tx) => {
    const data = { mail }
    insertEvent(tx, { booking_id, kind: 'mail_withheld', made_by: 'server', at: clock(), data })
  }
}

async function lookUp(parts: MailParts, booking: Booking): Promise<MailBooking> {
  const wanted =
    isConfirmed(booking) && booking.place === 'video_room' && booking.meeting_url === null
  return view(parts, booking, wanted ? await parts.ensureMeeting(booking.id) : booking.meeting_url)
}

function view(parts: MailParts, booking: Booking, meetingUrl: string | null): MailBooking {
  const { siteUrl, keys, clock } = parts
  return {
    booking: { ...booking, meeting_url: meetingUrl },
    meetingUrl,
    manageUrl: siteUrl + mailedLink(keys, booking.id),
    againUrl: `${siteUrl}/service/${booking.service_type}`,
    deskUrl: `${siteUrl}/admin/bookings/${booking.id}`,
    now: clock(),
  }
}

function toGuest(booking: Booking, content: MailContent): RenderedMail {
  return { to: guestAddress(booking), content }
}

/** False for a withdrawn request that was never confirmed: the guest has no entry to remove. */
function hasEntry({ db }: MailParts, booking: Booking): boolean {
  return !isWithdrawn(booking) || wasMailed(db.read, booking.id, ['confirmed', 'moved'])
}

function calendarPart({ sender }: MailParts, { booking, manageUrl, now }: MailBooking) {
  return {
    method: isWithdrawn(booking) ? ('CANCEL' as const) : ('REQUEST' as const),
    content: invitation(booking, { organizer: sender, manageUrl, now }),
  }
}

// Mails about several bookings at once.

const OverCap = v.object({
  /** The sender's first request over the cap in that hour. */
  bookingId: v.string(),
})

const Together = v.looseObject({ together: v.array(v.string()) })

function registerTogetherMails(parts: MailParts): void {
  const { db, mails, owner, siteUrl } = parts
  mails.on({
    kind: 'owner-over-cap',
    data: OverCap,
    render: async ({ bookingId }) => {
      const booking = findBooking(db.read, bookingId)
      const kind = booking?.over_cap
      const key = kind && booking[kind]
      if (!key) return undefined
      const count = countOverCap(db.read, { kind, key })
      const to = { name: '', address: owner }
      return count === 0 ? undefined : { to, content: overCapMail(count, booking, siteUrl) }
    },
  })
  mails.on({
    kind: 'cancelled-together',
    data: Together,
    render: async ({ together }) => {
      // An address that never got a mail from us gets none now: it may belong to somebody else.
      const told = together.flatMap((id) => {
        const booking = findBooking(db.read, id)
        return booking && wasMailed(db.read, id, ['confirmed', 'requested', 'moved'])
          ? [booking]
          : []
      })
      const [first] = told
      return first && { to: guestAddress(first), content: cancelledTogetherMail(told, first) }
    },
  })
}
