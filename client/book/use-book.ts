import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useAsync } from '#client/lib/use-async.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { ClientWindow } from './index/client-window.ts'
import { book, bookNews, onBookNews } from './page-book.ts'
import type {
  BookState,
  ClientLine,
  ClientQuery,
  ClientView,
  Twins,
  WaitingChange,
} from './store/types.ts'

export interface Clients {
  /**
   * The search text of the lines shown: the last one answered, which may be behind what is typed.
   */
  searched: string
  /** How many the search found. */
  total: number
  /** All clients on this device. */
  all: number
  /** Not all clients have been read yet, or there is no answer yet. */
  loading: boolean
  /** Undefined while the line is not loaded; see `want`. */
  line: (i: number) => ClientLine | undefined
  /** Loads the visible lines from `from` up to, not including, `to`. */
  want: (from: number, to: number) => void
}

/** Returns the list of a query; the lines of the last answer stay until the next one arrives. */
export function useClients({ text, sort }: ClientQuery): Clients {
  const [part] = useState(
    () => new ClientWindow((query, from, count) => book().list(query, from, count)),
  )
  const version = useBookVersion()
  // Each version of the book may have another answer.
  useEffectOn(`${version} ${sort} ${text}`, () => part.show({ text, sort }))
  const shown = useSyncExternalStore(part.subscribe, part.snapshot)
  const want = useCallback((from: number, to: number) => part.want(from, to), [part])
  return useMemo(() => {
    const { lines, ...counts } = shown
    return { ...counts, want, line: (i: number) => lines.get(i) }
  }, [shown, want])
}

/** Returns a client, kept up to date; undefined if there is none with this id. */
export function useClient(id: string): ClientView | 'opening' | undefined {
  const held = useBookAnswer(id, () => book().client(id))
  return held === undefined ? 'opening' : held.answer
}

export function useBookState(): BookState {
  return useSyncExternalStore(onBookNews, () => bookNews().state)
}

/** Returns the pending mutations, newest first, at most `most`. */
export function useWaiting(most: number): WaitingChange[] {
  return useBookAnswer(`waiting ${most}`, () => book().waiting(most))?.answer ?? NOTHING
}

/** Returns clients with a rejected mutation or an open conflict, at most `most`. */
export function useAttention(most: number): ClientLine[] {
  return useBookAnswer(`attention ${most}`, () => book().attention(most))?.answer ?? NOBODY
}

/** Returns possible duplicates. */
export function useTwins(): Twins {
  return useBookAnswer('twins', () => book().twins())?.answer ?? NO_TWINS
}

const NO_TWINS: Twins = { count: 0, first: undefined }
const NOTHING: WaitingChange[] = []
const NOBODY: ClientLine[] = []

interface Held<T> {
  key: string
  answer: T
}

/**
 * Returns the book's answer, read again at each version of the book; undefined until the first
 * answer. An answer with equal JSON is the same object, so that React does not render again.
 */
export function useBookAnswer<T>(key: string, ask: () => Promise<T>): Held<T> | undefined {
  const last = useRef<Held<T>>(undefined)
  const load = async () => {
    // `useBookState` reports a book that cannot answer.
    if (bookNews().state.phase !== 'ready') throw new Error('The client book is not ready')
    const next = { key, answer: await ask() }
    const isSame = JSON.stringify(last.current) === JSON.stringify(next)
    if (!isSame) last.current = next
    return last.current
  }
  return useAsync(key, load, useBookVersion()).value
}

/** Returns the version of the book, which goes up with each change of lists or clients. */
export function useBookVersion(): number {
  return useSyncExternalStore(onBookNews, () => bookNews().version)
}
