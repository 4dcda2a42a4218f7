import { OTHER_DESTINATION } from '#shared/booking/catalogue.ts'
import { dialCodeOf, joinPhone } from '#shared/booking/phone.ts'
import { companionsOf, OTHER, travellerFields, travellerName, YES } from './options.ts'

/** The form by its wire names; several choices of one question are joined by commas. */
export type InquiryFields = Record<string, string>

export function splitChoices(joined: string): string[] {
  return joined
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

/** Choices that open a field of their own. */
export const openings = [
  {
    question: 'special_occasion',
    choice: OTHER,
    detail: 'special_occasion_other',
    message: 'Please specify.',
  },
  {
    question: 'travel_destination',
    choice: OTHER_DESTINATION,
    detail: 'travel_destination_other',
    message: 'Please name the country or region.',
  },
  {
    question: 'flight_class',
    choice: OTHER,
    detail: 'flight_class_other',
    message: 'Please specify.',
  },
  { question: 'allergies', choice: YES, detail: 'allergies_detail', message: 'Please specify.' },
] as const

/** Whether a field is asked for at all: always, unless a choice opens it. */
export function isOpen(fields: InquiryFields, name: string): boolean {
  const opening = openings.find(({ detail }) => detail === name)
  return !opening || splitChoices(fields[opening.question] ?? '').includes(opening.choice)
}

/** Names that are posted as they stand, beside the phone number and the companions. */
const plainNames = [
  'first_name',
  'last_name',
  'email',
  'nationality',
  'communication_style',
  'special_occasion',
  'special_occasion_other',
  'travel_destination',
  'travel_destination_other',
  'departure_date',
  'return_date',
  'flexible_dates',
  'adults',
  'children',
  'travelers_note',
  'trip_budget',
  'flight_class',
  'flight_class_other',
  'book_own_airfare',
  'departure_airport',
  'small_planes',
  'moving_hotels',
  'hotel_preference',
  'accommodations',
  'pet_peeves',
  'allergies',
  'allergies_detail',
  'free_time_activities',
  'outdoor_activities',
  'areas_of_interest',
  'newsletter_text',
  'privacy_policy',
  'package_agreement',
  'consent',
]

/**
 * What is sent and stored of a form: nothing that its other answers no longer ask for, such as an
 * allergy after a change of mind, and the phone number in one piece.
 */
export function sentFields(typed: InquiryFields): InquiryFields {
  const companions = companionsOf(typed).flatMap(({ index }) =>
    travellerFields.map((field) => travellerName(index, field)),
  )
  const names = [...plainNames, ...companions].filter((name) => isOpen(typed, name))
  const sent = Object.fromEntries(names.map((name) => [name, (typed[name] ?? '').trim()]))
  return { ...sent, phone: phoneOf(typed), newsletter: typed.newsletter === 'on' ? 'on' : 'off' }
}

/** A form without script posts the country and the digits apart. */
function phoneOf({ country, phone = '' }: InquiryFields): string {
  const dialCode = country === undefined ? undefined : dialCodeOf(country)
  const digits = phone.trim()
  return dialCode && digits && !digits.startsWith('+') ? joinPhone(dialCode, digits) : digits
}
