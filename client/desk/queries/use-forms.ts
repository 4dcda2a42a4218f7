import { useMemo } from 'react'
import { type FormGroup, type FormSubmission, getFormChanges } from '#shared/submissions/api.ts'
import { SyncedList, useSyncedList } from './synced-list.ts'
import type { DeskData } from './use-desk-data.ts'

const syncedForms = new SyncedList('form', getFormChanges)

/**
 * Visitors' submissions by form, the latest first. The server counts them, so the totals are right
 * even before this device has every submission.
 */
export function useForms(): DeskData<FormGroup[]> {
  const desk = useSyncedList(syncedForms)
  const groups = useMemo(() => desk.data && toFormGroups(desk.data), [desk.data])
  return { ...desk, data: groups }
}

type FormListData = NonNullable<ReturnType<typeof syncedForms.view.get>>['data']

function toFormGroups({ records, meta }: FormListData): FormGroup[] {
  const byForm = new Map<string, FormSubmission[]>(meta.map(({ name }) => [name, []]))
  for (const { form, ...submission } of records) byForm.get(form)?.push(submission)
  return meta.map((counts) => ({
    ...counts,
    submissions: (byForm.get(counts.name) ?? []).sort((a, b) => b.id - a.id),
  }))
}
