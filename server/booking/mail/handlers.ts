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
  /** Who our mail and its invitations are from. */
  sender: Address
  /** Where the owner reads. */
  owner: string
  /** How long mails about a guest's move wait for the next move; milliseconds. */
  gatherFor: number
  /** The link of a booking's room, made now if it can be; null where it cannot. */
  ensureMeeting(bookingId: string): Promise<string | null>
}

const MailAbout = v.object({
  bookingId: v.string(),
  /** The booking's sequence when the mail was asked for. */
  sequence: v.number(),
  /** Minor units, for a cancellation. */
  refund: v.number(),
  /** Of a cancellation that was ours. */
  byOwner: v.optional(v.boolean()),
  /** To choose from; UTC milliseconds. */
  starts: v.optional(v.array(v.number())),
  /** The time that it tells of; UTC milliseconds. */
  start: v.optional(v.number()),
  /** Of a move: the time that its reader knows, and how many moves there were with it. */
  from: v.optional(v.number()),
  moves: v.optional(v.number()),
  /** Ids of bookings that one mail tells of. */
  together: v.optional(v.array(v.string())),
})

export type MailAbout = v.InferOutput<typeof MailAbout>

interface GuestMail {
  kind: string
  /** Whether the mail is still true at the moment it would be sent. */
  holds(booking: Booking, about: MailAbout, tx: Tx): boolean
  /** Sent even where an unconfirmed mailbox has had its mails of the day. */
  always?: (booking: Booking, about: MailAbout) => boolean
  write(mail: MailBooking, about: MailAbout): MailContent
  invites: boolean
}

const isConfirmed = ({ status }: Booking) => status === 'confirmed'

/** A later move or a cancellation has a mail of its own. */
const isCurrentIn = (wanted: BookingStatus) => (booking: Booking, about: MailAbout) =>
  booking.status === wanted && booking.sequence === about.sequence

/** A later move has a mail of its own; a change of place raises the sequence too, and tells of no time. */
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
    // Money that came after all has a mail of its own.
    holds: ({ status, payment }) => status === 'expired' && payment === 'failed',
    write: unpaidMail,
    invites: false,
  },
]

/** Tells the guest where the meeting is, if that differs from what they were told. */
type TellPlace = (tx: Tx, now: Booking, told: Booking) => void

/** Registers the renderer of every booking mail; each reads the booking when it is sent. */
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
      // The place may have changed, or the room come, while this mail was on its way out.
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

/** For the booking's history. */
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

/** A request whose time was never confirmed left nothing in the guest's calendar to take out. */
function hasEntry({ db }: MailParts, booking: Booking): boolean {
  return !isWithdrawn(booking) || wasMailed(db.read, booking.id, ['confirmed', 'moved'])
}

function calendarPart({ sender }: MailParts, { booking, manageUrl, now }: MailBooking) {
  return {
    method: isWithdrawn(booking) ? ('CANCEL' as const) : ('REQUEST' as const),
    content: invitation(booking, { organizer: sender, manageUrl, now }),
  }
}

// Mails that tell of several bookings at once.

const OverCap = v.object({
  /** The first request of that hour. */
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
      // An address that has had no mail of ours gets none now: it may belong to anybody.
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
