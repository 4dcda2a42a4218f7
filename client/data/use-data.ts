import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useAsync } from '#client/lib/use-async.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { Names } from '#shared/lib/define-collection.ts'
import { getData, getDataSnapshot, subscribeToData } from './data-client.ts'
import { ClientWindow } from './index/client-window.ts'
import type {
  AttentionItem,
  ClientListItem,
  ClientQuery,
  ClientView,
  DataState,
  Duplicates,
  NewsCounts,
  PendingEdit,
} from './store/types.ts'

export interface ClientListData {
  /**
   * The search text of the lines shown: the last one answered, which may be behind what is typed.
   */
  searchedText: string
  /** How many the search found. */
  matchCount: number
  /** All clients on this device. */
  clientCount: number
  /** Not all clients have been read yet, or there is no answer yet. */
  loading: boolean
  /** Undefined while the line is not loaded; see `setVisibleRange`. */
  getItem: (i: number) => ClientListItem | undefined
  /** Loads the visible lines from `from` up to, not including, `to`. */
  setVisibleRange: (from: number, to: number) => void
}

/** Returns the list of a query; the lines of the last answer stay until the next one arrives. */
export function useClients({ text, sort }: ClientQuery): ClientListData {
  const [part] = useState(
    () => new ClientWindow((query, from, count) => getData().clients.list(query, from, count)),
  )
  const version = useDataVersion()
  // Each version of the local data may have another answer.
  useEffectOn(`${version} ${sort} ${text}`, () => part.setQuery({ text, sort }))
  const snapshot = useSyncExternalStore(part.subscribe, part.getSnapshot)
  const setVisibleRange = useCallback(
    (from: number, to: number) => part.setVisibleRange(from, to),
    [part],
  )
  return useMemo(() => {
    const { items, ...counts } = snapshot
    return { ...counts, setVisibleRange, getItem: (i: number) => items.get(i) }
  }, [snapshot, setVisibleRange])
}

/** Returns a client, kept up to date; undefined if there is none with this id. */
export function useClient(id: string): ClientView | 'opening' | undefined {
  const result = useDataQuery(id, () => getData().clients.get(id))
  return result === undefined ? 'opening' : result.answer
}

export function useDataState(): DataState {
  return useSyncExternalStore(subscribeToData, () => getDataSnapshot().state)
}

/** Returns the pending mutations, newest first, at most `most`. */
export function usePendingEdits(most: number): PendingEdit[] {
  return (
    useDataQuery(`pending ${most}`, () => getData().records.listPending(most))?.answer ?? NO_EDITS
  )
}

/** Returns what only the owner can settle, at most `most` clients and journeys. */
export function useNeedingAttention(most: number): AttentionItem[] {
  return (
    useDataQuery(`attention ${most}`, () => getData().records.listNeedingAttention(most))?.answer ??
    NO_ITEMS
  )
}

/** Returns the names of clients, by id; until an answer comes those of the last one. */
export function useClientNames(ids: readonly string[]): Names {
  const found = useDataQuery(`names ${ids.join(' ')}`, () => getData().clients.listNames(ids))
  const names = useLast(found?.answer, found)
  return useMemo(() => new Map(names?.map(({ id, name }) => [id, name])), [names])
}

/** Returns possible duplicates. */
export function useDuplicates(): Duplicates {
  return (
    useDataQuery('duplicates', () => getData().clients.findDuplicates())?.answer ?? NO_DUPLICATES
  )
}

/** How much is new to the owner; zero until this device has synced. */
export function useNewsCounts(): NewsCounts {
  return useDataQuery('news', () => getData().records.countNews())?.answer ?? NO_NEWS
}

const NO_NEWS: NewsCounts = { forms: {}, newBookings: 0, guestChanges: 0 }
const NO_DUPLICATES: Duplicates = { count: 0, first: undefined }
const NO_EDITS: PendingEdit[] = []
const NO_ITEMS: AttentionItem[] = []

interface KeyedAnswer<T> {
  key: string
  answer: T
}

/**
 * Returns the local data's answer, read again at each version of the local data; undefined until the first
 * answer. An answer with equal JSON is the same object, so that React does not render again.
 */
export function useDataQuery<T>(key: string, query: () => Promise<T>): KeyedAnswer<T> | undefined {
  const last = useRef<KeyedAnswer<T>>(undefined)
  const load = async () => {
    // `useDataState` reports local data that cannot answer.
    if (getDataSnapshot().state.phase !== 'ready') throw new Error('The local data is not ready')
    const next = { key, answer: await query() }
    const isSame = JSON.stringify(last.current) === JSON.stringify(next)
    if (!isSame) last.current = next
    return last.current
  }
  return useAsync(key, load, useDataVersion()).value
}

/** The last value that was not undefined. A new `source` means that there is a new value. */
export function useLast<T>(value: T | undefined, source: unknown): T | undefined {
  const [last, setLast] = useState({ value, source })
  if (value === undefined || source === last.source) return last.value
  setLast({ value, source })
  return value
}

/** Returns the version of the local data, which goes up with each change of lists or clients. */
export function useDataVersion(): number {
  return useSyncExternalStore(subscribeToData, () => getDataSnapshot().version)
}
