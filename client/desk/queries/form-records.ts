import { useMemo } from 'react'
import { type FormGroup, type FormSubmission, getFormChanges } from '#shared/submissions/api.ts'
import { RecordList, useRecordList } from './record-list.ts'
import type { DeskData } from './use-desk-data.ts'

const formRecords = new RecordList('form', getFormChanges)

/**
 * Visitors' submissions by form, the latest first. The server counts them, so the totals are right
 * even before this device has every submission.
 */
export function useForms(): DeskData<FormGroup[]> {
  const desk = useRecordList(formRecords)
  const groups = useMemo(() => desk.data && groupsOf(desk.data), [desk.data])
  return { ...desk, data: groups }
}

type Listed = NonNullable<ReturnType<typeof formRecords.view.get>>['data']

function groupsOf({ records, about }: Listed): FormGroup[] {
  const byForm = new Map<string, FormSubmission[]>(about.map(({ name }) => [name, []]))
  for (const { form, ...submission } of records) byForm.get(form)?.push(submission)
  return about.map((counts) => ({
    ...counts,
    submissions: (byForm.get(counts.name) ?? []).sort((a, b) => b.id - a.id),
  }))
}
