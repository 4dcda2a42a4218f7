import type { KeyGenerator } from '#client/lib/data/ids.ts'
import { type FieldErrors, listFieldErrors } from '#client/lib/use-form.ts'
import { isSameContent } from '#client/outbox/entry.ts'
import { TIME_MESSAGE } from '#shared/booking/api.ts'
import { SITE_VERSION_FIELD } from '#shared/booking/booked-service.ts'
import { createBookingPost, toWireServiceType } from '#shared/booking/schema.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import type { Service } from '#shared/content/service.ts'
import { isPaid } from '#shared/content/services.ts'
import { formatPhone } from '#shared/lib/phone/phone.ts'
import { parse } from '#shared/lib/result.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { buyerKinds, EARLY_START_MESSAGE, TICKED } from '#shared/payment/purchase.ts'
import { needsEarlyStart } from '#shared/payment/withdrawal.ts'
import { FORM_NAME_FIELD, HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'
import {
  buyerNames,
  type Draft,
  type Flow,
  pickTyped,
  type Typed,
  type WireFields,
} from './flow.ts'

/** The service to book, and the version of the site's content that the visitor saw. */
interface Booked {
  service: Pick<Service, 'type' | 'amount' | 'asksDestinations'>
  version: number
}

/** The form fields of `POST /`; `zone` is the time zone in which the visitor saw the time. */
export function toWireFields(
  { typed, start }: Draft,
  { service, version }: Booked,
  zone: string,
): WireFields {
  const text = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, value.trim()]),
  )
  const { first_name, last_name, email, message, destinations, other_destination } = text as Typed
  return {
    [FORM_NAME_FIELD]: 'booking',
    [HONEYPOT_FIELD]: '',
    ...{ first_name, last_name, email, message },
    phone: formatPhone(typed.country, typed.phone),
    service_type: toWireServiceType(service.type),
    [SITE_VERSION_FIELD]: String(version),
    ...toTimeFields(start, zone),
    destinations: '',
    other_destination: '',
    ...(service.asksDestinations && { destinations, other_destination }),
    ...(isPaid(service) && toBuyerFields(text)),
  }
}

/** Only the fields that are asked for: a private buyer has no company. */
function toBuyerFields(text: WireFields): WireFields {
  return {
    ...pickTyped(text, buyerNames),
    ...(text.buyer_kind !== 'company' && { buyer_company: '', buyer_number: '' }),
    ...(text.buyer_kind !== 'private' && { early_start: '' }),
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

/** What the steps after the details show: no phone and message, and only the buyer's country. */
export function toConfirmedFields(fields: WireFields): WireFields {
  const { buyer_country } = fields
  const hidden: string[] = ['phone', 'message', ...buyerNames]
  const shown = Object.entries(fields).filter(([name]) => !hidden.includes(name))
  return { ...Object.fromEntries(shown), ...(buyer_country && { buyer_country }) }
}

/** Whether a private buyer must ask to meet early; the server decides again by its own clock. */
export function needsEarlyStartBox({ typed, start, ownerZone }: Draft, now: number): boolean {
  const kind = buyerKinds.find((one) => one === typed.buyer_kind)
  if (!kind || start === null || ownerZone === null) return false
  return needsEarlyStart(kind, { start, purchasedAt: now, zone: ownerZone })
}

/** Whether two requests are the same, apart from the version of the site that the visitor saw. */
export function isSameRequest(
  { [SITE_VERSION_FIELD]: _version, ...a }: WireFields,
  { [SITE_VERSION_FIELD]: _otherVersion, ...b }: WireFields,
): boolean {
  return isSameContent(a, b)
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

/** Validates with the schema and the rule that the server uses; `terms` is checked here only and never sent. */
export function validateBooking(
  fields: WireFields,
  { draft, service }: Pick<Flow, 'draft' | 'service'>,
  now: number,
): FieldErrors {
  const lacksEarlyStart =
    fields.buyer_kind !== undefined &&
    fields.early_start !== TICKED &&
    needsEarlyStartBox(draft, now)
  return {
    ...listFieldErrors(parse(createBookingPost(service), fields)),
    ...(lacksEarlyStart && { early_start: EARLY_START_MESSAGE }),
    ...(draft.terms ? {} : { terms: TERMS_MESSAGE }),
  }
}

const formFieldNames: string[] = [
  ...['first_name', 'last_name', 'email', 'phone', 'message', 'terms'],
  ...buyerNames,
]

/** Message for a field that is not on this form, such as the time chosen one step earlier. */
export function findErrorOutsideForm(errors: FieldErrors): string | undefined {
  const names = Object.keys(errors).filter((name) => !formFieldNames.includes(name))
  if (names.length === 0) return undefined
  const ofTime = names.some((name) => ['start', 'date', 'time', 'timezone'].includes(name))
  return ofTime ? TIME_MESSAGE : errors[names[0] ?? '']
}
