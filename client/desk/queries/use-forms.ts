import { useMemo } from 'react'
import { groupBy } from '#shared/lib/group-by.ts'
import { type FormGroup, getForms } from '#shared/submissions/api.ts'
import { formNames } from '#shared/submissions/form-post.ts'
import { completeMarks } from '#shared/submissions/marks.ts'
import type { DeskData } from './use-desk-data.ts'
import { useOwnerZone, useRecordData, useRecordsSoFar } from './use-records.ts'
import { findMark, type Marks, type Submission, useSubmissions } from './use-submissions.ts'

const formsQuery = { endpoint: getForms, input: {} }

/** Visitors' submissions by form, the latest first. */
export function useForms(): DeskData<FormGroup[]> {
  const submissions = useSubmissions()
  const marks = useRecordsSoFar('submission-mark')
  const timeZone = useOwnerZone()
  const groups = useMemo(
    () => (submissions && timeZone ? toFormGroups(submissions, timeZone) : undefined),
    [submissions, timeZone],
  )
  const desk = useRecordData({ derived: groups, from: ['submission'] }, formsQuery)
  const { data } = desk
  const marked = useMemo(
    () => (data === groups ? data : withMarks(data, marks)),
    [data, groups, marks],
  )
  return { ...desk, data: marked }
}

function toFormGroups(all: readonly Submission[], timeZone: string): FormGroup[] {
  const byForm = groupBy(all, ({ form }) => form)
  return formNames.map((name) => {
    const submissions = (byForm.get(name) ?? []).sort((a, b) => b.id - a.id)
    return { name, timeZone, total: submissions.length, submissions }
  })
}

/** The server's answer with the marks on this device, which the server may not have yet. */
function withMarks(
  groups: FormGroup[] | undefined,
  marks: Marks | undefined,
): FormGroup[] | undefined {
  return groups?.map(({ submissions, ...group }) => ({
    ...group,
    submissions: submissions.map((one) => ({
      ...one,
      ...completeMarks({ ...one, ...findMark(marks, one) }),
    })),
  }))
}
