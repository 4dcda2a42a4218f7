import { LEGACY_CLIENTS_KEY } from '#shared/clients/import/legacy-clients-key.ts'
import { setEncryptedFlag } from './encryption/encrypted-flag.ts'
import type { KeyEnvelope } from './encryption/tables.ts'
import type {
  DeviceState,
  Draft,
  PendingMutation,
  RecordKey,
  RejectedMutation,
  StoredRecord,
} from './store/schema.ts'
import { isDeletion, listUndoneAdditions } from './store/undone-additions.ts'

/*
 * Access to the owner's database without Dexie, for what Dexie cannot do: rescue mutations when the
 * database does not open or is locked, rewrite all of it in one version change, and wipe it at
 * sign-out, also from a visitor's page, which must not load Dexie for that.
 */

/** The owner, and the IndexedDB that has the database: the browser's own, except in tests. */
export interface StoreLocation {
  userId: string
  factory?: IDBFactory
}

/** Opens the database in whatever version it has; undefined if there is none. Never creates it. */
export async function openRawStore({
  userId,
  factory = indexedDB,
}: StoreLocation): Promise<IDBDatabase | undefined> {
  const request = factory.open(getStoreName(userId))
  let missing = false
  request.onupgradeneeded = () => {
    missing = true
    request.transaction?.abort()
    request.result.close()
  }
  try {
    return await waitForRequest(request)
  } catch (error) {
    if (missing) return undefined
    throw error
  }
}

/** Sends one request to each table; the result of a missing table is undefined. */
async function queryTables<T>(
  place: StoreLocation,
  names: readonly string[],
  query: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<(T | undefined)[]> {
  const db = await openRawStore(place)
  try {
    const answers = names.map((name) =>
      db?.objectStoreNames.contains(name)
        ? waitForRequest(query(db.transaction(name).objectStore(name)))
        : undefined,
    )
    return await Promise.all(answers)
  } finally {
    db?.close()
  }
}

/** Returns the key envelope; undefined if there is no passphrase or the database cannot be read. */
export async function readKeyEnvelope(userId: string): Promise<KeyEnvelope | undefined> {
  const found = queryTables<KeyEnvelope>({ userId }, ['seal'], (seals) => seals.get('seal'))
  const [envelope] = await found.catch(() => [])
  return envelope
}

/** What only this device has. */
export interface UnsyncedCount {
  /** Pending and rejected mutations, without those of records that were deleted before they were sent. */
  changes: number
  /** Documents of journeys, and photographs, that the server does not have whole. */
  documents: number
  /** Unsaved opening hours, forms and notes. They are never synced. */
  drafts: number
}

/**
 * Counts what only this device has. It reads IndexedDB directly, because a sign-out must not wait
 * for a worker that may not start. A database that cannot be read counts as 0.
 */
export async function countUnsynced(userId: string, factory?: IDBFactory): Promise<UnsyncedCount> {
  const place = { userId, ...(factory && { factory }) }
  const edits = queryTables(place, ['queue', 'rejected'], (table) => table.count())
  const undone = countUndoneAdditions(place)
  const unsent = queryTables(place, ['documents'], (table) =>
    table.index(WAITING_INDEX).count(IDBKeyRange.bound([1], [1, []])),
  )
  const parts = queryTables(place, ['photographs'], (table) => table.getAllKeys())
  const keys = queryTables(place, ['drafts'], (table) => table.getAllKeys())
  const [queued = 0, rejected = 0] = await edits.catch(() => [])
  const [documents = 0] = await unsent.catch(() => [])
  const [photographs = []] = await parts.catch(() => [])
  const [drafts = []] = await keys.catch(() => [])
  const changes = queued + rejected - (queued > 0 ? await undone.catch(() => 0) : 0)
  const files = documents + photographs.filter(isFirstPiece).length
  return { changes, documents: files, drafts: drafts.filter(isTyped).length }
}

async function countUndoneAdditions(place: StoreLocation): Promise<number> {
  const { queue } = await readUnsynced(place)
  const deleted = new Set(queue.filter(isDeletion).map(({ key }) => key))
  if (deleted.size === 0) return 0
  const [device] = await queryTables<DeviceState>(place, ['device'], (table) => table.get('device'))
  const confirmed = new Set<RecordKey>()
  for (const key of deleted) {
    const [row] = await queryTables<StoredRecord>(place, ['records'], (table) => table.get(key))
    if (row?.rev !== 0) confirmed.add(key)
  }
  return listUndoneAdditions(queue, {
    assignedMids: device?.assignedMids ?? [],
    isConfirmed: (key) => confirmed.has(key),
  }).length
}

/** Whether this is the key of the first piece of a photograph. */
function isFirstPiece(key: IDBValidKey): boolean {
  return String(key).endsWith('/0')
}

/** Not the copy of the old site's list of clients, which is imported. */
function isTyped(key: IDBValidKey): boolean {
  return !String(key).startsWith(LEGACY_CLIENTS_KEY)
}

/** Dexie's name for the index of `documents`. */
const WAITING_INDEX = '[waiting+itemId]'

/** Everything typed that only this device has: pending and rejected mutations, and drafts. */
export interface UnsyncedMutations {
  queue: PendingMutation[]
  rejected: RejectedMutation[]
  drafts: Draft[]
}

/**
 * Reads pending and rejected mutations and drafts as stored (encrypted if a passphrase is set), so that they
 * can be exported even if an upgrade of the database fails. Rejects if the database cannot be read.
 */
export async function readUnsynced(place: StoreLocation): Promise<UnsyncedMutations> {
  const [queue = [], rejected = [], drafts = []] = await queryTables<unknown[]>(
    place,
    ['queue', 'rejected', 'drafts'],
    (table) => table.getAll(),
  )
  return {
    queue: queue as PendingMutation[],
    rejected: rejected as RejectedMutation[],
    drafts: (drafts as Draft[]).filter(({ key }) => isTyped(key)),
  }
}

/** Time in which any tab that is not frozen closes its connection; milliseconds. */
const CLOSE_TIMEOUT = 3000

/**
 * Wipes the owner's database. Other tabs close their connections by themselves. A frozen tab
 * blocks the deletion, but all tables have been cleared before, and the promise resolves.
 */
export async function wipeStore(userId: string): Promise<void> {
  // A database that cannot be opened cannot be cleared; it is deleted all the same.
  await clearStore(userId).catch(() => undefined)
  setEncryptedFlag(userId, false)
  const request = indexedDB.deleteDatabase(getStoreName(userId))
  await new Promise<void>((resolve, reject) => {
    request.onblocked = () => void setTimeout(resolve, CLOSE_TIMEOUT)
    waitForRequest(request).then(() => resolve(), reject)
  })
}

async function clearStore(userId: string): Promise<void> {
  const db = await openRawStore({ userId })
  if (!db) return
  const names = [...db.objectStoreNames]
  const transaction = db.transaction(names, 'readwrite')
  for (const name of names) transaction.objectStore(name).clear()
  await waitForCommit(transaction)
  db.close()
}

/** Resolves when the transaction is committed; rejects if it is aborted. */
export function waitForCommit(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

/** Returns an IndexedDB request as a promise. */
export function waitForRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const getStoreName = (userId: string) => `crm-${userId}`
