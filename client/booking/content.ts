import type { NewKey } from '#client/lib/data/ids.ts'
import { sameContent } from '#client/outbox/entry.ts'
import { TIME_MESSAGE } from '#shared/booking/api.ts'
import { catalogue, type ServiceType } from '#shared/booking/catalogue.ts'
import { dialCodeOf, joinPhone, mainDialCodes, otherDialCodes } from '#shared/booking/phone.ts'
import { BookingPost, serviceOnWire } from '#shared/booking/schema.ts'
import { clockTime } from '#shared/booking/times.ts'
import { parse } from '#shared/lib/result.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { FORM_NAME, SPAM_TRAP } from '#shared/submissions/form-post.ts'
import type { Draft, WireFields } from './flow.ts'

/** The form fields of `POST /`; `zone` is the time zone in which the visitor saw the time. */
export function wireFields(draft: Draft, service: ServiceType, zone: string): WireFields {
  const asks = catalogue[service].asksDestinations
  return {
    [FORM_NAME]: 'booking',
    [SPAM_TRAP]: '',
    first_name: draft.firstName.trim(),
    last_name: draft.lastName.trim(),
    email: draft.email.trim(),
    phone: joinPhone(dialCodeOf(draft.country) ?? '', draft.phone),
    message: draft.message.trim(),
    service_type: serviceOnWire(service),
    ...timeFields(draft.start, zone),
    destinations: asks ? draft.destinations.join(',') : '',
    other_destination: asks ? draft.otherDestination.trim() : '',
  }
}

function timeFields(start: number | null, zone: string): WireFields {
  if (start === null) return { timezone: zone }
  return {
    start: new Date(start).toISOString(),
    date: wallOf(start, zone).date,
    time: clockTime(start, zone),
    timezone: zone,
  }
}

/** Country of a dial code; the first in the list if several countries share the code. */
export function countryOf(dialCode: string): string | undefined {
  return [...mainDialCodes, ...otherDialCodes()].find((entry) => entry.code === dialCode)?.country
}

/**
 * The idempotency key for this content. An unanswered attempt keeps its key, so a request that had
 * arrived is not booked twice. A new key is needed after a refusal, and after an acceptance if the
 * content has changed.
 */
export function keyFor(draft: Draft, fields: WireFields, newKey: NewKey): string {
  const { attempt, key } = draft
  if (!attempt || attempt.state === 'open') return key
  return attempt.state === 'accepted' && sameContent(attempt.fields, fields) ? key : newKey()
}

export const TERMS_MESSAGE = 'Please accept the Terms of Use and Privacy Notice to proceed.'

/** Messages by field name; `terms` is checked here only and never sent. */
export type Problems = Partial<Record<string, string>>

/** Validates with the schema that the server uses. */
export function problemsOf(fields: WireFields, terms: boolean): Problems {
  const parsed = parse(BookingPost, fields)
  const problems: Problems = parsed.ok ? {} : { ...parsed.refusal.fields }
  return terms ? problems : { ...problems, terms: TERMS_MESSAGE }
}

const inForm = ['first_name', 'last_name', 'email', 'phone', 'message', 'terms']

/** Message for a field that is not on this form, such as the time chosen one step earlier. */
export function problemElsewhere(problems: Problems): string | undefined {
  const names = Object.keys(problems).filter((name) => !inForm.includes(name))
  if (names.length === 0) return undefined
  const ofTime = names.some((name) => ['start', 'date', 'time', 'timezone'].includes(name))
  return ofTime ? TIME_MESSAGE : problems[names[0] ?? '']
}
