import type { Generated } from 'kysely'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import type { PlaceKind } from '#shared/booking/place.ts'

// Beside the bookings themselves; times are UTC milliseconds, structures are JSON text.

/** Where a service's meetings are held by default. */
export interface ServicePlaceTable {
  service_type: ServiceType
  place: PlaceKind
  meeting_url: string | null
  address: string
}

export interface BookingEventTable {
  id: Generated<number>
  booking_id: string
  kind:
    | 'accepted'
    | 'moved'
    | 'offered'
    | 'cancelled'
    | 'expired'
    | 'completed'
    | 'no_show'
    | 'refunded'
    | 'resent'
    | 'kept'
    | 'mail_withheld'
    | 'placed'
    | 'note'
  made_by: 'owner' | 'guest' | 'server'
  at: number
  data: string
}
