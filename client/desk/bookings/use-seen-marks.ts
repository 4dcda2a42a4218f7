import { getData } from '#client/data/data-client.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useRecords } from '#client/desk/queries/use-records.ts'
import { markSubmission, useSubmissions } from '#client/desk/queries/use-submissions.ts'
import { usePageVisible } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { LIST_MARK_ID, toBookingMarkId } from '#shared/desk/booking-marks.ts'

/** Notes that the owner has seen the bookings on the screen, so that they no longer count as new. */
export function useMarkBookingsSeen({ data }: DeskData<readonly DeskBooking[]>): void {
  const latest = Math.max(0, ...(data ?? []).map(({ createdAt }) => Date.parse(createdAt)))
  useSeenMark(LIST_MARK_ID, latest)
}

/** Notes that the owner has read a booking with all its changes, and its form. */
export function useMarkBookingRead({ id, guestChanges }: DeskBooking): void {
  const visible = usePageVisible()
  const sent = useSubmissions()?.find(
    ({ booking_id, readAt }) => booking_id === id && readAt === null,
  )
  useEffectOn(`${sent?.id} ${visible}`, () => {
    if (sent && visible) markSubmission(sent, { readAt: systemClock() })
  })
  // Changes that arrive while the booking is open count as read too.
  useSeenMark(toBookingMarkId(id), Math.max(0, ...guestChanges.map(({ at }) => Date.parse(at))))
}

/** Moves a mark forward to an instant (UTC milliseconds), on this device first. One that cannot be stored stays. */
function useSeenMark(id: string, seenUntil: number): void {
  const visible = usePageVisible()
  const marks = useRecords('booking-mark')
  const before = marks?.get(id)?.seenUntil ?? 0
  const isLater = marks !== undefined && seenUntil > before
  useEffectOn(`${id} ${seenUntil} ${isLater && visible}`, () => {
    if (!isLater || !visible) return
    getData()
      .records.edit([
        { coll: 'booking-mark', id, op: 'set', base: { seenUntil: before }, set: { seenUntil } },
      ])
      .catch(() => undefined)
  })
}
