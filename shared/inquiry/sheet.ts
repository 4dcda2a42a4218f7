import { tripDates } from '#shared/clients/trip-words.ts'
import { isPlainDate, type PlainDate } from '#shared/lib/date.ts'
import { dateWords } from '#shared/lib/date-words.ts'
import {
  companionsOf,
  type InquiryFields,
  isOpen,
  openings,
  splitChoices,
  travellerName,
} from './fields.ts'
import { askedIn, chapters } from './questions.ts'

interface SheetRow {
  label: string
  /** Empty if the question was not answered; may contain line breaks. */
  value: string
}

export interface SheetChapter {
  title: string
  rows: SheetRow[]
}

/** The form as a list of questions and answers, for print and for mail. */
export function inquirySheet(fields: InquiryFields): SheetChapter[] {
  const details = openings.map(({ detail }) => detail as string)
  const asked = askedIn(fields).filter(
    ({ name }) => !name.startsWith('travelers.') && !details.includes(name),
  )
  return chapters.map(({ id, title }) => ({
    title,
    rows: asked
      .filter(({ name, chapter }) => chapter === id && !isIdle(fields, name))
      .flatMap(({ name, label }) => {
        const row = { label, value: answer(fields, name) }
        return name === 'children' ? [row, ...companionRows(fields)] : [row]
      }),
  }))
}

/** Whether the field is only used by forms without script, and empty. */
function isIdle(fields: InquiryFields, name: string): boolean {
  return name === 'travelers_note' && !fields[name]
}

function companionRows(fields: InquiryFields): SheetRow[] {
  return companionsOf(fields).map(({ index, title }) => {
    const given = (field: 'first_name' | 'last_name' | 'relationship') =>
      fields[travellerName(index, field)]?.trim() ?? ''
    const name = `${given('first_name')} ${given('last_name')}`.trim()
    return { label: title, value: [name, given('relationship')].filter(Boolean).join(', ') }
  })
}

function answer(fields: InquiryFields, name: string): string {
  const value = fields[name]?.trim() ?? ''
  const opening = openings.find(({ question }) => question === name)
  if (opening) return choicesInWords(fields, opening)
  if (name.endsWith('_date')) return dateInWords(value)
  if (name === 'outdoor_activities' || name === 'areas_of_interest')
    return splitChoices(value).join(', ')
  return { on: 'Yes', off: 'No' }[value] ?? value
}

/** The choices with their further text: `Norway, Other Nordic Country: Faroe Islands`. */
function choicesInWords(
  fields: InquiryFields,
  { question, choice, detail }: (typeof openings)[number],
): string {
  const specified = isOpen(fields, detail) ? (fields[detail]?.trim() ?? '') : ''
  return splitChoices(fields[question] ?? '')
    .map((name) => (name === choice && specified ? `${name}: ${specified}` : name))
    .join(', ')
}

function dateInWords(date: PlainDate): string {
  return isPlainDate(date) ? dateWords(date, 'full') : date
}

/** `12 to 19 March 2027`; if a text is not a date, both are shown as they were typed. */
export function travelDates(departure = '', back = ''): string {
  return isPlainDate(departure) && isPlainDate(back)
    ? tripDates({ start: departure, end: back })
    : `${departure} to ${back}`
}
