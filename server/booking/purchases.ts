import type { Tx } from '#server/db/database.ts'
import {
  type ChangedService,
  describeChanges,
  toVisibleService,
} from '#shared/booking/booked-service.ts'
import type { Service, ServiceType } from '#shared/content/service.ts'
import { findService } from '#shared/content/services.ts'
import { siteContent } from '#shared/content/site-content.ts'
import type { Buyer, Purchase } from '#shared/payment/purchase.ts'
import { getRefundableAmount } from '#shared/payment/reversals.ts'
import { decideVat } from '#shared/payment/vat.ts'
import { getWithdrawalTerms, type WithdrawalTerms } from '#shared/payment/withdrawal.ts'
import type { BookingParts } from './ports.ts'
import { type Booking, readEvents } from './store.ts'

/** Buyer and VAT of a paid booking, as JSON; null for a free one. */
export function serializePurchase(
  { vat: rule }: Service,
  buyer: Buyer | null,
  isRegistered: boolean,
): string | null {
  if (!buyer) return null
  const vat = decideVat(rule, { isRegistered, country: buyer.country })
  return JSON.stringify({ buyer, vat } satisfies Purchase)
}

/** Null for a free booking, and once its guest is erased. */
export function parsePurchase({ purchase }: Booking): Purchase | null {
  return purchase === null ? null : JSON.parse(purchase)
}

/** The terms of the right to withdraw; null for bookings without that right. */
function findWithdrawalTerms(
  booking: Booking,
  now: number,
  cancelledAt?: number,
): WithdrawalTerms | null {
  const { paid_at: paidAt, status, payment, starts_at: start, owner_zone: zone } = booking
  const purchase = parsePurchase(booking)
  const cancelled = cancelledAt === undefined ? {} : { cancelledAt }
  return getWithdrawalTerms({ purchase, paidAt, status, payment, start, zone, ...cancelled }, now)
}

/** `refund`: what a withdrawal refunds, minor units. */
export type Withdrawal = WithdrawalTerms & { refund: number }

/**
 * The same, with what a withdrawal refunds. From a cancelled booking a guest can withdraw once, and
 * only while part of the payment was not refunded: after a refund that failed, the owner pays it
 * back in another way, and a second refund would pay it twice.
 */
export async function readWithdrawal(
  tx: Tx,
  parts: Pick<BookingParts, 'clock' | 'readMoneyEvents'>,
  booking: Booking,
): Promise<Withdrawal | null> {
  const { id, status } = booking
  const events = status === 'cancelled' ? await readEvents(tx, [id]) : []
  const cancelled = events.filter(({ kind }) => kind === 'cancelled')
  const terms = findWithdrawalTerms(booking, parts.clock(), cancelled[0]?.at)
  if (!terms) return null
  const money = await parts.readMoneyEvents(tx, [id])
  const refund = getRefundableAmount(booking, money)
  const isSettled =
    refund === 0 ||
    cancelled.some(({ data }) => data.isWithdrawal === true) ||
    money.some((event) => event.kind === 'refund' && event.state === 'failed')
  return { ...terms, isOpen: terms.isOpen && !(status === 'cancelled' && isSettled), refund }
}

/** How long what a page showed is honoured after the owner has published something else, ms. */
const HONOURED_FOR = 24 * 3_600_000

interface SeenPage {
  type: ServiceType
  /** The version that the visitor saw; undefined means the current one. */
  version: number | undefined
}

/** The service that a visitor books. */
export type SeenService =
  | { state: 'offered'; service: Service }
  /** The page is too old, and what it showed of the service is no longer so. `seen`: as it was; undefined if nobody knows. */
  | { state: 'changed'; seen: Service | undefined; current: ChangedService }
  /** No longer offered: no version of a page makes a service bookable that the owner has taken back. */
  | { state: 'gone'; seen: Service | undefined }
  /** The site never had it. */
  | { state: 'unknown' }

/**
 * The service by the version that a visitor saw: only the number comes from the browser. A version that was current
 * within the last 24 hours is honoured.
 */
export async function findSeenService(
  tx: Tx,
  parts: Pick<BookingParts, 'clock' | 'isVatRegistered' | 'findSiteVersion'>,
  { type, version }: SeenPage,
): Promise<SeenService> {
  const { version: currentVersion, services } = siteContent()
  const current = findService(type)
  if (current && (version === undefined || version === currentVersion))
    return { state: 'offered', service: current }
  const page = version === undefined ? undefined : await parts.findSiteVersion(tx, version)
  const seen = page?.services.find((service) => service.type === type && service.isShown)
  if (!current) {
    const isKnown = seen !== undefined || services.some((service) => service.type === type)
    return isKnown ? { state: 'gone', seen } : { state: 'unknown' }
  }
  const { supersededAt = 0 } = page ?? {}
  if (seen && (supersededAt === null || parts.clock() - supersededAt < HONOURED_FOR))
    return { state: 'offered', service: seen }
  const changes = seen && describeChanges(seen, current, parts)
  if (changes?.length === 0) return { state: 'offered', service: current }
  return {
    state: 'changed',
    seen,
    current: {
      version: currentVersion,
      service: toVisibleService(current),
      changes: changes ?? [],
    },
  }
}
