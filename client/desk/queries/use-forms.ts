import { useMemo } from 'react'
import { getBook } from '#client/book/book-client.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import {
  type FormGroup,
  type FormSubmission,
  getForms,
  type SubmissionRecord,
} from '#shared/submissions/api.ts'
import { type FormName, formNames } from '#shared/submissions/form-post.ts'
import { toMarkId } from '#shared/submissions/marks.ts'
import type { DeskData } from './use-desk-data.ts'
import { useRecordData, useRecords } from './use-records.ts'
import { useStoredSchedule } from './use-saved-schedule.ts'

const formsQuery = { endpoint: getForms, input: {} }

/** Visitors' submissions by form, the latest first. */
export function useForms(): DeskData<FormGroup[]> {
  const submissions = useSubmissions()
  const timeZone = useStoredSchedule()?.timeZone
  const groups = useMemo(
    () => (submissions && timeZone ? toFormGroups(submissions, timeZone) : undefined),
    [submissions, timeZone],
  )
  return useRecordData(groups, formsQuery)
}

type Submission = FormSubmission & Pick<SubmissionRecord, 'form'>

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

function toFormGroups(all: readonly Submission[], timeZone: string): FormGroup[] {
  const byForm = groupBy(all, ({ form }) => form)
  return formNames.map((name: FormName) => {
    const submissions = (byForm.get(name) ?? []).sort((a, b) => b.id - a.id)
    return { name, timeZone, total: submissions.length, submissions }
  })
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
