import * as v from 'valibot'
import type { Service } from '#shared/content/service.ts'

/** Until this many hours before its start a guest may move or cancel a new booking, with a full refund. */
export const CANCELLATION_HOURS = 24

export const VatRule = v.strictObject({
  home: v.picklist(['standard', 'reduced', 'none']),
  abroad: v.picklist(['none', 'as_at_home']),
})

/**
 * The service of a booking as it was when the booking was made. What the owner publishes later changes nothing in
 * it, also if the service is no longer offered. The price and the buyer's VAT are fields of the booking itself.
 */
export const BookedService = v.strictObject({
  title: v.string(),
  durationMinutes: v.number(),
  vat: VatRule,
  asksDestinations: v.boolean(),
  side: v.picklist(['artistry', 'mastery']),
  /** What its price is called: `Planning fee`. */
  feeLabel: v.string(),
  /** The cancellation rule: `CANCELLATION_HOURS` at that time. */
  cancellationHours: v.number(),
})

export type BookedService = v.InferOutput<typeof BookedService>

export function toBookedService(service: Service): BookedService {
  const { title, durationMinutes, asksDestinations, side, feeLabel } = service
  const { home, abroad } = service.vat
  return {
    ...{ title, durationMinutes, asksDestinations, side, feeLabel },
    vat: { home, abroad },
    cancellationHours: CANCELLATION_HOURS,
  }
}

/** Reads a stored booking's column `service`. */
export function parseBookedService({ service }: { service: string }): BookedService {
  return v.parse(BookedService, JSON.parse(service))
}
