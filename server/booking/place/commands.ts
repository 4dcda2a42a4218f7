import { reload } from '#server/booking/changes.ts'
import type { Act } from '#server/booking/desk-commands.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { type Booking, insertEvent } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import { decline } from '#server/http/answer.ts'
import { type GivenPlace, placeNames } from '#shared/booking/desk-place-api.ts'
import { placeColumns, updatePlace } from './store.ts'

/** Holds one booking's meeting elsewhere; its guest hears of it where it is confirmed. */
export const givePlace =
  (given: GivenPlace): Act =>
  (tx, parts, booking) => {
    if (given.kind === 'video_room' && !parts.rooms)
      return decline(409, 'no_rooms', 'No video provider is set, so no room can be made.')
    if (isPlaceOf(booking, given)) return decline(422, 'same', 'This is its meeting place already.')
    changePlace(tx, parts, { booking, given })
    return undefined
  }

function changePlace(
  tx: Tx,
  parts: BookingParts,
  { booking, given }: { booking: Booking; given: GivenPlace },
): void {
  const now = parts.clock()
  const confirmed = booking.status === 'confirmed'
  updatePlace(tx, booking.id, { ...placeColumns(given), updated_at: now, raise: confirmed })
  insertEvent(tx, {
    booking_id: booking.id,
    kind: 'placed',
    made_by: 'owner',
    at: now,
    data: { text: placeNames[given.kind] },
  })
  if (confirmed) parts.effects.placed(tx, reload(tx, booking.id), booking)
}

/** A room's link is the provider's, so any automatic room is the same. */
function isPlaceOf(booking: Booking, given: GivenPlace): boolean {
  const { place, meeting_url, address } = placeColumns(given)
  if (place !== booking.place) return false
  return (
    place === 'video_room' || (meeting_url === booking.meeting_url && address === booking.address)
  )
}
