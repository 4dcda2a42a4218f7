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
  /** The last known answer; stays while a new one is fetched, and where none comes. */
  data: T | undefined
  /** When it came, UTC milliseconds. */
  asOf: number | undefined
  /**
   * `opening` until anything is known, `kept` while a copy from before stands, `fresh` once the
   * server has answered, `none` where nothing is known and nothing came.
   */
  state: 'opening' | 'kept' | 'fresh' | 'none'
  /** Why the last request brought nothing. */
  trouble: ApiRefusal | undefined
  reload: () => void
}

interface Held<T> {
  key: string
  found: Known<T> | undefined
  state: DeskData<T>['state']
  trouble: ApiRefusal | undefined
}

/** What a screen of the desk shows: this device's copy at once, then the server's answer. */
export function useDeskData<Input, Output>(
  endpoint: Endpoint<Input, Output>,
  input: Input,
): DeskData<Output> {
  const key = urlOf(endpoint, input)
  const [held, setHeld] = useState<Held<Output>>(() => begin(key))
  const [again, setAgain] = useState(0)
  const round = useSyncState((state) => state.round)
  const online = useOnline()
  // Another question has an answer of its own.
  const current = held.key === key ? held : begin<Output>(key)

  useEffect(() => noteShown(key, known(key)), [key])

  // The address stands for the endpoint and its input.
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

/** How long a page waits for its copy before it is drawn without; milliseconds. */
const PATIENCE = 100

/** Has this device's copy at hand, so that a page is not drawn twice; nothing where there is none. */
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

/** A copy from an earlier version of the site may no longer fit; then it is passed over. */
async function showCopy<Input, Output>(
  { endpoint, key }: Question<Input, Output>,
  show: Show<Output>,
): Promise<void> {
  const owner = ownerHere()
  if (!owner || known(key)) return
  const copy = await readCopy(owner.userId, key)
  // The server's answer may have come first.
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
  // Whoever signed out meanwhile leaves nothing behind.
  if (!owner || ownerHere()?.userId !== owner.userId) return
  if (!answer.ok) {
    show({ trouble: answer.refusal, ...(known(key) ? { state: 'kept' } : { state: 'none' }) })
    return
  }
  // What was asked for later has come already.
  if ((known(key)?.askedAt ?? 0) > askedAt) return
  const found = { data: answer.value, asOf, askedAt }
  note(key, found)
  show({ found, state: 'fresh', trouble: undefined })
  void keepCopy(owner.userId, { key, data: answer.value, asOf })
}

export function endOf({ status, code }: ApiRefusal): Ended {
  if (code === 'not_owner') return 'another account'
  return status === 401 ? 'signed out' : 'failed'
}
