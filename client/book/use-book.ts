import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version of the book is another answer.
  useEffect(() => part.show({ text, sort }), [part, text, sort, version])
  const shown = useSyncExternalStore(part.subscribe, part.snapshot)
  const want = useCallback((from: number, to: number) => part.want(from, to), [part])
  return useMemo(() => {
    const { lines, ...counts } = shown
    return { ...counts, want, line: (i: number) => lines.get(i) }
  }, [shown, want])
}

/** One client as it stands, whoever changes it; undefined where there is none of this id. */
export function useClient(id: string): ClientView | 'opening' | undefined {
  const held = useAnswer(id, () => book().client(id))
  return held === undefined ? 'opening' : held.answer
}

export function useBookState(): BookState {
  return useSyncExternalStore(onBookNews, () => bookNews().state)
}

/** What waits to be sent, newest first. */
export function useWaiting(most: number): WaitingChange[] {
  return useAnswer(`waiting ${most}`, () => book().waiting(most))?.answer ?? NOTHING
}

/** Whom only the owner can settle. */
export function useAttention(most: number): ClientLine[] {
  return useAnswer(`attention ${most}`, () => book().attention(most))?.answer ?? NOBODY
}

/** Who may be in the book twice. */
export function useTwins(): Twins {
  return useAnswer('twins', () => book().twins())?.answer ?? NO_TWINS
}

const NO_TWINS: Twins = { count: 0, first: undefined }
const NOTHING: WaitingChange[] = []
const NOBODY: ClientLine[] = []

interface Held<T> {
  about: string
  answer: T
}

/** Asks anew at each version of the book; an answer that says the same is the same object. */
function useAnswer<T>(about: string, ask: () => Promise<T>): Held<T> | undefined {
  const [held, setHeld] = useState<Held<T>>()
  const version = useBookVersion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is about stands for the question, each version is another answer.
  useEffect(() => {
    let left = false
    const take = (answer: T) => {
      if (!left) setHeld((before) => sameOr(before, { about, answer }))
    }
    // A book that cannot answer says so by its state.
    if (bookNews().state.phase === 'ready') ask().then(take, () => undefined)
    return () => {
      left = true
    }
  }, [about, version])
  return held?.about === about ? held : undefined
}

function sameOr<T>(before: Held<T> | undefined, next: Held<T>): Held<T> {
  return before && JSON.stringify(before) === JSON.stringify(next) ? before : next
}

/** Counts up with each change of what the book shows. */
export function useBookVersion(): number {
  return useSyncExternalStore(onBookNews, () => bookNews().version)
}
