import { useCallback, useEffect, useState } from 'react'
import { safeParse } from 'valibot'
import { readCached, storeCached } from '#client/data/data-client.ts'
import { useDataState } from '#client/data/use-data.ts'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { type ApiRefusal, callEndpoint, isNetworkError, toUrl } from '#client/lib/data/api.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { type CachedQuery, getCachedQuery, setCachedQuery } from './query-cache.ts'
import {
  addActiveQuery,
  type RequestOutcome,
  recordCachedAnswer,
  recordRequestEnd,
  recordRequestStart,
  useSyncState,
} from './sync-state.ts'

export interface DeskData<T> {
  /** The last answer. It stays while a new one is fetched, and if none arrives. */
  data: T | undefined
  /** Something is left out of it that only a newer version of the site knows. */
  hasGaps?: boolean
  /** When `data` arrived, UTC milliseconds. */
  asOf: number | undefined
  /**
   * `opening`: nothing to show yet. `cached`: an earlier answer is shown. `fresh`: the server has
   * answered.
   * `none`: the request failed and there is no earlier answer.
   */
  state: 'opening' | 'cached' | 'fresh' | 'none'
  /** Why the last request failed. */
  refusal: ApiRefusal | undefined
  reload: () => void
}

/** The answers that the page is derived from, and why some are missing. */
export type Source<T> = Pick<DeskData<T>, 'data' | 'refusal' | 'reload'>

interface QueryState<T> {
  key: string
  cached: CachedQuery<T> | undefined
  state: DeskData<T>['state']
  refusal: ApiRefusal | undefined
}

/**
 * The data for a screen of the desk: first this device's copy, then the server's answer; nothing
 * while it `isOff`. While the browser reports that it is offline, which may be wrong, the server is asked only
 * if this device can store nothing that could be shown instead.
 */
export function useDeskData<Input, Output>(
  endpoint: Endpoint<Input, Output>,
  input: Input,
  { isOff = false } = {},
): DeskData<Output> {
  const key = toUrl(endpoint, input)
  const [queryState, setQueryState] = useState<QueryState<Output>>(() => getInitialState(key))
  const [again, setAgain] = useState(0)
  const round = useSyncState((state) => state.refetchCount)
  const online = useOnline()
  const { phase } = useDataState()
  const asks = online || phase === 'unavailable'
  // After `key` has changed, the held answer belongs to another request.
  const current = queryState.key === key ? queryState : getInitialState<Output>(key)

  useEffect(() => (isOff ? undefined : addActiveQuery(key, getCachedQuery(key))), [key, isOff])

  // `key` is the URL, so it changes whenever `endpoint` or `input` does.
  useEffectOn(`${key} ${again} ${round} ${asks} ${isOff}`, () => {
    if (isOff) return undefined
    let isCancelled = false
    const show = (next: Partial<QueryState<Output>>) => {
      if (isCancelled) return
      setQueryState((before) => ({
        ...(before.key === key ? before : getInitialState<Output>(key)),
        ...next,
      }))
    }
    const cached = showCached({ endpoint, input, key }, show)
    if (asks) void fetchAnswer({ endpoint, input, key }, show)
    else void cached.then(() => showRefusal(key, toOfflineRefusal(endpoint), show))
    return () => {
      isCancelled = true
    }
  })

  const reload = useCallback(() => setAgain((count) => count + 1), [])
  const { cached, state, refusal } = current
  const known = { data: cached?.data, asOf: cached?.asOf, reload }
  // Nothing was asked while offline, so that says nothing about the server once there is a connection.
  if (online && refusal?.code === OFFLINE)
    return { ...known, state: state === 'none' ? 'opening' : state, refusal: undefined }
  return { ...known, state, refusal }
}

/** The code of a refusal that is none of the server's: the browser reported that it was offline. */
const OFFLINE = 'offline'

function showRefusal(key: string, refusal: ApiRefusal, show: UpdateState<never>): void {
  show({ refusal, state: getCachedQuery(key) ? 'cached' : 'none' })
}

function toOfflineRefusal({ failure }: { failure: string }): ApiRefusal {
  return { status: 0, code: OFFLINE, error: failure }
}

