import { type BookedService, toBookedService } from '#shared/booking/booked-service.ts'
import type { ServiceType } from '#shared/content/service.ts'
import { getService } from '#shared/content/services.ts'

/** What a booking of this service keeps of it today. */
export function buildBookedService(type: ServiceType): BookedService {
  return toBookedService(getService(type))
}

/** The same as the booking's column. */
export function buildServiceColumn(type: ServiceType): string {
  return JSON.stringify(buildBookedService(type))
}
