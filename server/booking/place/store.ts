import { sql } from 'kysely'
import { query, type Tx, template } from '#server/db/database.ts'
import type { BookingTable } from '#server/db/tables.ts'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import type { ServicePlace } from '#shared/booking/desk-place-api.ts'

export type PlaceColumns = Pick<BookingTable, 'place' | 'meeting_url' | 'address'>

/** A place as its columns; a link of a room is the provider's to give. */
export function placeColumns(given: ServicePlace): PlaceColumns {
  return {
    place: given.kind,
    meeting_url: given.kind === 'link' ? given.url : null,
    address: given.kind === 'in_person' ? given.address : '',
  }
}

export function readServicePlace(tx: Tx, type: ServiceType): ServicePlace | undefined {
  const row = tx.get(query.selectFrom('service_place').selectAll().where('service_type', '=', type))
  if (!row) return undefined
  if (row.place === 'link') return { kind: 'link', url: row.meeting_url }
  if (row.place === 'in_person') return { kind: 'in_person', address: row.address }
  return { kind: row.place }
}

export function writeServicePlace(tx: Tx, type: ServiceType, given: ServicePlace): void {
  const columns = placeColumns(given)
  tx.run(
    query
      .insertInto('service_place')
      .values({ service_type: type, ...columns })
      .onConflict((conflict) => conflict.column('service_type').doUpdateSet(columns)),
  )
}

type PlaceChange = PlaceColumns &
  Pick<BookingTable, 'updated_at'> & {
    /** The guest has a calendar entry, which this changes. */
    raise: boolean
  }

export function updatePlace(tx: Tx, id: string, { raise, ...change }: PlaceChange): void {
  tx.run(
    query
      .updateTable('booking')
      .set((set) => ({ ...change, sequence: set('sequence', '+', raise ? 1 : 0) }))
      .where('id', '=', id),
  )
}

/** More than one look at the dashboard can show. */
const MOST = 50

/** In the words of the partial index `booking_without_link`, which bound values would not match. */
const waitsForLink = sql<boolean>`status = 'confirmed' AND meeting_url IS NULL
  AND place IN ('video_room', 'link')`

const withoutLink = template((from: { now: number }) =>
  query
    .selectFrom('booking')
    .selectAll()
    .where(waitsForLink)
    .where('starts_at', '>', from.now)
    .orderBy('starts_at')
    .limit(MOST),
)

/** Coming bookings whose guests still wait for a link, the soonest first. */
export function bookingsWithoutLink(tx: Tx, now: number): BookingTable[] {
  return tx.all(withoutLink({ now }))
}
