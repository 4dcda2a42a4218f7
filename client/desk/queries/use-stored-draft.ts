import { useEffect, useRef, useState } from 'react'
import { readDraft, storeDraft } from '#client/data/data-client.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { createLatestOnlyQueue } from '#client/lib/latest-only-queue.ts'

interface StoredDraftOptions<Draft> {
  /** Not encrypted, so it must not name a person. */
  key: string
  /** The value if no draft is stored. */
  initial: Draft
  /** Reads a stored draft, possibly from another version of the site; undefined if it is not one. */
  parse: (stored: unknown) => Draft | undefined
  /** Whether the draft is worth storing. */
  isChanged: (draft: Draft) => boolean
  /** Starts from `initial`, whatever is stored. */
  ignoreStored?: boolean
}

export interface StoredDraft<Draft> {
  /** Undefined until the stored draft has been read. */
  draft: Draft | undefined
  isChanged: boolean
  /** Whether the draft comes from an earlier visit. */
  resumed: boolean
  /** Whether the device fails to store the draft. */
  isNotStored: boolean
  /** The latest draft, also between renders. */
  current: () => Draft
  change: (draft: Draft) => void
  /** Deletes the stored draft; the page keeps its text. */
  discard: () => void
}

/**
 * A draft of the owner, stored on this device with each key press. It survives a reload and is not
 * touched by changes from other devices.
 */
export function useStoredDraft<Draft>(options: StoredDraftOptions<Draft>): StoredDraft<Draft> {
  const { key, parse, isChanged, ignoreStored = false } = options
  const [draft, setDraft] = useState(ignoreStored ? { value: options.initial } : undefined)
  const [resumed, setResumed] = useState(false)
  const [isNotStored, setNotStored] = useState(false)
  const latest = useRef(draft)
  const { current: first } = useRef({ parse, initial: options.initial })
  const [write] = useState(() =>
    createLatestOnlyQueue(async (next: Draft | undefined) =>
      setNotStored(!(await storeDraft(key, next))),
    ),
  )
  const show = (value: Draft) => {
    latest.current = { value }
    setDraft(latest.current)
  }
  useEffect(() => {
    let isCancelled = false
    void (ignoreStored ? Promise.resolve(undefined) : readDraft(key)).then((found) => {
      if (isCancelled) return
      const stored = first.parse(found)
      setResumed(stored !== undefined)
      latest.current ??= { value: stored ?? first.initial }
      setDraft(latest.current)
    })
    return () => {
      isCancelled = true
    }
  }, [key, ignoreStored, first])
  const isWorthStoring = draft !== undefined && isChanged(draft.value)
  useTypingLock(isWorthStoring)
  return {
    draft: draft?.value,
    isChanged: isWorthStoring,
    ...{ resumed, isNotStored },
    current: () => (latest.current ?? { value: first.initial }).value,
    change(next) {
      show(next)
      write(isChanged(next) ? next : undefined)
    },
    discard() {
      setResumed(false)
      write(undefined)
    },
  }
}
