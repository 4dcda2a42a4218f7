import { useEffect, useRef, useState } from 'react'
import { readDraft, storeDraft } from '#client/data/data-client.ts'
import { createLatestOnlyQueue } from '#client/lib/latest-only-queue.ts'
import { type DraftParts, parseDrafts } from './schedule-draft.ts'

const DRAFT_KEY = 'schedule'

interface DraftStore {
  /** Undefined until the stored drafts have been read. */
  drafts: DraftParts | undefined
  /** Whether the device fails to store the drafts. */
  isNotStored: boolean
  setDrafts: (drafts: DraftParts) => void
  /** Empties the drafts if they are still these: a rejected edit may have been given back meanwhile. */
  clearDrafts: (queued: DraftParts) => void
}

export const NO_DRAFTS: DraftParts = {}

/** Unsaved changes of the schedule. Each is stored on this device, so that it survives a reload. */
export function useDraft(): DraftStore {
  const [drafts, setDrafts] = useState<DraftParts>()
  const [isNotStored, setIsNotStored] = useState(false)
  const latest = useRef<DraftParts>(undefined)
  const isMounted = useRef(false)
  /** Every part that has had a draft on this page. */
  const parts = useRef(new Set<string>())
  const [write] = useState(() =>
    createLatestOnlyQueue(async (next: DraftParts) => {
      const isStored = await storeDrafts(next, parts.current)
      if (isMounted.current) setIsNotStored(!isStored)
    }),
  )
  useEffect(() => {
    isMounted.current = true
    void readDraft(DRAFT_KEY).then((found) => {
      if (!isMounted.current || latest.current) return
      latest.current = addParts(parts.current, parseDrafts(found))
      setDrafts(latest.current)
    })
    return () => {
      isMounted.current = false
    }
  }, [])
  const change = (next: DraftParts) => {
    latest.current = next
    setDrafts(next)
    write(addParts(parts.current, next))
  }
  return {
    drafts,
    isNotStored,
    setDrafts: change,
    clearDrafts: (queued) => {
      if (latest.current === queued) change(NO_DRAFTS)
    },
  }
}

function addParts(parts: Set<string>, drafts: DraftParts): DraftParts {
  for (const part of Object.keys(drafts)) parts.add(part)
  return drafts
}

/**
 * Replaces the stored drafts of `parts`. Drafts of other parts, which other pages may have, stay. Resolves to whether
 * the drafts could be stored.
 */
export async function storeDrafts(
  drafts: DraftParts,
  parts: ReadonlySet<string> = new Set(Object.keys(drafts)),
): Promise<boolean> {
  const stored = Object.entries(parseDrafts(await readDraft(DRAFT_KEY)))
  const others = Object.fromEntries(stored.filter(([part]) => !parts.has(part)))
  const all = { ...others, ...drafts }
  return storeDraft(DRAFT_KEY, Object.keys(all).length > 0 ? all : undefined)
}
