import type { Tx } from '#server/db/database.ts'
import type { BookingTable } from '#server/db/tables.ts'
import { oneLine } from '#server/mail/clean.ts'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import type { ServicePlace, ServicePlaces } from '#shared/booking/desk-place-api.ts'
import { type MeetingPlace, type PlaceKind, placeWords } from '#shared/booking/place.ts'
import { type PlaceColumns, readServicePlace } from './store.ts'

/** Where nothing is set: a room where one can be made, else a link that the owner sends. */
export function servicePlace(tx: Tx, type: ServiceType, rooms: boolean): ServicePlace {
  const unset: ServicePlace = rooms ? { kind: 'video_room' } : { kind: 'link', url: null }
  return readServicePlace(tx, type) ?? unset
}

/** What visitors are told before they book: no link, no address. */
export function placeKindsOf(tx: Tx, rooms: boolean): Record<ServiceType, PlaceKind> {
  const { places } = servicePlaces(tx, rooms)
  return {
    'initial-consultation': places['initial-consultation'].kind,
    'bespoke-planning': places['bespoke-planning'].kind,
    'business-consultancy': places['business-consultancy'].kind,
  }
}

export function servicePlaces(tx: Tx, rooms: boolean): ServicePlaces {
  const placeOf = (type: ServiceType) => servicePlace(tx, type, rooms)
  return {
    rooms,
    places: {
      'initial-consultation': placeOf('initial-consultation'),
      'bespoke-planning': placeOf('bespoke-planning'),
      'business-consultancy': placeOf('business-consultancy'),
    },
  }
}

/** A booking's place, for the words that are shared with pages. */
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
