import { proxy, wrap } from 'comlink'
import { getLockState } from '#client/data/encryption/lock-state.ts'
import type { DataSnapshot, DataState } from '#client/data/store/types.ts'
import {
  readStoredAccount,
  setDeviceRemoved,
  storeAccount,
  subscribeToAccount,
} from '#client/lib/data/stored-account.ts'
import { requestBackgroundSync } from '#client/outbox/worker-protocol.ts'
import type { DataApi } from './owner-data.ts'
import { wipeStore } from './raw-store.ts'
import type { CachedAnswer } from './store/schema.ts'

interface DataConnection {
  userId: string
  worker: Worker
  data: DataApi
  /** Functions that reject the calls that have no answer yet. */
  pendingRejects: Set<(reason: Error) => void>
}

const OPENING_STATE: DataState = {
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

const INITIAL_SNAPSHOT: DataSnapshot = { version: 0, state: OPENING_STATE }

let connection: DataConnection | undefined
let snapshot = INITIAL_SNAPSHOT
const listeners = new Set<() => void>()

/** Returns the signed-in owner's client book, starting its worker; throws if there is no owner. */
export function getData(): DataApi {
  const userId = getOwnerId()
  if (!userId) throw new Error('No owner is signed in, so there is no local data to open')
  if (connection?.userId !== userId) {
    closeConnection()
    connection = startWorker(userId)
  }
  return connection.data
}

/**
 * Calls the local data of this owner. Rejects if this device is locked, if the local data is closed meanwhile,
 * or if another tab blocks the database, so that no screen waits for an answer that may not come.
 */
export function callData<T>(
  userId: string | undefined,
  query: (data: DataApi) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (!userId || getOwnerId() !== userId || getLockState(userId) !== 'open')
      throw new Error(
        'The client book cannot be read: another account is signed in, or this device is locked',
      )
    const result = query(getData())
    const { pendingRejects } = connection ?? {}
    pendingRejects?.add(reject)
    void result.then(resolve, reject).finally(() => pendingRejects?.delete(reject))
    if (snapshot.state.phase === 'blocked') rejectPending()
  })
}

// None of the following reject: without storage, or while this device is locked, the desk still works online.

/** Reads what was typed and not saved; undefined if there is no draft. It is not validated. */
export function readDraft(key: string): Promise<unknown> {
  return callData(getOwnerId(), ({ drafts }) => drafts.get(key)).catch(() => undefined)
}

/** Stores a draft, or deletes it if `data` is undefined; resolves with whether that succeeded. */
export function storeDraft(key: string, data: unknown): Promise<boolean> {
  return isDone(callData(getOwnerId(), ({ drafts }) => drafts.put(key, data)))
}

export function readCached(userId: string, key: string): Promise<CachedAnswer | undefined> {
  return callData(userId, ({ cache }) => cache.get(key)).catch(() => undefined)
}

/** Resolves with whether the answer was stored. */
export function storeCached(userId: string, answer: CachedAnswer): Promise<boolean> {
  return isDone(callData(userId, ({ cache }) => cache.put(answer)))
}

/** Returns the id under which the server knows this device; undefined without a database. */
export function readDeviceId(userId: string): Promise<string | undefined> {
  return callData(userId, async ({ device }) => (await device.get()).id).catch(() => undefined)
}

function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

/** Opens the local data again with a new worker and new connections. */
export function reopenData(): void {
  const userId = getOwnerId()
  if (!userId) return
  resetDatabaseConnections(userId)
  closeConnection()
  getData()
}

/** Closes the local data in this page: worker, connections and state. `getData` opens it again. */
export function closeData(): void {
  if (connection) resetDatabaseConnections(connection.userId)
  closeConnection()
}

function resetDatabaseConnections(userId: string): void {
  // If this import fails, the page has never loaded the module and so has no connection of its own.
  void import('#client/data/store/database.ts')
    .then(({ resetOwnerDatabase }) => resetOwnerDatabase(userId))
    .catch(() => undefined)
}

/** Returns the latest snapshot of the local data. */
export function getDataSnapshot(): DataSnapshot {
  return snapshot
}

/** Subscribes to snapshots and opens the local data if an owner is signed in; returns the unsubscriber. */
export function subscribeToData(changed: () => void): () => void {
  listeners.add(changed)
  if (getOwnerId()) getData()
  return () => listeners.delete(changed)
}

/** Resolves once the phase is no longer `opening`: the local data is open or cannot be opened. */
export function waitForData(): Promise<void> {
  return new Promise((resolve) => {
    const end = subscribeToData(handleChange)
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

function startWorker(userId: string): DataConnection {
  // The worker reads the user id from its name.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: userId,
  })
  const started: DataConnection = {
    ...{ userId, worker },
    // Each method of a part returns a promise already, so the proxy has the same type.
    data: wrap(worker) as unknown as DataApi,
    pendingRejects: new Set(),
  }
  let answers = false
  const hear = (next: DataSnapshot) => {
    if (connection !== started) return
    setSnapshot(next)
    if (next.state.sync === 'revoked') void wipeRemovedDevice(userId)
  }
  worker.addEventListener('error', () => {
    if (!answers) started.data = failedData
    if (connection === started) rejectPending()
    hear({ ...snapshot, state: { ...snapshot.state, phase: 'unavailable' } })
  })
  const first = (next: DataSnapshot) => {
    answers = true
    hear(next)
  }
  void started.data.sync.watch(proxy(first))
  reportVisibility(started.data)
  return started
}

const rejectCall = () =>
  Promise.reject(new Error('The worker of the local data did not start. Reload the page.'))

/** Replaces the local data if its worker did not start: every call rejects instead of never resolving. */
const failedData = new Proxy({} as DataApi, {
  get: () => new Proxy({}, { get: () => rejectCall }),
})

/**
 * Signs out and wipes the local data after the owner has removed this device. The worker has dropped the
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
    reject(new Error('The local data was closed or blocked before it answered. Try again.'))
}

function setSnapshot(next: DataSnapshot): void {
  if (next.state.phase === 'blocked') rejectPending()
  // With Background Sync, the service worker sends the mutations even if every page is closed.
  if (next.state.pending > snapshot.state.pending) void requestBackgroundSync('crm')
  snapshot = next
  for (const changed of listeners) changed()
}

subscribeToAccount(() => {
  const userId = getOwnerId()
  if (connection && connection.userId !== userId) closeConnection()
  else void connection?.data.sync.resume()
  if (userId && listeners.size > 0) getData()
})

function reportVisibility(data: DataApi | undefined = connection?.data): void {
  // The error is ignored: local data that does not open reports that in its state.
  data?.sync.setVisible(document.visibilityState === 'visible').catch(() => undefined)
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => reportVisibility())
  // Not every browser fires `online` in workers.
  addEventListener('online', () => reportVisibility())
}
