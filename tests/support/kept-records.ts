import { keepPage } from '#client/book/desk-records.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { astrid } from './owners-store.ts'

/** Leaves these bookings on the owner's device, as a desk that fetched all of them does. */
export async function keepBookings(bookings: readonly DeskBooking[]): Promise<void> {
  const about = { timeZone: bookings[0]?.ownerZone ?? 'Europe/Oslo' }
  const page = {
    before: undefined,
    standing: { epoch: 'one', seq: bookings.length, floor: 0, about },
    asOf: 1,
    put: bookings.map((record) => ({ id: record.id, record })),
    gone: [],
  }
  const kept = await keepPage({ userId: astrid.id, kind: 'booking' }, page)
  if (kept !== 'kept') throw new Error(`The bookings were not kept: ${kept}`)
}
