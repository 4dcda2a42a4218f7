import * as v from 'valibot'
import { instantsOfWall } from '../lib/zone.ts'
import { minuteOf } from '../schedule/opening.ts'
import { PlainDateText, TimeOfDay, ZoneName } from '../schedule/schema.ts'
import {
  destinationChoices,
  OTHER_DESTINATION,
  type ServiceType,
  serviceTypes,
} from './catalogue.ts'
import { parsePhone } from './phone.ts'

const text = (max: number) =>
  v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(max, `Please keep this under ${max} characters.`)),
    '',
  )

const required = (label: string, max: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty(`Please enter your ${label}.`),
    v.maxLength(max, `Please keep this under ${max} characters.`),
  )

export const Email = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('Please enter your email.'),
  v.maxLength(254, 'This email address is too long.'),
  v.email('Please enter an email address such as name@example.com.'),
)

export const Phone = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('Please enter your phone number.'),
  v.maxLength(40, 'Phone number is too long'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const parsed = parsePhone(dataset.value)
    if (!parsed.ok) addIssue({ message: parsed.refusal.error })
  }),
)

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
  v.picklist(serviceTypes, 'This service is not known.'),
)

/** An ISO 8601 instant in UTC, as milliseconds. */
const Instant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/, 'This time is not readable.'),
  v.transform((iso) => Date.parse(iso)),
  v.check((ms) => !Number.isNaN(ms), 'This time is not readable.'),
)

/** The form's fields by their wire names, as `POST /` carries them. */
export const BookingPost = v.pipe(
  v.object({
    first_name: required('first name', 100),
    last_name: required('last name', 100),
    email: Email,
    phone: Phone,
    message: text(5000),
    service_type: ServiceTypeOnWire,
    start: v.optional(Instant),
    date: PlainDateText,
    time: TimeOfDay,
    timezone: ZoneName,
    destinations: Destinations,
    other_destination: text(200),
  }),
  v.forward(
    v.check(
      (post) => !post.destinations.includes(OTHER_DESTINATION) || post.other_destination !== '',
      'Please name the country or region.',
    ),
    ['other_destination'],
  ),
)

export type BookingPost = v.InferOutput<typeof BookingPost>

/** The instant a post asks for; without `start` a wall time that is skipped or doubled has none. */
export function startOf(post: BookingPost): number | undefined {
  if (post.start !== undefined) return post.start
  const instants = instantsOfWall(post.date, minuteOf(post.time), post.timezone)
  return instants.length === 1 ? instants[0] : undefined
}

/** The wire name of a service: hyphens become underscores. */
export function serviceOnWire(type: ServiceType): string {
  return type.replaceAll('-', '_')
}
