import { formatPhone } from '#shared/lib/phone/phone.ts'
import {
  type InquiryFields,
  isFieldActive,
  listCompanions,
  toTravellerFieldName,
  travellerFields,
} from './fields.ts'

/** Fields that are posted unchanged; the phone number and the companions are added to them. */
const plainFieldNames = [
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
 * The fields that are sent and stored: only those that the other answers still ask for (no allergy
 * if the answer was changed to No), and the phone number as one text.
 */
export function toSubmittedFields(typed: InquiryFields): InquiryFields {
  const companions = listCompanions(typed).flatMap(({ index }) =>
    travellerFields.map((field) => toTravellerFieldName(index, field)),
  )
  const names = [...plainFieldNames, ...companions].filter((name) => isFieldActive(typed, name))
  const sent = Object.fromEntries(names.map((name) => [name, (typed[name] ?? '').trim()]))
  return {
    ...sent,
    phone: joinPhoneFields(typed),
    newsletter: typed.newsletter === 'on' ? 'on' : 'off',
  }
}

/** Joins the phone number, because a form without script posts country and digits separately. */
function joinPhoneFields({ country, phone = '' }: InquiryFields): string {
  return phone.trim() === '' ? '' : formatPhone(country ?? '', phone)
}
