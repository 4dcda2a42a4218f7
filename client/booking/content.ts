import type { NewKey } from '#client/lib/data/ids.ts'
import { sameContent } from '#client/outbox/entry.ts'
import { catalogue, type ServiceType } from '#shared/booking/catalogue.ts'
import { dialCodeOf, joinPhone, mainDialCodes, otherDialCodes } from '#shared/booking/phone.ts'
import { serviceOnWire } from '#shared/booking/schema.ts'
import { clockTime } from '#shared/booking/times.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { FORM_NAME, SPAM_TRAP } from '#shared/submissions/form-post.ts'
import type { Draft, WireFields } from './draft.ts'

/** The form as `POST /` carries it; `zone` is the one in which the visitor saw the time. */
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

/** The country whose number this is; the first of the list where several share a code. */
export function countryOf(dialCode: string): string | undefined {
  return [...mainDialCodes, ...otherDialCodes()].find((entry) => entry.code === dialCode)?.country
}

/**
 * The key under which this content may go. An unanswered sending keeps its key, so that what arrived
 * is not booked twice; a refusal ends its key; an acceptance ends it for any other content.
 */
export function keyFor(draft: Draft, fields: WireFields, newKey: NewKey): string {
  const { attempt, key } = draft
  if (!attempt || attempt.state === 'open') return key
  return attempt.state === 'accepted' && sameContent(attempt.fields, fields) ? key : newKey()
}
