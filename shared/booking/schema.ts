import * as v from 'valibot'
import { destinationChoices, OTHER_DESTINATION } from '#shared/content/destinations.ts'
import type { Service, ServiceType } from '#shared/content/service.ts'
import { ServiceTypeText } from '#shared/content/service-type.ts'
import { isPaid } from '#shared/content/services.ts'
import { Email, FirstName, LastName, optionalText } from '#shared/lib/form-fields.ts'
import { Phone } from '#shared/lib/phone/phone.ts'
import { buyerFields, toBuyer, validateBuyer } from '#shared/payment/purchase.ts'
import { PlainDateText, TimeOfDay, ZoneName } from '#shared/schedule/schema.ts'
import { TIME_MESSAGE } from './api.ts'
import { SITE_VERSION_FIELD } from './booked-service.ts'

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
  ServiceTypeText,
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

const BuyerQuestion = v.object(buyerFields)

/** The form's fields by their wire names, as `POST /` carries them. */
const bookingFields = v.object({
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
})

/** The schema of a booking of this service; undefined: of one that the site does not have. */
export function createBookingPost(service: Pick<Service, 'amount' | 'buyers'> | undefined) {
  const paid = service !== undefined && isPaid(service)
  return v.pipe(
    bookingFields,
    v.forward(
      v.check(
        (post) => !post.destinations.includes(OTHER_DESTINATION) || post.other_destination !== '',
        'Please name the country or region.',
      ),
      ['other_destination'],
    ),
    v.rawCheck(({ dataset, addIssue }) => {
      const refuse = (key: string, message: string) =>
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: {}, key, value: '' }],
        })
      if (!service) refuse('service_type', 'This service does not exist.')
      // Also reads posts with faults in other fields, so that all messages appear together.
      const read = v.safeParse(BuyerQuestion, dataset.value)
      if (!paid || !read.success) return
      for (const [key, message] of Object.entries(validateBuyer(read.output, service.buyers)))
        refuse(key, message)
    }),
    // The buyer of a free booking is not asked for and not stored.
    v.transform((post) => ({ ...post, buyer: paid ? toBuyer(post) : null })),
  )
}

export type BookingPost = v.InferOutput<ReturnType<typeof createBookingPost>>

/** Which service a post is about, and the version of the site's content that the visitor saw; undefined if it names none. */
export function readSeenPage(posted: Record<string, string>): {
  type: ServiceType
  version: number | undefined
} {
  const { service_type = '', [SITE_VERSION_FIELD]: version } = posted
  return {
    type: service_type.replaceAll('_', '-'),
    version: version === undefined ? undefined : parseSiteVersion(version),
  }
}

/** -1 for a text that names no version: nobody has seen such a page. */
function parseSiteVersion(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1
}

/** The fields of a post that a booking has; others are not stored, as they could have any size. */
export function pickBookingFields(posted: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(posted).filter(([name]) => Object.hasOwn(bookingFields.entries, name)),
  )
}

/** The wire name of a service: hyphens become underscores. */
export function toWireServiceType(type: ServiceType): string {
  return type.replaceAll('-', '_')
}
