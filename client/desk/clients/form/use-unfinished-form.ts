import { keptDraft } from '#client/desk/clients/kept-draft.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { draftKey, readKept } from './client-draft.ts'

/** Whether an edit of this client was begun on this device and not saved. */
export function useUnfinishedForm(id: string): boolean {
  const { value: kept } = useAsync(id, () => keptDraft(draftKey(id)))
  return readKept(kept) !== undefined
}
