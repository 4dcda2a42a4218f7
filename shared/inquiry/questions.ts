import { newsletterWords } from '#shared/contact/schema.ts'
import {
  companionsOf,
  type InquiryFields,
  isOpen,
  type TravellerField,
  travellerFields,
  travellerName,
} from './fields.ts'

export const chapters = [
  { id: 'you', numeral: 'i', title: 'You' },
  { id: 'journey', numeral: 'ii', title: 'The journey' },
  { id: 'getting-there', numeral: 'iii', title: 'Getting there' },
  { id: 'staying', numeral: 'iv', title: 'Staying' },
  { id: 'interests', numeral: 'v', title: 'Interests' },
  { id: 'sending', numeral: '', title: 'Before you send it' },
] as const

export type ChapterId = (typeof chapters)[number]['id']

interface Question {
  chapter: ChapterId
  /** Text in the form. */
  label: string
  /** Shorter text for lists; `label` if absent. */
  short?: string
  required?: boolean
}

const ask = (chapter: ChapterId, label: string, more: Partial<Question> = {}): Question => ({
  chapter,
  label,
  ...more,
})

const required = { required: true }

/** Every question by wire name, in the order of the page; companions follow after `children`. */
export const questions = {
  first_name: ask('you', 'First name', required),
  last_name: ask('you', 'Last name', required),
  email: ask('you', 'Email', required),
  phone: ask('you', 'Phone', required),
  nationality: ask('you', 'Nationality', required),
  communication_style: ask('you', 'Communication style', required),
  special_occasion: ask('you', 'Special occasion'),
  special_occasion_other: ask('you', 'Please specify', { short: 'Which occasion', ...required }),
  travel_destination: ask('journey', 'Travel destination', required),
  travel_destination_other: ask('journey', 'Please specify', {
    short: 'Which other country',
    ...required,
  }),
  departure_date: ask('journey', 'Departure date', required),
  return_date: ask('journey', 'Return date', required),
  flexible_dates: ask('journey', 'My dates are flexible', { short: 'Flexible dates' }),
  adults: ask('journey', 'Adults'),
  children: ask('journey', 'Children'),
  travelers_note: ask('journey', 'Who travels with you'),
  trip_budget: ask('journey', 'Trip budget'),
  flight_class: ask('getting-there', 'Flight class'),
  flight_class_other: ask('getting-there', 'Please specify', {
    short: 'Which flight class',
    ...required,
  }),
  book_own_airfare: ask('getting-there', 'Will you book your own airfare?', {
    short: 'Own airfare',
    ...required,
  }),
  departure_airport: ask('getting-there', 'Departure airport', required),
  small_planes: ask('getting-there', 'Are small planes all right?', { short: 'Small planes' }),
  moving_hotels: ask('staying', 'Is moving between hotels all right?', { short: 'Moving hotels' }),
  hotel_preference: ask('staying', 'Hotel preference'),
  accommodations: ask('staying', 'Accommodations'),
  pet_peeves: ask('staying', 'Pet peeves'),
  allergies: ask('staying', 'Allergies'),
  allergies_detail: ask('staying', 'Please specify', { short: 'Which allergies', ...required }),
  free_time_activities: ask('interests', 'What do you do with a free afternoon?', {
    short: 'A free afternoon',
  }),
  outdoor_activities: ask('interests', 'Outdoor activities'),
  areas_of_interest: ask('interests', 'Areas of interest'),
  newsletter: ask('sending', newsletterWords, { short: 'Seasonal letter' }),
  privacy_policy: ask('sending', 'I have read the Privacy Policy.', {
    short: 'Privacy Policy',
    ...required,
  }),
  package_agreement: ask(
    'sending',
    'I understand that package rates are quoted as a whole and not itemised.',
    { short: 'Package rates', ...required },
  ),
  consent: ask(
    'sending',
    'I consent to these answers, allergies included, being used to plan my journey.',
    { short: 'Consent', ...required },
  ),
} satisfies Record<string, Question>

export type QuestionName = keyof typeof questions

export const travellerLabels: Record<TravellerField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  relationship: 'Relationship',
}

/** A question that the form asks, given its current answers. */
export interface Asked {
  name: string
  /** Text for lists. */
  label: string
  chapter: ChapterId
  required: boolean
}

/** The questions that the form asks, given its current answers, in the order of the page. */
export function askedIn(fields: InquiryFields): Asked[] {
  return Object.entries(questions).flatMap(([name, question]: [string, Question]) => {
    if (!isOpen(fields, name)) return []
    const { chapter, label, short = label, required = false } = question
    const asked = { name, label: short, chapter, required }
    return name === 'children' ? [asked, ...askedOfCompanions(fields)] : [asked]
  })
}

function askedOfCompanions(fields: InquiryFields): Asked[] {
  if (fields.travelers_note) return []
  return companionsOf(fields).flatMap(({ index }) =>
    travellerFields.map((field) => ({
      name: travellerName(index, field),
      label: `${travellerLabels[field]} of traveller ${index + 2}`,
      chapter: 'journey' as const,
      required: true,
    })),
  )
}
