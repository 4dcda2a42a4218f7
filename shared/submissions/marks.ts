import * as v from 'valibot'
import { defineCollection, type RecordData } from '#shared/lib/define-collection.ts'
import { capitalize } from '#shared/lib/normalize-text.ts'
import { type FormName, getSenderName } from './form-post.ts'
import { getMarkedSubmission, toMarkId } from './mark-id.ts'

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
  about: {
    find: (markId) => ({ coll: 'submission', id: getMarkedSubmission(markId) }),
    describe(markId, { id, data: record }) {
      const { form, created_at, data } = record as unknown as MarkedSubmission
      if (toMarkId(Number(id), Date.parse(created_at)) !== markId) return undefined
      return {
        name: `${formNouns[form] ?? 'Form'} of ${getSenderName(data)}`,
        path: `/admin/forms/${form}/${id}`,
      }
    },
  },
  describeEdit: ({ set }) => describeMarks(set),
})

interface MarkedSubmission {
  form: string
  created_at: string
  data: Partial<Record<string, string>>
}

const formNouns: Partial<Record<string, string>> = {
  booking: 'Booking form',
  contact: 'Message',
  inquiry: 'Enquiry',
} satisfies Record<FormName, string>

const markTexts = [
  ['readAt', 'read', 'unread'],
  ['answeredAt', 'answered', 'not answered'],
  ['putAsideAt', 'put aside', 'not put aside'],
] as const

/** `Answered`, `Read and not put aside`; undefined for no marks. */
function describeMarks(set: RecordData): string | undefined {
  const texts = markTexts.flatMap(([field, isSet, isRemoved]) => {
    if (!Object.hasOwn(set, field)) return []
    return [set[field] === null ? isRemoved : isSet]
  })
  return texts.length > 0 ? capitalize(texts.join(' and ')) : undefined
}

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

export function matchesFilter(marks: SubmissionMarks, filter: SubmissionFilter): boolean {
  if (filter === 'to-answer') return isOpenSubmission(marks)
  return (marks.putAsideAt !== null) === (filter === 'put-aside')
}
