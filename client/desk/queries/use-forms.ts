import { useMemo } from 'react'
import { groupBy } from '#shared/lib/group-by.ts'
import {
  type FormGroup,
  type FormSubmission,
  getForms,
  type SubmissionRecord,
} from '#shared/submissions/api.ts'
import { formNames } from '#shared/submissions/form-post.ts'
import { useReadOnlyRecords, useRecordData } from './read-only-records.ts'
import type { DeskData } from './use-desk-data.ts'
import { useStoredSchedule } from './use-saved-schedule.ts'

const formsQuery = { endpoint: getForms, input: {} }

/** Visitors' submissions by form, the latest first. */
export function useForms(): DeskData<FormGroup[]> {
  const records = useReadOnlyRecords('submission')
  const timeZone = useStoredSchedule()?.timeZone
  const groups = useMemo(
    () => (records && timeZone ? toFormGroups(records, timeZone) : undefined),
    [records, timeZone],
  )
  return useRecordData(groups, formsQuery)
}

function toFormGroups(
  records: ReadonlyMap<string, SubmissionRecord>,
  timeZone: string,
): FormGroup[] {
  const byForm = groupBy([...records], ([, { form }]) => form)
  return formNames.map((name) => {
    const submissions = (byForm.get(name) ?? [])
      .map(([id, { form: _form, ...facts }]): FormSubmission => ({ id: Number(id), ...facts }))
      .sort((a, b) => b.id - a.id)
    const unread = submissions.filter(({ read }) => !read).length
    return { name, timeZone, total: submissions.length, unread, submissions }
  })
}
