import { useEffect, useRef, useState } from 'react'
import { inTurn } from '#client/desk/clients/in-turn.ts'
import { keepOrDrop, keptDraft } from '#client/desk/clients/kept-draft.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { useAsync } from '#client/lib/use-async.ts'
import type { Client } from '#shared/clients/fields.ts'
import { type ClientDraft, draftKey, isChanged, readKept } from './client-draft.ts'

export interface KeptForm {
  /** Undefined until the device was asked for what was begun earlier. */
  draft: ClientDraft | undefined
  /** It was begun earlier. */
  resumed: boolean
  /** The device does not keep what is typed. */
  unkept: boolean
  change: (fields: Partial<Client>) => void
  /** Nothing of it stays on the device. */
  drop: () => void
}

/**
 * What is typed, kept on this device with each letter: there again after a reload, and whatever comes
 * from other devices meanwhile. `given` is what the form begins from where nothing was kept; with
 * `anew` also where something was.
 */
export function useClientDraft(key: string, given: ClientDraft, anew: boolean): KeptForm {
  const [draft, setDraft] = useState<ClientDraft | undefined>(anew ? given : undefined)
  const [resumed, setResumed] = useState(false)
  const [unkept, setUnkept] = useState(false)
  const [write] = useState(() =>
    inTurn(async (next: ClientDraft | undefined) => setUnkept(!(await keepOrDrop(key, next)))),
  )
  useTypingLock(draft !== undefined && isChanged(draft))
  const first = useRef(given)
  useEffect(() => {
    let left = false
    void (anew ? Promise.resolve(undefined) : keptDraft(key)).then((found) => {
      if (left) return
      const kept = readKept(found)
      setResumed(kept !== undefined)
      setDraft((before) => before ?? kept ?? first.current)
    })
    return () => {
      left = true
    }
  }, [key, anew])
  const change = (fields: Partial<Client>) => {
    const before = draft ?? first.current
    const next = { ...before, fields: { ...before.fields, ...fields } }
    setDraft(next)
    write(isChanged(next) ? next : undefined)
  }
  return { draft, resumed, unkept, change, drop: () => write(undefined) }
}

/** Whether an edit of this client was begun on this device and not saved. */
export function useUnfinishedForm(id: string): boolean {
  const { value: kept } = useAsync(id, () => keptDraft(draftKey(id)))
  return readKept(kept) !== undefined
}
