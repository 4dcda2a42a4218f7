import { findBooking } from '#server/booking/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import { guestName } from '#server/mail/meeting.ts'
import type { GuestChange } from '#shared/desk/api.ts'
import { isoTime } from '#shared/lib/date.ts'
import { findLook, lastEventOf, seenUntil, setLook, setSeenUntil, unseenChanges } from './store.ts'

export interface LookParts {
  db: Database
  forms: {
    /** The forms of a booking that the owner has not read. */
    unreadOf(tx: Tx, bookingId: string): number[]
    markRead(tx: Tx, submissionId: number): void
  }
}

/** The owner reads a booking: its form is read with it, and what its guest did to it is seen. */
export async function readBooking(
  { db, forms }: LookParts,
  id: string,
): Promise<HttpResult<{ read: true }>> {
  if (!findBooking(db.read, id)) return decline(404, 'not_found', 'This booking was not found.')
  // Read again and again, it costs no writing.
  const isSeen = findLook(db.read, id) === lastEventOf(db.read, id)
  if (!isSeen || forms.unreadOf(db.read, id).length > 0)
    await db.write((tx) => {
      if (!findBooking(tx, id)) return
      setLook(tx, id, lastEventOf(tx, id))
      for (const form of forms.unreadOf(tx, id)) forms.markRead(tx, form)
    })
  return answer({ read: true as const })
}

/** The owner looks at the list, whose newest booking came at `until`; another device may have seen later ones. */
export async function seeBookings(db: Database, until: number): Promise<void> {
  if (until <= seenUntil(db.read)) return
  await db.write((tx) => {
    if (until > seenUntil(tx)) setSeenUntil(tx, until)
  })
}

const MOST = 30

/** What guests did to their bookings, until the owner has opened them. */
export function guestChanges(tx: Tx, since: number): GuestChange[] {
  return unseenChanges(tx, since, MOST).map((change) => ({
    id: change.id,
    bookingId: change.booking_id,
    clientName: guestName(change),
    kind: change.kind,
    at: isoTime(change.at),
    from: isoTime(change.data.from ?? change.starts_at),
    to: change.data.to === undefined ? null : isoTime(change.data.to),
  }))
}
