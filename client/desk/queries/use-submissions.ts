import { useMemo } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { FormSubmission, SubmissionRecord } from '#shared/submissions/api.ts'
import { toMarkId } from '#shared/submissions/mark-id.ts'
import { completeMarks, type SubmissionMarks } from '#shared/submissions/marks.ts'
import type { DataOf } from '#shared/sync/collections.ts'
import { useRecords } from './use-records.ts'

export type Submission = FormSubmission & Pick<SubmissionRecord, 'form'>

/** All submissions on this device, in no order; undefined until they are read. */
export function useSubmissions(): Submission[] | undefined {
  const records = useRecords('submission')
  const marks = useRecords('submission-mark')
  return useMemo(
    () =>
      records &&
      marks &&
      [...records].map(([number, record]) => {
        const id = Number(number)
        const { created_at } = record
        return { id, ...completeMarks(findMark(marks, { id, created_at })), ...record }
      }),
    [records, marks],
  )
}

export type Marks = ReadonlyMap<string, DataOf<'submission-mark'>>

/** The owner's mark on a submission, if this device has one. */
export function findMark(
  marks: Marks | undefined,
  { id, created_at }: Pick<FormSubmission, 'id' | 'created_at'>,
): DataOf<'submission-mark'> | undefined {
  return marks?.get(toMarkId(id, Date.parse(created_at)))
}

/** Sets or removes marks on a submission, on this device first. A mark that cannot be stored stays as it was. */
export function markSubmission(submission: FormSubmission, set: Partial<SubmissionMarks>): void {
  const { id, created_at } = submission
  const before = completeMarks(submission)
  const base = Object.fromEntries(
    Object.entries(before).filter(([name]) => Object.hasOwn(set, name)),
  )
  const markId = toMarkId(id, Date.parse(created_at))
  getData()
    .records.edit([{ coll: 'submission-mark', id: markId, op: 'set', base, set: { ...set } }])
    .catch(() => undefined)
}
