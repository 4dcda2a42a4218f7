import type { Service } from '#shared/booking/catalogue.ts'
import type { Buyer, Purchase } from '#shared/payment/purchase.ts'
import { decideVat } from '#shared/payment/vat.ts'
import { getWithdrawalTerms, type WithdrawalTerms } from '#shared/payment/withdrawal.ts'
import type { Booking } from './store.ts'

/** The terms under which a paid service is booked, as JSON; null for a free one. */
export function serializePurchase(
  { title, vat: rule }: Service,
  buyer: Buyer | null,
  isRegistered: boolean,
): string | null {
  if (!buyer) return null
  const vat = decideVat(rule, { isRegistered, country: buyer.country })
  return JSON.stringify({ title, buyer, vat } satisfies Purchase)
}

/** Null for a free booking, and once its guest is erased. */
export function parsePurchase({ purchase }: Booking): Purchase | null {
  return purchase === null ? null : JSON.parse(purchase)
}

/** The terms of the right to withdraw; null for bookings without that right. */
export function findWithdrawalTerms(booking: Booking, now: number): WithdrawalTerms | null {
  const { paid_at: paidAt, status, payment, starts_at: start, owner_zone: zone } = booking
  const purchase = parsePurchase(booking)
  return getWithdrawalTerms({ purchase, paidAt, status, payment, start, zone }, now)
}
