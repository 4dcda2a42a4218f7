import { useEffect, useState } from 'react'
import { ownerHere } from '../desk/owner-here.ts'
import {
  dropScheduleDraft,
  keepScheduleDraft,
  readScheduleDraft,
  type ScheduleDraft,
} from '../offline/schedule-draft.ts'

export interface KeptDraft {
  draft: ScheduleDraft | undefined
  /** False until the device was asked: an edit before that would take the place of what is kept. */
  ready: boolean
  /** The device does not keep it. */
  unkept: boolean
  put: (draft: ScheduleDraft | undefined) => void
}

/** The draft of this device: there again after a reload, and without a connection. */
export function useDraft(): KeptDraft {
  const [draft, setDraft] = useState<ScheduleDraft>()
  const [ready, setReady] = useState(false)
  const [unkept, setUnkept] = useState(false)
  useEffect(() => {
    let left = false
    const userId = ownerHere()?.userId
    const found = userId ? readScheduleDraft(userId) : Promise.resolve(undefined)
    void found.then((kept) => {
      if (left) return
      setDraft(kept)
      setReady(true)
    })
    return () => {
      left = true
    }
  }, [])
  const put = (next: ScheduleDraft | undefined) => {
    setDraft(next)
    const userId = ownerHere()?.userId
    if (!userId) return
    const done = next ? keepScheduleDraft(userId, next) : dropScheduleDraft(userId)
    void done.then((kept) => setUnkept(!kept))
  }
  return { draft, ready, unkept, put }
}
