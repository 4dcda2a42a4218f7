import type { KeyGenerator } from '#client/lib/data/ids.ts'
import { isSameContent } from '#client/outbox/entry.ts'
import { TIME_MESSAGE } from '#shared/booking/api.ts'
import { catalogue, isPaid, type ServiceType } from '#shared/booking/catalogue.ts'
import { BookingPost, toWireServiceType } from '#shared/booking/schema.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { formatPhone } from '#shared/lib/phone/phone.ts'
import { parse } from '#shared/lib/result.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import {
  type BuyerPost,
  buyerFields,
  buyerKinds,
  EARLY_START_MESSAGE,
  TICKED,
} from '#shared/payment/purchase.ts'
import { needsEarlyStart } from '#shared/payment/withdrawal.ts'
import { FORM_NAME_FIELD, HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'
import type { Draft, DraftBuyer, WireFields } from './flow.ts'

/** The form fields of `POST /`; `zone` is the time zone in which the visitor saw the time. */
export function toWireFields(draft: Draft, service: ServiceType, zone: string): WireFields {
  const asksDestinations = catalogue[service].asksDestinations
  return {
    [FORM_NAME_FIELD]: 'booking',
    [HONEYPOT_FIELD]: '',
    first_name: draft.firstName.trim(),
    last_name: draft.lastName.trim(),
    email: draft.email.trim(),
    phone: formatPhone(draft.country, draft.phone),
    message: draft.message.trim(),
    service_type: toWireServiceType(service),
    ...toTimeFields(draft.start, zone),
    destinations: asksDestinations ? draft.destinations.join(',') : '',
    other_destination: asksDestinations ? draft.otherDestination.trim() : '',
    ...(isPaid(catalogue[service]) ? toBuyerFields(draft.buyer) : {}),
  }
}

/** Only the fields that are asked for: a private buyer has no company. */
function toBuyerFields(buyer: DraftBuyer): BuyerPost {
  const isCompany = buyer.kind === 'company'
  return {
    buyer_kind: buyer.kind,
    buyer_country: buyer.country,
    buyer_company: isCompany ? buyer.company.trim() : '',
    buyer_number: isCompany ? buyer.organizationNumber.trim() : '',
    buyer_street: buyer.street.trim(),
    buyer_postal_code: buyer.postalCode.trim(),
    buyer_city: buyer.city.trim(),
    early_start: buyer.kind === 'private' && buyer.asksEarlyStart ? TICKED : '',
  }
}

function toTimeFields(start: number | null, zone: string): WireFields {
  if (start === null) return { timezone: zone }
  return {
    start: new Date(start).toISOString(),
    date: toWallTime(start, zone).date,
    time: formatClockTime(start, zone),
    timezone: zone,
  }
}

/** The buyer of a draft that is restored from what was sent. */
export function toDraftBuyer(fields: WireFields): DraftBuyer {
  return {
    kind: buyerKinds.find((kind) => kind === fields.buyer_kind) ?? '',
    country: fields.buyer_country ?? '',
    company: fields.buyer_company ?? '',
    organizationNumber: fields.buyer_number ?? '',
    street: fields.buyer_street ?? '',
    postalCode: fields.buyer_postal_code ?? '',
    city: fields.buyer_city ?? '',
    asksEarlyStart: fields.early_start === TICKED,
  }
}

/** What the steps after the details show: no phone and message, and only the buyer's country. */
export function toConfirmedFields(fields: WireFields): WireFields {
  const { buyer_country } = fields
  const hidden = ['phone', 'message', ...Object.keys(buyerFields)]
  const shown = Object.entries(fields).filter(([name]) => !hidden.includes(name))
  return { ...Object.fromEntries(shown), ...(buyer_country && { buyer_country }) }
}

/** Whether a private buyer must ask to meet early; the server decides again by its own clock. */
export function needsEarlyStartBox({ buyer, start, ownerZone }: Draft, now: number): boolean {
  if (buyer.kind === '' || start === null || ownerZone === null) return false
  return needsEarlyStart(buyer.kind, { start, purchasedAt: now, zone: ownerZone })
}

/**
 * The idempotency key for this content. An unanswered attempt keeps its key, so a request that had
 * arrived is not booked twice. A new key is needed after a refusal, and after an acceptance if the
 * content has changed.
 */
export function chooseIdempotencyKey(
  draft: Draft,
  fields: WireFields,
  newKey: KeyGenerator,
): string {
  const { attempt, key } = draft
  if (!attempt || attempt.state === 'open') return key
  return attempt.state === 'accepted' && isSameContent(attempt.fields, fields) ? key : newKey()
}

export const TERMS_MESSAGE = 'Please accept the Terms of Use and Privacy Notice to proceed.'

/** Messages by field name; `terms` is checked here only and never sent. */
export type FieldErrors = Partial<Record<string, string>>

/** Validates with the schema and the rule that the server uses. */
export function validateBooking(fields: WireFields, draft: Draft, now: number): FieldErrors {
  const parsed = parse(BookingPost, fields)
  const lacksEarlyStart =
    fields.buyer_kind !== undefined &&
    fields.early_start !== TICKED &&
    needsEarlyStartBox(draft, now)
  return {
    ...(parsed.ok ? {} : parsed.refusal.fields),
    ...(lacksEarlyStart && { early_start: EARLY_START_MESSAGE }),
    ...(draft.terms ? {} : { terms: TERMS_MESSAGE }),
  }
}

const formFieldNames = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'message',
  'terms',
  ...Object.keys(buyerFields),
]

/** Message for a field that is not on this form, such as the time chosen one step earlier. */
export function findErrorOutsideForm(problems: FieldErrors): string | undefined {
  const names = Object.keys(problems).filter((name) => !formFieldNames.includes(name))
  if (names.length === 0) return undefined
  const ofTime = names.some((name) => ['start', 'date', 'time', 'timezone'].includes(name))
  return ofTime ? TIME_MESSAGE : problems[names[0] ?? '']
}
