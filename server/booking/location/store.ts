import type { Tx } from '#server/db/database.ts'
import type { BookingTable, ServicePlaceTable } from '#server/db/tables.ts'
import { toSingleLine } from '#server/mail/typed-text.ts'
import {
  formatLocation,
  type LocationKind,
  type MeetingLocation,
} from '#shared/booking/meeting-location.ts'
import {
  addDefaultLocations,
  getUnsetLocation,
  type ServiceLocation,
  type ServiceLocations,
} from '#shared/booking/meeting-location-api.ts'
import type { ServiceType } from '#shared/content/service.ts'
import type { SettingGroups } from '#shared/desk/settings.ts'

type LocationColumns = Pick<BookingTable, 'place' | 'meeting_url' | 'address'>

/** A meeting location as columns. The link of a video room is null: the video provider sets it. */
export function toLocationColumns(given: ServiceLocation): LocationColumns {
  return {
    place: given.kind,
    meeting_url: given.kind === 'link' ? given.url : null,
    address: given.kind === 'in_person' ? given.address : '',
  }
}

/** The locations that the owner has set; with a `type`, that of this service. */
export async function readStoredLocations(
  tx: Tx,
  type?: ServiceType,
): Promise<SettingGroups['locations']> {
  const places = tx.selectFrom('service_place').selectAll()
  const rows = await (type ? places.where('service_type', '=', type) : places).execute()
  return Object.fromEntries(rows.map((row) => [row.service_type, toServiceLocation(row)]))
}

function toServiceLocation({ place, meeting_url, address }: ServicePlaceTable): ServiceLocation {
  if (place === 'link') return { kind: 'link', url: meeting_url }
  if (place === 'in_person') return { kind: 'in_person', address }
  return { kind: place }
}

export async function writeServiceLocation(
  tx: Tx,
  type: ServiceType,
  given: ServiceLocation,
): Promise<void> {
  const columns = toLocationColumns(given)
  await tx
    .insertInto('service_place')
    .values({ service_type: type, ...columns })
    .onConflict((conflict) => conflict.column('service_type').doUpdateSet(columns))
    .execute()
}

type LocationChange = LocationColumns &
  Pick<BookingTable, 'updated_at'> & {
    /** Raises `sequence`, because the guest has a calendar entry that this changes. */
    raisesSequence: boolean
  }

export async function updateLocation(
  tx: Tx,
  id: string,
  { raisesSequence, ...change }: LocationChange,
): Promise<void> {
  await tx
    .updateTable('booking')
    .set((set) => ({ ...change, sequence: set('sequence', '+', raisesSequence ? 1 : 0) }))
    .where('id', '=', id)
    .execute()
}

/** A service's default location. */
export async function readServiceLocation(
  tx: Tx,
  type: ServiceType,
  rooms: boolean,
): Promise<ServiceLocation> {
  return (await readStoredLocations(tx, type))[type] ?? getUnsetLocation(rooms)
}

/** What visitors see before they book: the kind of location, without its link or address. */
export async function readLocationKinds(
  tx: Tx,
  rooms: boolean,
): Promise<Record<ServiceType, LocationKind>> {
  const { locations } = await readServiceLocations(tx, rooms)
  const kinds = Object.entries(locations).map(([type, { kind }]) => [type, kind])
  return Object.fromEntries(kinds) as Record<ServiceType, LocationKind>
}

export async function readServiceLocations(tx: Tx, rooms: boolean): Promise<ServiceLocations> {
  return addDefaultLocations(await readStoredLocations(tx), rooms)
}

/** A booking's meeting location, in the shape that the texts shared with pages need. */
export function toMeetingLocation(booking: BookingTable): MeetingLocation {
  const { place, meeting_url, address, phone } = booking
  return {
    locationKind: place,
    meetingUrl: meeting_url,
    address: toSingleLine(address),
    phone: toSingleLine(phone),
  }
}

/** Whether two places are the same to the guest. */
export function isSameLocation(one: LocationColumns, other: LocationColumns): boolean {
  return (
    one.place === other.place &&
    one.meeting_url === other.meeting_url &&
    one.address === other.address
  )
}

/** `Video room: https://…`, for texts that cannot hold a link. */
export function formatLocationLine(booking: BookingTable): string {
  const { label, text, url } = formatLocation(toMeetingLocation(booking))
  return `${label}: ${url ?? text}`
}
