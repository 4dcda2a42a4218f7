import { useMemo } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { FormSubmission, SubmissionRecord } from '#shared/submissions/api.ts'
import { toMarkId } from '#shared/submissions/mark-id.ts'
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
        return { id, read: findMark(marks, { id, created_at })?.read ?? false, ...record }
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

/** Marks a submission as read or unread, on this device first. A mark that cannot be stored stays as it was. */
export function markSubmission(
  { id, created_at, read: before }: FormSubmission,
  read: boolean,
): void {
  const record = { coll: 'submission-mark', id: toMarkId(id, Date.parse(created_at)) } as const
  getData()
    .editRecord(record, { base: { read: before }, set: { read } })
    .catch(() => undefined)
}
