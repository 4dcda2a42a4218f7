import { useEffect, useState } from 'react'
import { ownerHere } from '../../desk/owner-here.ts'
import { readDraft } from '../../offline/desk-copies.ts'
import { draftKey, readKept } from './client-draft.ts'

/** Whether an edit of this client was begun on this device and not saved. */
export function useUnfinishedForm(id: string): boolean {
  const [found, setFound] = useState(false)
  useEffect(() => {
    let left = false
    const userId = ownerHere()?.userId
    if (userId)
      void readDraft(userId, draftKey(id)).then((kept) => {
        if (!left) setFound(readKept(kept) !== undefined)
      })
    return () => {
      left = true
    }
  }, [id])
  return found
}
