import { useCallback, useEffect, useState } from 'react'
import { safeParse } from 'valibot'
import { keepCopy, readCopy } from '#client/book/desk-data.ts'
import {
  type Ended,
  noteAnswer,
  noteAsking,
  noteCopy,
  noteShown,
  useSyncState,
} from '#client/desk/shell/sync-state.ts'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { ownerHere } from '#client/lib/data/account-here.ts'
import { type ApiRefusal, call, urlOf } from '#client/lib/data/api.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { type Known, known, note } from './known.ts'

export interface DeskData<T> {
  /** The last answer. It stays while a new one is fetched, and if none arrives. */
  data: T | undefined
  /** When `data` arrived, UTC milliseconds. */
  asOf: number | undefined
  /**
   * `opening`: nothing to show yet. `kept`: an earlier answer is shown. `fresh`: the server has
   * answered.
   * `none`: the request failed and there is no earlier answer.
   */
  state: 'opening' | 'kept' | 'fresh' | 'none'
  /** Why the last request failed. */
  trouble: ApiRefusal | undefined
  reload: () => void
}

interface Held<T> {
  key: string
  found: Known<T> | undefined
  state: DeskData<T>['state']
  trouble: ApiRefusal | undefined
}

/** The data for a screen of the desk: first this device's copy, then the server's answer. */
export function useDeskData<Input, Output>(
  endpoint: Endpoint<Input, Output>,
  input: Input,
): DeskData<Output> {
  const key = urlOf(endpoint, input)
  const [held, setHeld] = useState<Held<Output>>(() => begin(key))
  const [again, setAgain] = useState(0)
  const round = useSyncState((state) => state.round)
  const online = useOnline()
  // After `key` has changed, the held answer belongs to another request.
  const current = held.key === key ? held : begin<Output>(key)

  useEffect(() => noteShown(key, known(key)), [key])

  // `key` is the URL, so it changes whenever `endpoint` or `input` does.
  useEffectOn(`${key} ${again} ${round} ${online}`, () => {
    let left = false
    const show = (next: Partial<Held<Output>>) => {
      if (left) return
      setHeld((before) => ({ ...(before.key === key ? before : begin<Output>(key)), ...next }))
    }
    void showCopy({ endpoint, input, key }, show)
    void ask({ endpoint, input, key }, show)
    return () => {
      left = true
    }
  })

  const reload = useCallback(() => setAgain((count) => count + 1), [])
  const { found, state, trouble } = current
  return { data: found?.data, asOf: found?.asOf, state, trouble, reload }
}

/** How long `copyAtHand` waits for the stored copy, milliseconds. */
const PATIENCE = 100

/**
 * Loads this device's copy before a page renders, so that the page does not render twice.
 * Resolves after `PATIENCE` at the latest, with or without a copy.
 */
export async function copyAtHand<Input, Output>(
  endpoint: Endpoint<Input, Output>,
  input: Input,
): Promise<void> {
  const copy = showCopy({ endpoint, input, key: urlOf(endpoint, input) }, () => {})
  await Promise.race([copy, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}

function begin<T>(key: string): Held<T> {
  const found = known<T>(key)
  return { key, found, state: found ? 'kept' : 'opening', trouble: undefined }
}

type Show<T> = (next: Partial<Held<T>>) => void

interface Question<Input, Output> {
  endpoint: Endpoint<Input, Output>
  input: Input
  key: string
}

/**
 * Shows this device's copy. A copy from another version of the site that no longer parses is
 * ignored.
 */
async function showCopy<Input, Output>(
  { endpoint, key }: Question<Input, Output>,
  show: Show<Output>,
): Promise<void> {
  const owner = ownerHere()
  if (!owner || known(key)) return
  const copy = await readCopy(owner.userId, key)
  // The server's answer may have arrived during the read.
  if (!copy || known(key)) return
  const parsed = safeParse(endpoint.output, copy.data)
  if (!parsed.success) return
  const found = { data: parsed.output, asOf: copy.asOf }
  note(key, found)
  noteCopy(key, copy.asOf)
  show({ found, state: 'kept' })
}

async function ask<Input, Output>(
  { endpoint, input, key }: Question<Input, Output>,
  show: Show<Output>,
): Promise<void> {
  const owner = ownerHere()
  const askedAt = systemClock()
  noteAsking()
  const answer = await call(endpoint, input)
  const asOf = systemClock()
  const ended = answer.ok ? 'answered' : endOf(answer.refusal)
  noteAnswer(key, { ended, askedAt, now: asOf })
  // After a sign-out, nothing may be stored or shown.
  if (!owner || ownerHere()?.userId !== owner.userId) return
  if (!answer.ok) {
    show({ trouble: answer.refusal, ...(known(key) ? { state: 'kept' } : { state: 'none' }) })
    return
  }
  // The answer to a later request has already arrived.
  if ((known(key)?.askedAt ?? 0) > askedAt) return
  const found = { data: answer.value, asOf, askedAt }
  note(key, found)
  show({ found, state: 'fresh', trouble: undefined })
  void keepCopy(owner.userId, { key, data: answer.value, asOf })
}

/**
 * Maps a refusal to a sync state: another account is signed in, nobody is, or the request failed.
 */
export function endOf({ status, code }: ApiRefusal): Ended {
  if (code === 'not_owner') return 'another account'
  return status === 401 ? 'signed out' : 'failed'
}
