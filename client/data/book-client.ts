import { proxy, type Remote, wrap } from 'comlink'
import { getLockState } from '#client/data/encryption/lock-state.ts'
import { wipeStore } from '#client/data/store/raw-store.ts'
import type { BookSnapshot, BookState } from '#client/data/store/types.ts'
import type { BookApi } from '#client/data/worker-api.ts'
import {
  readStoredAccount,
  setDeviceRemoved,
  storeAccount,
  subscribeToAccount,
} from '#client/lib/data/stored-account.ts'
import { requestBackgroundSync } from '#client/outbox/worker-protocol.ts'

interface BookConnection {
  userId: string
  worker: Worker
  book: Remote<BookApi>
  /** Functions that reject the calls that have no answer yet. */
  pendingRejects: Set<(reason: Error) => void>
}

const OPENING_STATE: BookState = {
  phase: 'opening',
  sync: 'idle',
  isUnreachable: false,
  clients: 0,
  pending: 0,
  conflicts: 0,
  rejected: 0,
  syncedAt: undefined,
  clockSkew: 0,
  progress: undefined,
  missing: 0,
}

const INITIAL_SNAPSHOT: BookSnapshot = { version: 0, state: OPENING_STATE }

let connection: BookConnection | undefined
let snapshot = INITIAL_SNAPSHOT
const listeners = new Set<() => void>()

/** Returns the signed-in owner's client book, starting its worker; throws if there is no owner. */
export function getBook(): Remote<BookApi> {
  const userId = getOwnerId()
  if (!userId) throw new Error('No owner is signed in, so there is no client book to open')
  if (connection?.userId !== userId) {
    closeConnection()
    connection = startWorker(userId)
  }
  return connection.book
}

/**
 * Calls the book of this owner. Rejects if this device is locked, if the book is closed meanwhile,
 * or if another tab blocks the database, so that no screen waits for an answer that may not come.
 */
export function callBook<T>(
  userId: string,
  query: (book: Remote<BookApi>) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (getOwnerId() !== userId || getLockState(userId) !== 'open')
      throw new Error(
        'The client book cannot be read: another account is signed in, or this device is locked',
      )
    const result = query(getBook())
    const { pendingRejects } = connection ?? {}
    pendingRejects?.add(reject)
    void result.then(resolve, reject).finally(() => pendingRejects?.delete(reject))
    if (snapshot.state.phase === 'blocked') rejectPending()
  })
}

/** Opens the book again with a new worker and new connections. */
export function reopenBook(): void {
  const userId = getOwnerId()
  if (!userId) return
  resetDatabaseConnections(userId)
  closeConnection()
  getBook()
}

/** Closes the book in this page: worker, connections and state. `book` opens it again. */
export function closeBook(): void {
  if (connection) resetDatabaseConnections(connection.userId)
  closeConnection()
}

function resetDatabaseConnections(userId: string): void {
  // If this import fails, the page has never loaded the module and so has no connection of its own.
  void import('#client/data/store/database.ts')
    .then(({ resetOwnerDatabase }) => resetOwnerDatabase(userId))
    .catch(() => undefined)
}

/** Returns the latest snapshot of the book. */
export function getBookSnapshot(): BookSnapshot {
  return snapshot
}

/** Subscribes to snapshots and opens the book if an owner is signed in; returns the unsubscriber. */
export function subscribeToBook(changed: () => void): () => void {
  listeners.add(changed)
  if (getOwnerId()) getBook()
  return () => listeners.delete(changed)
}

/** Resolves once the phase is no longer `opening`: the book is open or cannot be opened. */
export function waitForBook(): Promise<void> {
  return new Promise((resolve) => {
    const end = subscribeToBook(handleChange)
    function handleChange() {
      if (snapshot.state.phase === 'opening') return
      end()
      resolve()
    }
    if (snapshot.state.phase !== 'opening') handleChange()
  })
}

function getOwnerId(): string | undefined {
  const account = readStoredAccount()
  return account?.role === 'owner' ? account.id : undefined
}

function startWorker(userId: string): BookConnection {
  // The worker reads the user id from its name.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: userId,
  })
  const started: BookConnection = {
    ...{ userId, worker },
    book: wrap<BookApi>(worker),
    pendingRejects: new Set(),
  }
  let answers = false
  const hear = (next: BookSnapshot) => {
    if (connection !== started) return
    setSnapshot(next)
    if (next.state.sync === 'revoked') void wipeRemovedDevice(userId)
  }
  worker.addEventListener('error', () => {
    if (!answers) started.book = failedBook
    if (connection === started) rejectPending()
    hear({ ...snapshot, state: { ...snapshot.state, phase: 'unavailable' } })
  })
  const first = (next: BookSnapshot) => {
    answers = true
    hear(next)
  }
  void started.book.watch(proxy(first))
  reportVisibility(started.book)
  return started
}

/** Replaces the book if its worker did not start: every call rejects instead of never resolving. */
const failedBook = new Proxy({} as Remote<BookApi>, {
  get: () => () =>
    Promise.reject(new Error('The worker of the client book did not start. Reload the page.')),
})

/**
 * Signs out and wipes the book after the owner has removed this device. The worker has dropped the
 * database already; dropping it again covers a tab that opened it again meanwhile.
 */
async function wipeRemovedDevice(userId: string): Promise<void> {
  // First, because the sign-in page that appears next gives the reason.
  setDeviceRemoved(true)
  storeAccount(null)
  await wipeStore(userId)
}

function closeConnection(): void {
  connection?.worker.terminate()
  rejectPending()
  connection = undefined
  setSnapshot(INITIAL_SNAPSHOT)
}

function rejectPending(): void {
  for (const reject of connection?.pendingRejects ?? [])
    reject(new Error('The client book was closed or blocked before it answered. Try again.'))
}

function setSnapshot(next: BookSnapshot): void {
  if (next.state.phase === 'blocked') rejectPending()
  // With Background Sync, the service worker sends the mutations even if every page is closed.
  if (next.state.pending > snapshot.state.pending) void requestBackgroundSync('crm')
  snapshot = next
  for (const changed of listeners) changed()
}

subscribeToAccount(() => {
  const userId = getOwnerId()
  if (connection && connection.userId !== userId) closeConnection()
  else void connection?.book.resumeSync()
  if (userId && listeners.size > 0) getBook()
})

function reportVisibility(remote: Remote<BookApi> | undefined = connection?.book): void {
  // The error is ignored: a book that does not open reports that in its state.
  remote?.setVisible(document.visibilityState === 'visible').catch(() => undefined)
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => reportVisibility())
  // Not every browser fires `online` in workers.
  addEventListener('online', () => reportVisibility())
}
