import { useEffect, useRef, useState } from 'react'
import { readDraft, storeDraft } from '#client/data/data-client.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { createLatestOnlyQueue } from '#client/lib/latest-only-queue.ts'
import { useAsync } from '#client/lib/use-async.ts'
import type { Client } from '#shared/clients/client-fields.ts'
import { type ClientDraft, getDraftKey, isChanged, parseDraft } from './client-draft.ts'

export interface ClientDraftForm {
  /** Undefined until the stored draft has been read. */
  draft: ClientDraft | undefined
  /** Whether the draft comes from an earlier visit. */
  resumed: boolean
  /** Whether the device fails to store the draft. */
  storageFailed: boolean
  change: (fields: Partial<Client>) => void
  /** Deletes the stored draft. */
  discard: () => void
}

/**
 * The draft of a form, stored on this device with each key press. It survives a reload and is not
 * touched by changes from other devices. Without a stored draft the form starts from `given`; with
 * `ignoreStored` it always does.
 */
export function useClientDraft(
  key: string,
  given: ClientDraft,
  ignoreStored: boolean,
): ClientDraftForm {
  const [draft, setDraft] = useState<ClientDraft | undefined>(ignoreStored ? given : undefined)
  const [resumed, setResumed] = useState(false)
  const [unkept, setUnkept] = useState(false)
  const [write] = useState(() =>
    createLatestOnlyQueue(async (next: ClientDraft | undefined) =>
      setUnkept(!(await storeDraft(key, next))),
    ),
  )
  useTypingLock(draft !== undefined && isChanged(draft))
  const first = useRef(given)
  useEffect(() => {
    let isCancelled = false
    void (ignoreStored ? Promise.resolve(undefined) : readDraft(key)).then((found) => {
      if (isCancelled) return
      const stored = parseDraft(found)
      setResumed(stored !== undefined)
      setDraft((before) => before ?? stored ?? first.current)
    })
    return () => {
      isCancelled = true
    }
  }, [key, ignoreStored])
  const change = (fields: Partial<Client>) => {
    const before = draft ?? first.current
    const next = { ...before, fields: { ...before.fields, ...fields } }
    setDraft(next)
    write(isChanged(next) ? next : undefined)
  }
  return { draft, resumed, storageFailed: unkept, change, discard: () => write(undefined) }
}

/** Whether this device stores an unsaved edit of this client. */
export function useHasDraft(id: string): boolean {
  const { value: stored } = useAsync(id, () => readDraft(getDraftKey(id)))
  return parseDraft(stored) !== undefined
}
