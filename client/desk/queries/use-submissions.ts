import { useMemo } from 'react'
import { getData } from '#client/data/data-client.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import {
  type FormGroup,
  type FormSubmission,
  getForms,
  type SubmissionRecord,
} from '#shared/submissions/api.ts'
import { formNames } from '#shared/submissions/form-post.ts'
import { toMarkId } from '#shared/submissions/mark-id.ts'
import { completeMarks, type SubmissionMarks } from '#shared/submissions/marks.ts'
import type { DataOf } from '#shared/sync/collections.ts'
import type { DeskData } from './use-desk-data.ts'
import { useOwnerZone, useRecordData, useRecords, useRecordsSoFar } from './use-records.ts'

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
function findMark(
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
