import * as v from 'valibot'
import { newsletterFields } from '#shared/contact/schema.ts'
import { destinationChoices } from '#shared/content/destinations.ts'
import { addDays, isPlainDate, type PlainDate } from '#shared/lib/date.ts'
import { Email, FirstName, LastName, optionalText, requiredText } from '#shared/lib/form-fields.ts'
import { Phone } from '#shared/lib/phone/phone.ts'
import { parse, type Refusal, type Result, refuse } from '#shared/lib/result.ts'
import {
  areasOfInterest,
  communicationStyles,
  conditionalFields,
  flightClasses,
  hotelPreferences,
  type InquiryFields,
  isFieldActive,
  listCompanions,
  MAX_TRAVELLERS,
  movingHotels,
  outdoorActivities,
  smallPlanes,
  specialOccasions,
  splitChoices,
  toTravellerFieldName,
  travellerFields,
  tripBudgets,
  yesOrNo,
} from './fields.ts'

const CHOOSE_FROM_LIST = 'Please choose from the list.'
/** Dates further ahead than this are probably a typing error. */
const MAX_YEARS_AHEAD = 5

const choice = <const Option extends string>(list: readonly Option[], missing: string) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.nonEmpty(missing),
    v.check((text) => list.some((option) => option === text), CHOOSE_FROM_LIST),
  )

const optionalChoice = (list: readonly string[]) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.check((text) => text === '' || list.includes(text), CHOOSE_FROM_LIST),
  )

const multipleChoice = (list: readonly string[]) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform(splitChoices),
    v.check((names) => names.every((name) => list.includes(name)), CHOOSE_FROM_LIST),
  )

const count = (least: number, message: string) =>
  v.pipe(
    v.optional(v.string(), String(least)),
    v.trim(),
    v.regex(/^\d{1,3}$/, message),
    v.transform(Number),
    v.minValue(least, message),
    v.maxValue(MAX_TRAVELLERS, `For more than ${MAX_TRAVELLERS}, please write to me.`),
  )

const date = (missing: string) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.nonEmpty(missing),
    v.check(isPlainDate, 'Please enter a date such as 2026-11-25.'),
  )

const RequiredConsent = v.pipe(
  v.optional(v.string(), ''),
  v.check((value) => value === 'on', 'Please confirm this before you send.'),
)

const Traveler = v.object({
  first_name: requiredText(100, 'Please enter a first name.'),
  last_name: requiredText(100, 'Please enter a last name.'),
  relationship: requiredText(100, 'Please enter how you are related.'),
})

/** The form's fields by wire name, with the companions as a list in `travelers`. */
const Fields = v.object({
  first_name: FirstName,
  last_name: LastName,
  email: Email,
  phone: Phone,
  nationality: requiredText(100, 'Please enter your nationality.'),
  communication_style: choice(communicationStyles, 'Please choose how I should write or call.'),
  special_occasion: optionalChoice(specialOccasions),
  special_occasion_other: optionalText(200),
  travel_destination: v.pipe(
    multipleChoice(destinationChoices),
    v.minLength(1, 'Please choose at least one destination.'),
  ),
  travel_destination_other: optionalText(200),
  departure_date: date('Please choose a departure date.'),
  return_date: date('Please choose a return date.'),
  flexible_dates: optionalText(10),
  adults: count(1, 'Please enter at least one adult.'),
  children: count(0, 'Please enter how many children travel.'),
  travelers: v.array(Traveler),
  /** One field for all companions, only in the form without script. */
  travelers_note: optionalText(2000),
  trip_budget: optionalChoice(tripBudgets),
  flight_class: optionalChoice(flightClasses),
  flight_class_other: optionalText(200),
  book_own_airfare: choice(yesOrNo, 'Please choose Yes or No.'),
  departure_airport: requiredText(200, 'Please enter your departure airport.'),
  small_planes: optionalChoice(smallPlanes),
  moving_hotels: optionalChoice(movingHotels),
  hotel_preference: optionalChoice(hotelPreferences),
  accommodations: optionalText(2000),
  pet_peeves: optionalText(2000),
  allergies: optionalChoice(yesOrNo),
  allergies_detail: optionalText(1000),
  free_time_activities: optionalText(2000),
  outdoor_activities: multipleChoice(outdoorActivities),
  areas_of_interest: multipleChoice(areasOfInterest),
  ...newsletterFields,
  privacy_policy: RequiredConsent,
  package_agreement: RequiredConsent,
  consent: RequiredConsent,
})

type Inquiry = v.InferOutput<typeof Fields>

interface Rule {
  field: keyof Inquiry
  isBroken(fields: InquiryFields, today: PlainDate | undefined): boolean
  message: string
}

const isTooFar = (date: PlainDate | undefined, today: PlainDate | undefined) =>
  date !== undefined && today !== undefined && date > addDays(today, MAX_YEARS_AHEAD * 366)

/** Rules between fields; each is checked only if its own field is valid by itself. */
const rules: readonly Rule[] = [
  {
    field: 'departure_date',
    isBroken: ({ departure_date = '' }, today) => today !== undefined && departure_date < today,
    message: 'Please choose a date that is still to come.',
  },
  {
    field: 'departure_date',
    isBroken: ({ departure_date }, today) => isTooFar(departure_date, today),
    message: 'Please check the year.',
  },
  {
    field: 'return_date',
    isBroken: ({ departure_date = '', return_date = '' }) =>
      isPlainDate(departure_date) && return_date < departure_date,
    message: 'Please choose a return on or after the departure.',
  },
  {
    field: 'return_date',
    isBroken: ({ return_date }, today) => isTooFar(return_date, today),
    message: 'Please check the year.',
  },
  ...conditionalFields.map(({ detail, message }) => ({
    field: detail,
    isBroken: (fields: InquiryFields) => isFieldActive(fields, detail) && !fields[detail],
    message,
  })),
]

/**
 * Validates a form in its wire shape; a refusal has a message for each wrong field. `today` is the
 * earliest departure; undefined, as in prerendered HTML, skips the checks against it.
 */
export function parseInquiry(
  fields: InquiryFields,
  today: PlainDate | undefined,
): Result<Inquiry, Refusal<'fields'>> {
  const parsed = parse(Fields, { ...fields, travelers: parseCompanions(fields) })
  const problems: Record<string, string> = parsed.ok ? {} : (parsed.refusal.fields ?? {})
  for (const { field, isBroken, message } of rules)
    if (!problems[field] && isBroken(fields, today)) problems[field] = message
  if (parsed.ok && Object.keys(problems).length === 0) return parsed
  return refuse('fields', 'Please check the highlighted fields.', problems)
}

function parseCompanions(fields: InquiryFields) {
  if (fields.travelers_note) return []
  return listCompanions(fields).map(({ index }) =>
    Object.fromEntries(
      travellerFields.map((field) => [field, fields[toTravellerFieldName(index, field)]]),
    ),
  )
}
