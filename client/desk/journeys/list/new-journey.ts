import * as v from 'valibot'
import { createJourney, MAX_DAYS } from '#client/desk/journeys/journey-edits.ts'
import { journeyFields } from '#shared/journeys/journey-fields.ts'

/** The form for a new journey, as typed. */
export interface NewJourneyDraft {
  title: string
  /** Ids of the chosen clients. */
  clients: string[]
  /** Names of those who are no clients. */
  travellers: string[]
  /** What is typed to find another client. */
  clientText: string
  start: string
  dayCount: string
}

export const EMPTY_JOURNEY_DRAFT: NewJourneyDraft = {
  title: '',
  clients: [],
  travellers: [],
  clientText: '',
  start: '',
  dayCount: '7',
}

const WRONG_COUNT = `Enter a number of days from 1 to ${MAX_DAYS}.`

const StoredDraft = v.object({
  title: v.string(),
  clients: v.array(v.string()),
  // Absent from drafts of earlier versions.
  travellers: v.optional(v.array(v.string()), []),
  clientText: v.string(),
  start: v.string(),
  dayCount: v.string(),
})

/** Parses a stored draft, possibly of another version of the site; undefined if it is invalid. */
export function parseJourneyDraft(stored: unknown): NewJourneyDraft | undefined {
  const parsed = v.safeParse(StoredDraft, stored)
  return parsed.success ? parsed.output : undefined
}

/** What the form accepts. */
export const NewJourneyFields = v.object({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter a title, such as “Lofoten, in June”.'),
    journeyFields.title.schema,
  ),
  clientText: v.pipe(v.string(), v.trim(), v.empty('Choose from the list, or empty this field.')),
  dayCount: v.pipe(
    v.string(),
    v.transform(Number),
    v.check((count) => Number.isInteger(count) && count >= 1 && count <= MAX_DAYS, WRONG_COUNT),
  ),
})

/** Makes the journey from a valid draft. */
export function toNewJourney({ title, dayCount, ...draft }: Omit<NewJourneyDraft, 'clientText'>) {
  return createJourney({ ...draft, title: title.trim(), dayCount: Number(dayCount) })
}
