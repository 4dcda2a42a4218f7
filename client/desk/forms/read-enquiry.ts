import type { Enquiry } from '#client/desk/queries/client-link-component.ts'
import { formatTripDates } from '#shared/clients/format-trip.ts'
import { formatNames } from '#shared/clients/person-names.ts'
import { OTHER_DESTINATION } from '#shared/content/destinations.ts'
import { buildAnswerSheet } from '#shared/inquiry/answer-sheet.ts'
import {
  type InquiryFields,
  listCompanions,
  splitChoices,
  toTravellerFieldName,
  YES,
} from '#shared/inquiry/fields.ts'
import { questions } from '#shared/inquiry/questions.ts'
import { daysBetween, isPlainDate } from '#shared/lib/date.ts'
import { getSenderName } from '#shared/submissions/form-post.ts'

/** Days of a journey for which no dates were given. */
const USUAL_DAYS = 7
/** Most characters of a client's notes, of special requests, and of a line such as a title. */
const MOST = { notes: 20_000, specialRequests: 4000, line: 200 }

/**
 * What an enquiry says about its sender besides name, email and phone, and the journey that it asks
 * for. Everything that was answered is in it, except the consents, which belong to the form.
 */
export function readEnquiry(data: InquiryFields): Enquiry {
  const wishes = ['outdoor_activities', 'areas_of_interest'].flatMap((name) =>
    splitChoices(data[name] ?? ''),
  )
  return {
    fields: {
      accommodation: data.hotel_preference ?? '',
      activities: [...new Set(wishes)].filter((wish) => wish.length <= 100),
      specialRequests:
        data.allergies === YES
          ? shorten(`Allergies: ${data.allergies_detail || 'yes'}`, MOST.specialRequests)
          : '',
      notes: shorten(listAnswers(data).join('\n'), MOST.notes),
    },
    journey: readJourney(data),
  }
}

/** The client's own fields have these answers. */
const contactLabels: readonly string[] = (
  ['first_name', 'last_name', 'email', 'phone'] as const
).map((name) => questions[name].label)

/** A line for each answer. The allergies come first, so that nobody overlooks them. */
function listAnswers(data: InquiryFields): string[] {
  const rows = buildAnswerSheet(data, 'owner')
    // The last chapter has the consents.
    .slice(0, -1)
    .flatMap(({ rows: all }) => all)
    .filter(({ label, value }) => value !== '' && !contactLabels.includes(label))
  const isFirst = ({ label }: { label: string }) => label === questions.allergies.label
  return [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))].map(
    ({ label, value }) => `${label}: ${value.replace(`${YES}: `, '')}`,
  )
}

function readJourney(data: InquiryFields): Enquiry['journey'] {
  const { departure_date: start = '', return_date: end = '', travel_destination_other } = data
  const places = splitChoices(data.travel_destination ?? '').map((name) =>
    name === OTHER_DESTINATION ? travel_destination_other?.trim() || name : name,
  )
  const hasDates = isPlainDate(start) && isPlainDate(end) && start <= end
  const dates = hasDates ? formatTripDates({ start, end }) : ''
  const title = [formatNames(places), dates].filter(Boolean).join(', ')
  return {
    title: toLine(title || `Journey of ${getSenderName(data)}`),
    start: isPlainDate(start) ? start : '',
    dayCount: hasDates ? daysBetween(start, end) + 1 : USUAL_DAYS,
    travellers: listCompanions(data)
      .map(({ index }) => {
        const read = (field: 'first_name' | 'last_name') =>
          data[toTravellerFieldName(index, field)]?.trim() ?? ''
        return toLine(`${read('first_name')} ${read('last_name')}`)
      })
      .filter(Boolean),
  }
}

function toLine(text: string): string {
  return shorten(text.replaceAll(/\p{Cc}+/gu, ' ').trim(), MOST.line)
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 4)} […]`.slice(0, most) : text
}
