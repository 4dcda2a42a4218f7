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
  /** Functions that reject the calls that have no answer yet. */
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

/** Returns the signed-in owner's client book, starting its worker; throws if there is no owner. */
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
 * Calls the book of this owner. Rejects if this device is locked, if the book is closed meanwhile,
 * or if another tab blocks the database, so that no screen waits for an answer that may not come.
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

/** Opens the book again with a new worker and new connections. */
export function openAgain(): void {
  const userId = ownerId()
  if (!userId) return
  closeConnections(userId)
  close()
  book()
}

/** Closes the book in this page: worker, connections and state. `book` opens it again. */
export function closeBook(): void {
  if (open) closeConnections(open.userId)
  close()
}

function closeConnections(userId: string): void {
  // If this import fails, the page has never loaded the module and so has no connection of its own.
  void import('./store/database.ts')
    .then(({ renewOwnerDatabase }) => renewOwnerDatabase(userId))
    .catch(() => undefined)
}

/** Returns the latest news of the book. */
export function bookNews(): BookNews {
  return news
}

/** Subscribes to the news and opens the book if an owner is signed in; returns the unsubscriber. */
export function onBookNews(changed: () => void): () => void {
  listeners.add(changed)
  if (ownerId()) book()
  return () => listeners.delete(changed)
}

/** Resolves once the phase is no longer `opening`: the book is open or cannot be opened. */
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
  // The worker reads the user id from its name.
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

/** Replaces the book if its worker did not start: every call rejects instead of never resolving. */
const nobody = new Proxy({} as Remote<WholeBook>, {
  get: () => () => Promise.reject(new Error('The client book did not start')),
})

/**
 * Signs out and wipes the book after the owner has removed this device. The worker has dropped the
 * database already; dropping it again covers a tab that opened it again meanwhile.
 */
async function leave(userId: string): Promise<void> {
  // First, because the sign-in page that appears next gives the reason.
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
  // With Background Sync, the service worker sends the mutations even if every page is closed.
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
  // The error is ignored: a book that does not open reports that in its state.
  remote?.seen(document.visibilityState === 'visible').catch(() => undefined)
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => tellSeen())
  // Not every browser fires `online` in workers.
  addEventListener('online', () => tellSeen())
}
