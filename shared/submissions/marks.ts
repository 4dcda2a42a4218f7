import * as v from 'valibot'
import { defineCollection } from '#shared/sync/define-collection.ts'

/** The last instant that a `Date` can hold, UTC milliseconds. */
const LAST_INSTANT = 8.64e15

/** When the owner set a mark, UTC milliseconds by the clock of the device; null: it is not set. */
const MarkedAt = v.nullable(
  v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(LAST_INSTANT)),
)

/** What the owner notes about a submission. Each mark can be set and taken back by hand, on any device. */
export const markSchemas = { readAt: MarkedAt, answeredAt: MarkedAt, putAsideAt: MarkedAt }

export interface SubmissionMarks {
  readAt: number | null
  answeredAt: number | null
  /** Such as spam: it is not listed with the others. */
  putAsideAt: number | null
}

/** The owner's mark on a submission. Its id is made by `toMarkId`. */
export const submissionMarkCollection = defineCollection({
  name: 'submission-mark',
  noun: 'Mark of a submission',
  fields: {
    readAt: { schema: MarkedAt, empty: null, label: 'Read mark', merge: 'latest' },
    answeredAt: { schema: MarkedAt, empty: null, label: 'Answered mark', merge: 'latest' },
    putAsideAt: { schema: MarkedAt, empty: null, label: 'Put-aside mark', merge: 'latest' },
  },
  maxFields: 10,
  idForm: /^[1-9]\d{0,14}-\d{1,15}$/,
  parent: null,
  // The server erases it with its submission.
  personalData: { kind: 'of nobody' },
  exported: null,
  rows: 'single',
  isMark: true,
  page: { title: 'Forms', path: '/admin/forms' },
})

/** The marks as a record has them, and those that were never set. */
export function completeMarks({
  readAt = null,
  answeredAt = null,
  putAsideAt = null,
}: Partial<SubmissionMarks> = {}): SubmissionMarks {
  return { readAt, answeredAt, putAsideAt }
}

/** Whether a submission waits for an answer: it is neither answered nor put aside. */
export function isOpenSubmission({ answeredAt, putAsideAt }: SubmissionMarks): boolean {
  return answeredAt === null && putAsideAt === null
}

/** Whether an open submission has not been read. */
export function isNewSubmission(marks: SubmissionMarks): boolean {
  return marks.readAt === null && isOpenSubmission(marks)
}

export const submissionFilters = ['all', 'to-answer', 'put-aside'] as const

/** What a list of submissions shows; `all` leaves out what is put aside. */
export type SubmissionFilter = (typeof submissionFilters)[number]

/** The parameter of a list's address that names its filter. */
export const FILTER_PARAMETER = 'show'

/** The query of a list's address with this filter. */
export function toFilterQuery(filter: SubmissionFilter): string {
  return filter === 'all' ? '' : `?${FILTER_PARAMETER}=${filter}`
}

export function matchesFilter(marks: SubmissionMarks, filter: SubmissionFilter): boolean {
  if (filter === 'to-answer') return isOpenSubmission(marks)
  return (marks.putAsideAt !== null) === (filter === 'put-aside')
}
