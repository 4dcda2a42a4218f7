import { proxy, type Remote, wrap } from 'comlink'
import { lockOf } from '#client/encryption/lock-state.ts'
import {
  accountHere,
  noteRemovedHere,
  onAccount,
  rememberAccount,
} from '#client/lib/data/account-here.ts'
import { askForSync } from '#client/outbox/worker.ts'
import { dropStore } from './store/raw-store.ts'
import type { BookNews, BookState, WholeBook } from './store/types.ts'

interface OpenBook {
  userId: string
  worker: Worker
  book: Remote<WholeBook>
  /** Rejects what is still asked of it. */
  pending: Set<(reason: Error) => void>
}

const OPENING: BookState = {
  phase: 'opening',
  sync: 'idle',
  clients: 0,
  waiting: 0,
  conflicts: 0,
  scheduleAsks: false,
  refused: 0,
  syncedAt: undefined,
  progress: undefined,
  missing: 0,
}

const UNKNOWN: BookNews = { version: 0, state: OPENING }

let open: OpenBook | undefined
let news = UNKNOWN
const listeners = new Set<() => void>()

/** The client book of whoever is signed in; its worker starts when it is first asked for. */
export function book(): Remote<WholeBook> {
  const userId = ownerId()
  if (!userId) throw new Error('Only the owner has a client book')
  if (open?.userId !== userId) {
    close()
    open = start(userId)
  }
  return open.book
}

/**
 * Asks the book of this owner. Rejects where this device is locked, and where the book is closed meanwhile
 * or another tab keeps it from being opened: nothing that is shown waits for that.
 */
export function askBook<T>(
  userId: string,
  ask: (book: Remote<WholeBook>) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (ownerId() !== userId || lockOf(userId) !== 'open')
      throw new Error('Nothing is read here now')
    const asked = ask(book())
    const { pending } = open ?? {}
    pending?.add(reject)
    void asked.then(resolve, reject).finally(() => pending?.delete(reject))
    if (news.state.phase === 'blocked') rejectPending()
  })
}

/** After it could not be opened: with a new worker, and new connections. */
export function openAgain(): void {
  const userId = ownerId()
  if (!userId) return
  closeConnections(userId)
  close()
  book()
}

/** Nothing of it stays in this page, until it is asked for again. */
export function closeBook(): void {
  if (open) closeConnections(open.userId)
  close()
}

function closeConnections(userId: string): void {
  // Where the page has connections at all, it has this at hand.
  void import('./store/database.ts')
    .then(({ renewOwnerDatabase }) => renewOwnerDatabase(userId))
    .catch(() => undefined)
}

/** How the book stands, as last heard. */
export function bookNews(): BookNews {
  return news
}

/** Tells of each change, and opens the book where there is one; returns the way to end it. */
export function onBookNews(changed: () => void): () => void {
  listeners.add(changed)
  if (ownerId()) book()
  return () => listeners.delete(changed)
}

/** Resolves once the book stands open on the disk, or cannot. */
export function bookOpened(): Promise<void> {
  return new Promise((resolve) => {
    const end = onBookNews(heard)
    function heard() {
      if (news.state.phase === 'opening') return
      end()
      resolve()
    }
    if (news.state.phase !== 'opening') heard()
  })
}

function ownerId(): string | undefined {
  const account = accountHere()
  return account?.role === 'owner' ? account.id : undefined
}

function start(userId: string): OpenBook {
  // By its name the worker knows whose book it is.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: userId,
  })
  const started: OpenBook = {
    ...{ userId, worker },
    book: wrap<WholeBook>(worker),
    pending: new Set(),
  }
  let answers = false
  const hear = (next: BookNews) => {
    if (open !== started) return
    become(next)
    if (next.state.sync === 'revoked') void leave(userId)
  }
  worker.addEventListener('error', () => {
    if (!answers) started.book = nobody
    if (open === started) rejectPending()
    hear({ ...news, state: { ...news.state, phase: 'unavailable' } })
  })
  const first = (next: BookNews) => {
    answers = true
    hear(next)
  }
  void started.book.watch(proxy(first))
  tellSeen(started.book)
  return started
}

/** In the place of a worker that did not start: it would leave every question open. */
const nobody = new Proxy({} as Remote<WholeBook>, {
  get: () => () => Promise.reject(new Error('The client book did not start')),
})

/**
 * The owner took this device off the book: no tab shows anything of it any more. What a tab opened anew
 * while the worker deleted it goes too.
 */
async function leave(userId: string): Promise<void> {
  // First: the page that asks for the sign-in says why.
  noteRemovedHere(true)
  rememberAccount(null)
  await dropStore(userId)
}

function close(): void {
  open?.worker.terminate()
  rejectPending()
  open = undefined
  become(UNKNOWN)
}

function rejectPending(): void {
  for (const reject of open?.pending ?? []) reject(new Error('The client book does not answer'))
}

function become(next: BookNews): void {
  if (next.state.phase === 'blocked') rejectPending()
  // With every page closed the service worker sends it, where the browser wakes it.
  if (next.state.waiting > news.state.waiting) void askForSync('crm')
  news = next
  for (const changed of listeners) changed()
}

onAccount(() => {
  const userId = ownerId()
  if (open && open.userId !== userId) close()
  else void open?.book.signedIn()
  if (userId && listeners.size > 0) book()
})

function tellSeen(remote: Remote<WholeBook> | undefined = open?.book): void {
  // A book that does not open says so by its state.
  remote?.seen(document.visibilityState === 'visible').catch(() => undefined)
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => tellSeen())
  // Not every browser tells its workers.
  addEventListener('online', () => tellSeen())
}
