import { useMemo } from 'react'
import { type FormGroup, type FormSubmission, getFormChanges } from '#shared/submissions/api.ts'
import { RecordList, useRecordList } from './record-list.ts'
import type { DeskData } from './use-desk-data.ts'

const formRecords = new RecordList('form', getFormChanges)

/** What visitors sent, by form, the latest first; counted by the server, also while not all of it is here. */
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
