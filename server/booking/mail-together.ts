import * as v from 'valibot'
import type { Tx } from '#server/db/database.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { button, details, type MailContent, text } from '#server/mail/content.ts'
import { greeting, guestAddress, serviceTitle, spanIn } from '#server/mail/meeting.ts'
import { wasMailed } from '#server/mail/store.ts'
import { clockTime } from '#shared/booking/times.ts'
import type { MailParts } from './mail-handlers.ts'
import { GUEST_REASON } from './mail-parts.ts'
import { countOverCap } from './senders/store.ts'
import { type Booking, findBooking } from './store.ts'

// Mails that tell of several bookings at once.

const HOUR = 3_600_000
/** The owner's mail about requests over the cap waits so long, so that it tells of those that follow. */
const GATHERED_FOR = 10 * 60_000

const OverCap = v.object({
  /** The first request of that hour. */
  bookingId: v.string(),
})

const Together = v.looseObject({ together: v.array(v.string()) })

/** One mail an hour to the owner about a sender who asks for more than the cap allows. */
export function queueOverCapMail(
  { mails, clock }: Pick<MailParts, 'mails' | 'clock'>,
  tx: Tx,
  booking: Booking,
): void {
  const { id: bookingId, over_cap: kind } = booking
  const now = clock()
  const sender = fingerprint(`${kind}:${kind && booking[kind]}`)
  mails.add(tx, {
    kind: 'owner-over-cap',
    once: `${sender}:${Math.floor(now / HOUR)}`,
    bookingId: null,
    data: { bookingId } satisfies v.InferOutput<typeof OverCap>,
    runAt: now + GATHERED_FOR,
  })
}

export function registerTogetherMails(parts: MailParts): void {
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
      // Whom nobody wrote to before is not written to now: the address may be anybody's.
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

function overCapMail(
  count: number,
  { created_at, owner_zone }: Booking,
  siteUrl: string,
): MailContent {
  const requests = count === 1 ? '1 request' : `${count} requests`
  return {
    subject: `${requests} over the limit from one sender`,
    preview: 'They keep no time until you answer.',
    title: `${requests} over the limit`,
    blocks: [
      text(
        `One sender asks for more than anybody may book without being asked, since ${clockTime(created_at, owner_zone)}. ${count === 1 ? 'The request keeps' : 'The requests keep'} no time: others can book until you answer.`,
      ),
      text('At your desk you can accept what is meant well, or cancel all of it at once.'),
      button('Look at the requests', `${siteUrl}/admin/bookings`),
    ],
    reason: 'You get this mail because bookings of this site are sent to this address.',
    demo: false,
  }
}

function cancelledTogetherMail(bookings: readonly Booking[], first: Booking): MailContent {
  const one = bookings.length === 1
  const what = one ? 'Your booking is cancelled' : `Your ${bookings.length} bookings are cancelled`
  return {
    subject: what,
    preview: one ? 'The meeting will not take place.' : 'These meetings will not take place.',
    title: what,
    blocks: [
      text(greeting(first)),
      text(
        `We have cancelled ${one ? 'the meeting' : 'the meetings'} below, because more bookings came from one sender than we can keep. Nothing was charged. If you meant to meet us, please write to us, and we find a time.`,
      ),
      details(
        bookings.map((booking) => ({
          label: serviceTitle(booking),
          lines: [spanIn(booking.starts_at, booking.ends_at, booking.time_zone).join(', ')],
        })),
      ),
    ],
    reason: GUEST_REASON,
    demo: false,
  }
}
