import * as v from 'valibot'
import { defineCollection } from '#shared/sync/define-collection.ts'

/** The last instant that a `Date` can hold, UTC milliseconds. */
const LAST_INSTANT = 8.64e15

/** When the owner set a mark, UTC milliseconds by the clock of the device; null: it is not set. */
const MarkedAt = v.nullable(
  v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(LAST_INSTANT)),
)

/** What the owner notes about a submission. Each mark can be set and taken back by hand, on any device. */
export const markSchemas = { read: v.boolean(), answeredAt: MarkedAt, putAsideAt: MarkedAt }

export interface SubmissionMarks {
  read: boolean
  answeredAt: number | null
  /** Such as spam: it is not listed with the others. */
  putAsideAt: number | null
}

/** The owner's mark on a submission. Its id is made by `toMarkId`. */
export const submissionMarkCollection = defineCollection({
  name: 'submission-mark',
  noun: 'Mark of a submission',
  fields: {
    read: { schema: markSchemas.read, empty: false, label: 'Read mark', merge: 'latest' },
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
  read = false,
  answeredAt = null,
  putAsideAt = null,
}: Partial<SubmissionMarks> = {}): SubmissionMarks {
  return { read, answeredAt, putAsideAt }
}

/** Whether the owner has neither read, answered nor put aside a submission. */
export function isNewSubmission({ read, answeredAt, putAsideAt }: SubmissionMarks): boolean {
  return !read && answeredAt === null && putAsideAt === null
}
