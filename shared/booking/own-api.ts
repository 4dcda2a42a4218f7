import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'
import { BookingId } from './booking-id.ts'
import { serviceTypes } from './catalogue.ts'
import { bookingStatuses } from './status.ts'

export const OwnBooking = v.object({
  id: BookingId,
  serviceType: v.picklist(serviceTypes),
  status: v.picklist(bookingStatuses),
  /** ISO 8601. */
  start: v.string(),
  /** The zone that was chosen when it was made. */
  timezone: v.string(),
  /** The signed page to see, move or cancel it; a path on this site. */
  manageUrl: v.string(),
})

export type OwnBooking = v.InferOutput<typeof OwnBooking>

/** What was booked with the confirmed address of whoever is signed in, the latest first. */
export const getMyBookings = endpoint({
  name: 'get-my-bookings',
  method: 'GET',
  access: 'account',
  input: v.object({}),
  output: v.array(OwnBooking),
  failure: 'Failed to load your bookings',
})
