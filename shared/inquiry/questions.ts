import { newsletterText } from '#shared/contact/schema.ts'
import {
  type InquiryFields,
  isFieldActive,
  listCompanions,
  type TravellerField,
  toTravellerFieldName,
  travellerFields,
} from './fields.ts'

export const chapters = [
  { id: 'you', numeral: 'i', title: 'You', titleForOwner: 'The traveller' },
  { id: 'journey', numeral: 'ii', title: 'The journey' },
  { id: 'getting-there', numeral: 'iii', title: 'Getting there' },
  { id: 'staying', numeral: 'iv', title: 'Staying' },
  { id: 'interests', numeral: 'v', title: 'Interests' },
  { id: 'sending', numeral: '', title: 'Before you send it', titleForOwner: 'Consents' },
] as const

export type ChapterId = (typeof chapters)[number]['id']

interface Question {
  chapter: ChapterId
  /** Text in the form. */
  label: string
  /** Shorter text for lists; `label` if absent. */
  shortLabel?: string
  required?: boolean
}

const defineQuestion = (
  chapter: ChapterId,
  label: string,
  more: Partial<Question> = {},
): Question => ({
  chapter,
  label,
  ...more,
})

const required = { required: true }

/** Every question by wire name, in the order of the page; companions follow after `children`. */
export const questions = {
  first_name: defineQuestion('you', 'First name', required),
  last_name: defineQuestion('you', 'Last name', required),
  email: defineQuestion('you', 'Email', required),
  phone: defineQuestion('you', 'Phone', required),
  nationality: defineQuestion('you', 'Nationality', required),
  communication_style: defineQuestion('you', 'Communication style', required),
  special_occasion: defineQuestion('you', 'Special occasion'),
  special_occasion_other: defineQuestion('you', 'Please specify', {
    shortLabel: 'Which occasion',
    ...required,
  }),
  travel_destination: defineQuestion('journey', 'Travel destination', required),
  travel_destination_other: defineQuestion('journey', 'Please specify', {
    shortLabel: 'Which other country',
    ...required,
  }),
  departure_date: defineQuestion('journey', 'Departure date', required),
  return_date: defineQuestion('journey', 'Return date', required),
  flexible_dates: defineQuestion('journey', 'My dates are flexible', {
    shortLabel: 'Flexible dates',
  }),
  adults: defineQuestion('journey', 'Adults'),
  children: defineQuestion('journey', 'Children'),
  travelers_note: defineQuestion('journey', 'Who travels with you'),
  trip_budget: defineQuestion('journey', 'Trip budget'),
  flight_class: defineQuestion('getting-there', 'Flight class'),
  flight_class_other: defineQuestion('getting-there', 'Please specify', {
    shortLabel: 'Which flight class',
    ...required,
  }),
  book_own_airfare: defineQuestion('getting-there', 'Will you book your own airfare?', {
    shortLabel: 'Own airfare',
    ...required,
  }),
  departure_airport: defineQuestion('getting-there', 'Departure airport', required),
  small_planes: defineQuestion('getting-there', 'Are small planes all right?', {
    shortLabel: 'Small planes',
  }),
  moving_hotels: defineQuestion('staying', 'Is moving between hotels all right?', {
    shortLabel: 'Moving hotels',
  }),
  hotel_preference: defineQuestion('staying', 'Hotel preference'),
  accommodations: defineQuestion('staying', 'Accommodations'),
  pet_peeves: defineQuestion('staying', 'Pet peeves'),
  allergies: defineQuestion('staying', 'Allergies'),
  allergies_detail: defineQuestion('staying', 'Please specify', {
    shortLabel: 'Which allergies',
    ...required,
  }),
  free_time_activities: defineQuestion('interests', 'What do you do with a free afternoon?', {
    shortLabel: 'A free afternoon',
  }),
  outdoor_activities: defineQuestion('interests', 'Outdoor activities'),
  areas_of_interest: defineQuestion('interests', 'Areas of interest'),
  newsletter: defineQuestion('sending', newsletterText, { shortLabel: 'Seasonal letter' }),
  privacy_policy: defineQuestion('sending', 'I have read the Privacy Policy.', {
    shortLabel: 'Privacy Policy',
    ...required,
  }),
  package_agreement: defineQuestion(
    'sending',
    'I understand that package rates are quoted as a whole and not itemised.',
    { shortLabel: 'Package rates', ...required },
  ),
  consent: defineQuestion(
    'sending',
    'I consent to these answers, allergies included, being used to plan my journey.',
    { shortLabel: 'Consent', ...required },
  ),
} satisfies Record<string, Question>

export type QuestionName = keyof typeof questions

export const travellerLabels: Record<TravellerField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  relationship: 'Relationship',
}

/** A question that the form asks, given its current answers. */
export interface ActiveQuestion {
  name: string
  /** Text for lists. */
  label: string
  chapter: ChapterId
  required: boolean
}

/** The questions that the form asks, given its current answers, in the order of the page. */
export function listActiveQuestions(fields: InquiryFields): ActiveQuestion[] {
  return Object.entries(questions).flatMap(([name, question]: [string, Question]) => {
    if (!isFieldActive(fields, name)) return []
    const { chapter, label, shortLabel = label, required = false } = question
    const activeQuestion = { name, label: shortLabel, chapter, required }
    return name === 'children'
      ? [activeQuestion, ...listCompanionQuestions(fields)]
      : [activeQuestion]
  })
}

function listCompanionQuestions(fields: InquiryFields): ActiveQuestion[] {
  if (fields.travelers_note) return []
  return listCompanions(fields).flatMap(({ index }) =>
    travellerFields.map((field) => ({
      name: toTravellerFieldName(index, field),
      label: `${travellerLabels[field]} of traveller ${index + 2}`,
      chapter: 'journey' as const,
      required: true,
    })),
  )
}
