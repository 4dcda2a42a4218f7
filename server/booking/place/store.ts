import { sql } from 'kysely'
import { query, type Tx, template } from '#server/db/database.ts'
import type { BookingTable } from '#server/db/tables.ts'
import { oneLine } from '#server/mail/clean.ts'
import { type ServiceType, serviceTypes } from '#shared/booking/catalogue.ts'
import type { ServicePlace, ServicePlaces } from '#shared/booking/desk-place-api.ts'
import { type MeetingPlace, type PlaceKind, placeWords } from '#shared/booking/place.ts'

type PlaceColumns = Pick<BookingTable, 'place' | 'meeting_url' | 'address'>

/** A meeting location as columns. The link of a video room is null: the video provider sets it. */
export function placeColumns(given: ServicePlace): PlaceColumns {
  return {
    place: given.kind,
    meeting_url: given.kind === 'link' ? given.url : null,
    address: given.kind === 'in_person' ? given.address : '',
  }
}

function readServicePlace(tx: Tx, type: ServiceType): ServicePlace | undefined {
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
    /** Raises `sequence`, because the guest has a calendar entry that this changes. */
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

/** More than the dashboard shows at once. */
const MOST = 50

/** Spelled as in the partial index `booking_without_link`; bound values would not match it. */
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

/** Upcoming confirmed bookings without a meeting link, the soonest first. */
export function bookingsWithoutLink(tx: Tx, now: number): BookingTable[] {
  return tx.all(withoutLink({ now }))
}

/** A service's default location. If none is set: a video room if possible, else a link. */
export function servicePlace(tx: Tx, type: ServiceType, rooms: boolean): ServicePlace {
  const unset: ServicePlace = rooms ? { kind: 'video_room' } : { kind: 'link', url: null }
  return readServicePlace(tx, type) ?? unset
}

/** What visitors see before they book: the kind of location, without its link or address. */
export function placeKindsOf(tx: Tx, rooms: boolean): Record<ServiceType, PlaceKind> {
  const kinds = serviceTypes.map((type) => [type, servicePlace(tx, type, rooms).kind])
  return Object.fromEntries(kinds) as Record<ServiceType, PlaceKind>
}

export function servicePlaces(tx: Tx, rooms: boolean): ServicePlaces {
  const places = serviceTypes.map((type) => [type, servicePlace(tx, type, rooms)])
  return { rooms, places: Object.fromEntries(places) as ServicePlaces['places'] }
}

/** A booking's meeting location, in the shape that the texts shared with pages need. */
export function meetingPlace(booking: BookingTable): MeetingPlace {
  const { place, meeting_url, address, phone } = booking
  return { place, meetingUrl: meeting_url, address: oneLine(address), phone: oneLine(phone) }
}

/** Whether two places are the same to the guest. */
export function isSamePlace(one: PlaceColumns, other: PlaceColumns): boolean {
  return (
    one.place === other.place &&
    one.meeting_url === other.meeting_url &&
    one.address === other.address
  )
}

/** `Video room: https://…`, for texts that cannot hold a link. */
export function placeLine(booking: BookingTable): string {
  const { label, text, url } = placeWords(meetingPlace(booking))
  return `${label}: ${url ?? text}`
}
