import { OTHER_DESTINATION } from '#shared/content/destinations.ts'

// The choices of the form, in the specification's wording.

export const communicationStyles = ['E-mail', 'Phone Call', 'Text Message'] as const

export const OTHER = 'Other'

export const specialOccasions = ['Birthday', 'Honeymoon', 'Babymoon', 'Anniversary', OTHER] as const

export const tripBudgets = [
  'Less than USD 20,000',
  'Less than USD 35,000',
  'Less than USD 50,000',
  'More than USD 50,000',
] as const

export const flightClasses = [
  'Economy',
  'Business',
  'First Class',
  'Private flight',
  OTHER,
] as const

export const YES = 'Yes'

export const yesOrNo = [YES, 'No'] as const

export const smallPlanes = [YES, 'No', 'Unsure'] as const

export const movingHotels = [YES, 'No', 'Depends on trip/circumstance', 'Unsure'] as const

export const hotelPreferences = [
  'Prefer a large hotel',
  'Prefer a small/boutique hotel',
  'Depends on the destination',
  'No preference',
  'Unsure',
] as const

export const outdoorActivities = [
  'Biking',
  'Hiking',
  'Kayaking',
  'SUP',
  'Sailing',
  'Fishing (seasonal)',
  'Rafting (seasonal)',
  'Dog Sledding (seasonal)',
  'RIB Zodiacs',
  'Glacier/Ice Climbing',
  'Rappelling',
] as const

export const areasOfInterest = [
  'Art',
  'History',
  'Culture',
  'Culinary Arts',
  'Nature',
  'Adventure',
] as const

/** Fees for whole trips, in USD; the services booked online are priced in NOK. */
export const fees = [
  { what: 'Planning, from', amount: 'USD 500' },
  { what: 'Loyal client, from', amount: 'USD 350' },
  { what: 'Self-driving trip', amount: 'USD 600' },
] as const

export const feesNote = 'The planning fee is non-refundable.'

/** Most adults, and most children, in one form. */
export const MAX_TRAVELLERS = 20

export const travellerFields = ['first_name', 'last_name', 'relationship'] as const

export type TravellerField = (typeof travellerFields)[number]

/** Wire name of a companion's field; the first companion has index 0. */
export function toTravellerFieldName(index: number, field: TravellerField): string {
  return `travelers.${index}.${field}`
}

/** A typed count, limited to `least` to `MAX_TRAVELLERS`; `least` if it is not a number. */
export function parseCount(text: string | undefined, least: number): number {
  const count = /^\d{1,3}$/.test(text?.trim() ?? '') ? Number(text) : least
  return Math.min(Math.max(count, least), MAX_TRAVELLERS)
}

interface Companion {
  index: number
  kind: 'adult' | 'child'
  /** `Traveller 2, adult`: traveller 1 is the sender. */
  title: string
}

/** The travellers apart from the sender: the other adults, then the children. */
export function listCompanions(fields: Record<string, string>): Companion[] {
  const adults = parseCount(fields.adults, 1) - 1
  const children = parseCount(fields.children, 0)
  return Array.from({ length: adults + children }, (_, index) => {
    const kind = index < adults ? 'adult' : 'child'
    return { index, kind, title: `Traveller ${index + 2}, ${kind}` }
  })
}

/** The form's fields by wire name; several choices of one question are joined by commas. */
export type InquiryFields = Record<string, string>

export function splitChoices(joined: string): string[] {
  return joined
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

/** Choices that open a further field (`detail`), which is then required. */
export const conditionalFields = [
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

/** Whether the form asks for a field: always, unless it needs a choice that was not made. */
export function isFieldActive(fields: InquiryFields, name: string): boolean {
  const opening = conditionalFields.find(({ detail }) => detail === name)
  return !opening || splitChoices(fields[opening.question] ?? '').includes(opening.choice)
}
