import { formatTripDates } from '#shared/clients/format-trip.ts'
import { isPlainDate, type PlainDate } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import {
  conditionalFields,
  type InquiryFields,
  isFieldActive,
  listCompanions,
  splitChoices,
  toTravellerFieldName,
} from './fields.ts'
import { chapters, listActiveQuestions } from './questions.ts'

interface SheetRow {
  label: string
  /** Empty if the question was not answered; may contain line breaks. */
  value: string
}

export interface SheetChapter {
  title: string
  rows: SheetRow[]
}

/** The form as a list of questions and answers; some titles address the visitor, so the owner gets others. */
export function buildAnswerSheet(
  fields: InquiryFields,
  reader: 'visitor' | 'owner',
): SheetChapter[] {
  const details = conditionalFields.map(({ detail }) => detail as string)
  const activeQuestions = listActiveQuestions(fields).filter(
    ({ name }) => !name.startsWith('travelers.') && !details.includes(name),
  )
  return chapters.map(({ id, title, ...chapter }) => ({
    title: reader === 'owner' && 'titleForOwner' in chapter ? chapter.titleForOwner : title,
    rows: activeQuestions
      .filter(({ name, chapter }) => chapter === id && !isUnusedField(fields, name))
      .flatMap(({ name, label }) => {
        const row = { label, value: formatAnswer(fields, name) }
        return name === 'children' ? [row, ...listCompanionRows(fields)] : [row]
      }),
  }))
}

/** Whether the field is only used by forms without script, and empty. */
function isUnusedField(fields: InquiryFields, name: string): boolean {
  return name === 'travelers_note' && !fields[name]
}

function listCompanionRows(fields: InquiryFields): SheetRow[] {
  return listCompanions(fields).map(({ index, title }) => {
    const given = (field: 'first_name' | 'last_name' | 'relationship') =>
      fields[toTravellerFieldName(index, field)]?.trim() ?? ''
    const name = `${given('first_name')} ${given('last_name')}`.trim()
    return { label: title, value: [name, given('relationship')].filter(Boolean).join(', ') }
  })
}

function formatAnswer(fields: InquiryFields, name: string): string {
  const value = fields[name]?.trim() ?? ''
  const opening = conditionalFields.find(({ question }) => question === name)
  if (opening) return formatChoices(fields, opening)
  if (name.endsWith('_date')) return formatDateAnswer(value)
  if (name === 'outdoor_activities' || name === 'areas_of_interest')
    return splitChoices(value).join(', ')
  return { on: 'Yes', off: 'No' }[value] ?? value
}

/** The choices with their further text: `Norway, Other Nordic Country: Faroe Islands`. */
function formatChoices(
  fields: InquiryFields,
  { question, choice, detail }: (typeof conditionalFields)[number],
): string {
  const specified = isFieldActive(fields, detail) ? (fields[detail]?.trim() ?? '') : ''
  return splitChoices(fields[question] ?? '')
    .map((name) => (name === choice && specified ? `${name}: ${specified}` : name))
    .join(', ')
}

function formatDateAnswer(date: PlainDate): string {
  return isPlainDate(date) ? formatDate(date, 'full') : date
}

/** `12 to 19 March 2027`; if a text is not a date, both are shown as they were typed. */
export function formatTravelDates(departure = '', back = ''): string {
  return isPlainDate(departure) && isPlainDate(back)
    ? formatTripDates({ start: departure, end: back })
    : `${departure} to ${back}`
}
