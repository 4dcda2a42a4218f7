import * as v from 'valibot'
import { destinationChoices, OTHER_DESTINATION } from '#shared/content/destinations.ts'
import type { ServiceType } from '#shared/content/service.ts'
import { KnownServiceType } from '#shared/content/service-type.ts'
import { getService, isPaid } from '#shared/content/services.ts'
import { Email, FirstName, LastName, optionalText } from '#shared/lib/form-fields.ts'
import { Phone } from '#shared/lib/phone/phone.ts'
import { buyerFields, toBuyer, validateBuyer } from '#shared/payment/purchase.ts'
import { PlainDateText, TimeOfDay, ZoneName } from '#shared/schedule/schema.ts'
import { TIME_MESSAGE } from './api.ts'

const choices = new Set<string>(destinationChoices)

const Destinations = v.pipe(
  v.optional(v.string(), ''),
  v.transform((joined) =>
    joined
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
  v.check((names) => names.every((name) => choices.has(name)), 'Please choose from the list.'),
)

const ServiceTypeOnWire = v.pipe(
  v.string(),
  v.transform((name) => name.replaceAll('_', '-')),
  KnownServiceType,
)

/** An ISO 8601 instant in UTC, as milliseconds. */
const Instant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/, 'This time is not valid.'),
  v.transform((iso) => Date.parse(iso)),
  v.check((ms) => !Number.isNaN(ms), 'This time is not valid.'),
)

/** Empty or missing: no time was chosen. */
const RequiredTime = v.pipe(v.optional(v.string(), ''), v.nonEmpty(TIME_MESSAGE))

/** What decides whether and how a buyer is asked for. */
const BuyerQuestion = v.object({ service_type: ServiceTypeOnWire, ...buyerFields })

/** The form's fields by their wire names, as `POST /` carries them. */
export const BookingPost = v.pipe(
  v.object({
    first_name: FirstName,
    last_name: LastName,
    email: Email,
    phone: Phone,
    message: optionalText(5000),
    service_type: ServiceTypeOnWire,
    start: v.optional(Instant),
    date: v.pipe(RequiredTime, PlainDateText),
    time: v.pipe(RequiredTime, TimeOfDay),
    timezone: ZoneName,
    destinations: Destinations,
    other_destination: optionalText(200),
    ...buyerFields,
  }),
  v.forward(
    v.check(
      (post) => !post.destinations.includes(OTHER_DESTINATION) || post.other_destination !== '',
      'Please name the country or region.',
    ),
    ['other_destination'],
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    // Also reads posts with faults in other fields, so that all messages appear together.
    const read = v.safeParse(BuyerQuestion, dataset.value)
    if (!read.success || !isPaid(getService(read.output.service_type))) return
    const input = read.output
    for (const [key, message] of Object.entries(validateBuyer(input)))
      addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: '' }] })
  }),
  // The buyer of a free booking is not asked for and not stored.
  v.transform((post) => ({
    ...post,
    buyer: isPaid(getService(post.service_type)) ? toBuyer(post) : null,
  })),
)

export type BookingPost = v.InferOutput<typeof BookingPost>

/** The fields of a post that a booking has; others are not stored, as they could have any size. */
export function pickBookingFields(posted: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(posted).filter(([name]) => Object.hasOwn(BookingPost.pipe[0].entries, name)),
  )
}

/** The wire name of a service: hyphens become underscores. */
export function toWireServiceType(type: ServiceType): string {
  return type.replaceAll('-', '_')
}
