import * as v from 'valibot'
import type { BuyerGroup, Service } from '#shared/content/service.ts'
import { formatFee, isPaid } from '#shared/content/services.ts'
import type { Refusal } from '#shared/lib/result.ts'
import { decideVat, HOME_COUNTRY } from '#shared/payment/vat.ts'

/** Until this many hours before its start a guest may move or cancel a new booking, with a full refund. */
export const CANCELLATION_HOURS = 24

const VatRule = v.strictObject({
  home: v.picklist(['standard', 'reduced', 'none']),
  abroad: v.picklist(['none', 'as_at_home']),
})

const Buyers = v.picklist(['both', 'private', 'company'])

/**
 * The service of a booking as it was when the booking was made. What the owner publishes later changes nothing in
 * it, also if the service is no longer offered. The price and the buyer's VAT are fields of the booking itself.
 */
export const BookedService = v.strictObject({
  title: v.string(),
  durationMinutes: v.number(),
  /** Missing in bookings from before there were pauses, like `buyers`. */
  pauseMinutes: v.optional(v.number(), 0),
  buyers: v.optional(Buyers, 'both'),
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
  const { title, durationMinutes, pauseMinutes, buyers, asksDestinations, side, feeLabel } = service
  const { home, abroad } = service.vat
  return {
    ...{ title, durationMinutes, pauseMinutes, buyers, asksDestinations, side, feeLabel },
    vat: { home, abroad },
    cancellationHours: CANCELLATION_HOURS,
  }
}

/** Reads a stored booking's column `service`. */
export function parseBookedService({ service }: { service: string }): BookedService {
  return v.parse(BookedService, JSON.parse(service))
}

/** The field of a booking with the version of the site's content that the visitor saw. */
export const SITE_VERSION_FIELD = 'site_version'

/** What a visitor sees of a service before booking it, as far as the booking depends on it. */
const VisibleService = v.object({
  title: v.string(),
  durationMinutes: v.number(),
  /** Minor units. */
  amount: v.number(),
  currency: v.literal('nok'),
  isPerHour: v.boolean(),
  vat: VatRule,
  buyers: Buyers,
  asksDestinations: v.boolean(),
  feeLabel: v.string(),
})

/** With the refusal `service_changed`: the service of the current version, and how it differs from the one that the visitor saw. */
export const ChangedService = v.object({
  version: v.number(),
  service: VisibleService,
  /** Sentences. */
  changes: v.array(v.string()),
})

export type ChangedService = v.InferOutput<typeof ChangedService>

/** What is offered now, if a refusal says that the service has changed since the visitor saw it. */
export function readChangedService({
  code,
  current,
}: Pick<Refusal, 'code' | 'current'>): ChangedService | undefined {
  const read = code === 'service_changed' ? v.safeParse(ChangedService, current) : undefined
  return read?.success ? read.output : undefined
}

export function toVisibleService(service: Service): ChangedService['service'] {
  const {
    title,
    durationMinutes,
    amount,
    currency,
    isPerHour,
    buyers,
    asksDestinations,
    feeLabel,
  } = service
  const { home, abroad } = service.vat
  return {
    ...{ title, durationMinutes, amount, currency, isPerHour, buyers, asksDestinations, feeLabel },
    vat: { home, abroad },
  }
}

/** What a visitor who saw `before` has to know of `after`, in sentences; none if nothing matters that differs. */
export function describeChanges(
  before: Service,
  after: Service,
  { isVatRegistered }: { isVatRegistered: boolean },
): string[] {
  const { title, durationMinutes: minutes, asksDestinations } = after
  const [oldCost, cost] = [formatCost(before), formatCost(after)]
  return [
    title === before.title ? '' : `${before.title} is now called ${title}.`,
    cost === oldCost ? '' : `It now costs ${cost} instead of ${oldCost}.`,
    minutes === before.durationMinutes
      ? ''
      : `It now takes ${minutes} minutes instead of ${before.durationMinutes}.`,
    isVatRegistered && isPaid(before) && isPaid(after) ? describeVatChange(before, after) : '',
    isPaid(after) && after.buyers !== before.buyers ? buyersChanges[after.buyers] : '',
    asksDestinations === before.asksDestinations
      ? ''
      : asksDestinations
        ? 'It now asks where you would like to go.'
        : 'It no longer asks where you would like to go.',
  ].filter(Boolean)
}

const buyersChanges: Readonly<Record<BuyerGroup, string>> = {
  both: 'Private people and companies can book it now.',
  private: 'Only private people can book it now.',
  company: 'Only companies can book it now.',
}

/** `NOK 1,500 per hour`, or `nothing` */
function formatCost(service: Service): string {
  if (!isPaid(service)) return 'nothing'
  return service.isPerHour ? `${formatFee(service)} per hour` : formatFee(service)
}

function describeVatChange(before: Service, after: Service): string {
  const formatRate = ({ vat }: Service) => {
    const { rate } = decideVat(vat, { isRegistered: true, country: HOME_COUNTRY })
    return rate > 0 ? `${rate}% VAT` : 'no VAT'
  }
  const [oldRate, rate] = [formatRate(before), formatRate(after)]
  if (rate !== oldRate) return `The price now includes ${rate} instead of ${oldRate}.`
  return before.vat.abroad === after.vat.abroad
    ? ''
    : 'The VAT for those who live outside Norway has changed.'
}
