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
  /** The words that they were found by: the last ones that were answered, not those that are typed. */
  searched: string
  /** How many the search found. */
  total: number
  /** How many there are on this device. */
  all: number
  /** More are still coming, or the answer is. */
  loading: boolean
  /** Undefined while it is not at hand; see `want`. */
  line: (i: number) => ClientLine | undefined
  /** Lines `from` to before `to` are seen. */
  want: (from: number, to: number) => void
}

/** The list as it is asked for; what it showed stays until the next answer is there. */
export function useClients({ text, sort }: ClientQuery): Clients {
  const [part] = useState(
    () => new ClientWindow((query, from, count) => book().list(query, from, count)),
  )
  const version = useBookVersion()
  // Each version of the book has another answer.
  useEffectOn(`${version} ${sort} ${text}`, () => part.show({ text, sort }))
  const shown = useSyncExternalStore(part.subscribe, part.snapshot)
  const want = useCallback((from: number, to: number) => part.want(from, to), [part])
  return useMemo(() => {
    const { lines, ...counts } = shown
    return { ...counts, want, line: (i: number) => lines.get(i) }
  }, [shown, want])
}

/** One client as it stands, whoever changes it; undefined where there is none of this id. */
export function useClient(id: string): ClientView | 'opening' | undefined {
  const held = useBookAnswer(id, () => book().client(id))
  return held === undefined ? 'opening' : held.answer
}

export function useBookState(): BookState {
  return useSyncExternalStore(onBookNews, () => bookNews().state)
}

/** What waits to be sent, newest first. */
export function useWaiting(most: number): WaitingChange[] {
  return useBookAnswer(`waiting ${most}`, () => book().waiting(most))?.answer ?? NOTHING
}

/** Whom only the owner can settle. */
export function useAttention(most: number): ClientLine[] {
  return useBookAnswer(`attention ${most}`, () => book().attention(most))?.answer ?? NOBODY
}

/** Who may be in the book twice. */
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
 * What the book answers, asked anew at each version of it; undefined until it has. An answer that
 * says the same is the same object.
 */
export function useBookAnswer<T>(key: string, ask: () => Promise<T>): Held<T> | undefined {
  const last = useRef<Held<T>>(undefined)
  const load = async () => {
    // A book that cannot answer says so by its state.
    if (bookNews().state.phase !== 'ready') throw new Error('The client book is not ready')
    const next = { key, answer: await ask() }
    const isSame = JSON.stringify(last.current) === JSON.stringify(next)
    if (!isSame) last.current = next
    return last.current
  }
  return useAsync(key, load, useBookVersion()).value
}

/** Counts up with each change of what the book shows. */
export function useBookVersion(): number {
  return useSyncExternalStore(onBookNews, () => bookNews().version)
}
