import { useEffect, useState } from 'react'
import { keptDraft } from '#client/desk/clients/kept-draft.ts'
import { draftKey, readKept } from './client-draft.ts'

/** Whether an edit of this client was begun on this device and not saved. */
export function useUnfinishedForm(id: string): boolean {
  const [found, setFound] = useState(false)
  useEffect(() => {
    let left = false
    void keptDraft(draftKey(id)).then((kept) => {
      if (!left) setFound(readKept(kept) !== undefined)
    })
    return () => {
      left = true
    }
  }, [id])
  return found
}
