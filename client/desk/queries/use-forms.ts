import { useMemo } from 'react'
import { groupBy } from '#shared/lib/group-by.ts'
import { type FormGroup, getForms } from '#shared/submissions/api.ts'
import { formNames } from '#shared/submissions/form-post.ts'
import type { DeskData } from './use-desk-data.ts'
import { useOwnerZone, useRecordData } from './use-records.ts'
import { type Submission, useSubmissions } from './use-submissions.ts'

const formsQuery = { endpoint: getForms, input: {} }

/** Visitors' submissions by form, the latest first. */
export function useForms(): DeskData<FormGroup[]> {
  const submissions = useSubmissions()
  const timeZone = useOwnerZone()
  const groups = useMemo(
    () => (submissions && timeZone ? toFormGroups(submissions, timeZone) : undefined),
    [submissions, timeZone],
  )
  return useRecordData(groups, formsQuery)
}

function toFormGroups(all: readonly Submission[], timeZone: string): FormGroup[] {
  const byForm = groupBy(all, ({ form }) => form)
  return formNames.map((name) => {
    const submissions = (byForm.get(name) ?? []).sort((a, b) => b.id - a.id)
    return { name, timeZone, total: submissions.length, submissions }
  })
}
