import { useMemo } from 'react'
import { getBook } from '#client/book/book-client.ts'
import type { FormSubmission, SubmissionRecord } from '#shared/submissions/api.ts'
import { toMarkId } from '#shared/submissions/mark-id.ts'
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
        const { read = false } = marks.get(toMarkId(id, Date.parse(record.created_at))) ?? {}
        return { id, read, ...record }
      }),
    [records, marks],
  )
}

/** Marks a submission as read or unread, on this device first. A mark that cannot be stored stays as it was. */
export function markSubmission(
  { id, created_at, read: before }: FormSubmission,
  read: boolean,
): void {
  const record = { coll: 'submission-mark', id: toMarkId(id, Date.parse(created_at)) } as const
  getBook()
    .editRecord(record, { base: { read: before }, set: { read } })
    .catch(() => undefined)
}