/** How long `preloadCached` waits for the stored copy, milliseconds. */
const PRELOAD_TIMEOUT = 100

/**
 * Loads this device's copy before a page renders, so that the page does not render twice.
 * Resolves after `PRELOAD_TIMEOUT` at the latest, with or without a copy.
 */
export async function preloadCached<Input, Output>(
  endpoint: Endpoint<Input, Output>,
  input: Input,
): Promise<void> {
  const copy = showCached({ endpoint, input, key: toUrl(endpoint, input) }, () => {})
  await Promise.race([copy, new Promise((resolve) => setTimeout(resolve, PRELOAD_TIMEOUT))])
}

/** Fetches an answer that this device has no copy of, for a screen that may first be opened offline. Call it online. */
export async function cacheOnce<Input, Output>(
  endpoint: Endpoint<Input, Output>,
  input: Input,
): Promise<void> {
  const owner = getStoredOwner()
  const key = toUrl(endpoint, input)
  if (!owner || getCachedQuery(key) || (await readCached(owner.userId, key))) return
  const answer = await callEndpoint(endpoint, input)
  // After a sign-out, nothing may be stored.
  if (!answer.ok || getStoredOwner()?.userId !== owner.userId) return
  await storeCached(owner.userId, { key, data: answer.value, asOf: systemClock() })
}

function getInitialState<T>(key: string): QueryState<T> {
  const found = getCachedQuery<T>(key)
  return { key, cached: found, state: found ? 'cached' : 'opening', refusal: undefined }
}

type UpdateState<T> = (next: Partial<QueryState<T>>) => void

interface DeskQuery<Input, Output> {
  endpoint: Endpoint<Input, Output>
  input: Input
  key: string
}

/**
 * Shows this device's copy. A copy from another version of the site that no longer parses is
 * ignored.
 */
async function showCached<Input, Output>(
  { endpoint, key }: DeskQuery<Input, Output>,
  show: UpdateState<Output>,
): Promise<void> {
  const owner = getStoredOwner()
  if (!owner || getCachedQuery(key)) return
  const copy = await readCached(owner.userId, key)
  // The server's answer may have arrived during the read.
  if (!copy || getCachedQuery(key)) return
  const parsed = safeParse(endpoint.output, copy.data)
  if (!parsed.success) return
  const found = { data: parsed.output, asOf: copy.asOf }
  setCachedQuery(key, found)
  recordCachedAnswer(key, copy.asOf)
  show({ cached: found, state: 'cached' })
}

async function fetchAnswer<Input, Output>(
  { endpoint, input, key }: DeskQuery<Input, Output>,
  show: UpdateState<Output>,
): Promise<void> {
  const owner = getStoredOwner()
  const requestedAt = systemClock()
  recordRequestStart()
  const answer = await callEndpoint(endpoint, input)
  const asOf = systemClock()
  const ended = answer.ok ? 'answered' : toRequestOutcome(answer.refusal)
  recordRequestEnd(key, { outcome: ended, requestedAt, endedAt: asOf })
  // After a sign-out, nothing may be stored or shown.
  if (!owner || getStoredOwner()?.userId !== owner.userId) return
  if (!answer.ok) {
    const isOffline = isNetworkError(answer.refusal) && !navigator.onLine
    showRefusal(key, isOffline ? toOfflineRefusal(endpoint) : answer.refusal, show)
    return
  }
  // The answer to a later request has already arrived.
  if ((getCachedQuery(key)?.requestedAt ?? 0) > requestedAt) return
  const found = { data: answer.value, asOf, requestedAt }
  setCachedQuery(key, found)
  show({ cached: found, state: 'fresh', refusal: undefined })
  void storeCached(owner.userId, { key, data: answer.value, asOf })
}

/**
 * Maps a refusal to a sync state: another account is signed in, nobody is, or the request failed.
 */
function toRequestOutcome({ status, code }: ApiRefusal): RequestOutcome {
  if (code === 'not_owner') return 'another account'
  return status === 401 ? 'signed out' : 'failed'
}
