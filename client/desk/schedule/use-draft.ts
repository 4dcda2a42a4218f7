import { useEffect, useRef, useState } from 'react'
import { loadStoredDraft, saveOrDeleteDraft } from '#client/desk/queries/draft-storage.ts'
import { createLatestOnlyQueue } from '#client/lib/latest-only-queue.ts'
import { type DraftParts, parseDrafts } from './schedule-draft.ts'

const DRAFT_KEY = 'schedule'

interface DraftStore {
  /** Undefined until the stored drafts have been read. */
  drafts: DraftParts | undefined
  /** Whether the device fails to store the drafts. */
  isNotStored: boolean
  setDrafts: (drafts: DraftParts) => void
}

/** Unsaved changes of the schedule. Each is stored on this device, so that it survives a reload. */
export function useDraft(): DraftStore {
  const [drafts, setDrafts] = useState<DraftParts>()
  const [isNotStored, setIsNotStored] = useState(false)
  const isMounted = useRef(false)
  const [write] = useState(() =>
    createLatestOnlyQueue(async (next: DraftParts) => {
      const isStored = await storeDrafts(next)
      if (isMounted.current) setIsNotStored(!isStored)
    }),
  )
  useEffect(() => {
    isMounted.current = true
    void loadStoredDraft(DRAFT_KEY).then((found) => {
      if (isMounted.current) setDrafts((typed) => typed ?? parseDrafts(found))
    })
    return () => {
      isMounted.current = false
    }
  }, [])
  return {
    drafts,
    isNotStored,
    setDrafts: (next) => {
      setDrafts(next)
      write(next)
    },
  }
}

/** Resolves to whether the drafts could be stored. */
export function storeDrafts(drafts: DraftParts): Promise<boolean> {
  return saveOrDeleteDraft(DRAFT_KEY, Object.keys(drafts).length > 0 ? drafts : undefined)
}
