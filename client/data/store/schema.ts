import type { Collection, RecordData, RecordRef } from '#shared/sync/collections.ts'
import type { EditedBy, Intent, OpenConflict } from '#shared/sync/protocol.ts'
import type { ReadOnlyCollection } from '#shared/sync/read-only-collections.ts'
import type { Overlay } from './overlay.ts'

/**
 * Dexie's version of the owner's database. IndexedDB's version is ten times it, and goes up by one
 * each time a passphrase is set or removed, so successive structures are 1000 apart. A database of
 * a later structure is left alone.
 */
export const STORE_VERSION = 1000
/** IndexedDB's version of the next structure. */
export const NEXT_STORE_VERSION = 20_000

export type { RecordRef } from '#shared/sync/collections.ts'

/** `client/<id>` */
export type RecordKey = `${Collection}/${string}`

export function toRecordKey({ coll, id }: RecordRef): RecordKey {
  return `${coll}/${id}`
}

export function getRecordId(key: RecordKey): string {
  return key.slice(key.indexOf('/') + 1)
}

export function toRecordRef(key: RecordKey): RecordRef {
  return { coll: key.slice(0, key.indexOf('/')) as Collection, id: getRecordId(key) }
}

/** A record stored by itself. It takes precedence over every page that also has the record. */
export interface StoredRecord {
  key: RecordKey
  coll: Collection
  id: string
  /** The epoch in which `rev` was confirmed; revisions are comparable only within one epoch. */
  epoch: string
  /** Revision; 0 if the server has not confirmed the record. */
  rev: number
  seq: number
  deleted: boolean
  /** Of a deleted record: the device and the time. Absent for one that an earlier version of the desk stored. */
  deletedBy?: EditedBy
  erased: boolean
  /** As confirmed by the server. */
  data: RecordData
  conflicts: OpenConflict[]
  createdAt: number
  updatedAt: number
  /**
   * The optimistic value. `through` is the `n` of the last pending mutation in it, or 0 if it has
   * only rejected fields. Absent if there are neither.
   */
  optimistic?: Overlay & { through: number }
  /** The round in which the server last sent it; see `DeviceState`. */
  resyncNo: number
}

/** Up to 1000 records packed into one value, because IndexedDB's cost is per value. */
export interface PackedPage {
  no: number
  /** The round in which the server sent it; see `DeviceState`. */
  resyncNo: number
  /** JSON of `Change[]`, UTF-8. */
  bytes: Uint8Array
}

export interface PendingMutation {
  /** Orders the queue; assigned by the database. */
  n?: number
  key: RecordKey
  intent: Intent
  /** When the edit was made, ISO 8601, by this device's clock. */
  at: string
  /** The server acked it once and has lost it since, or it sends again what the server lost. */
  isResend?: boolean
}

export interface AckedMutation {
  n: number
  key: RecordKey
  intent: Intent
  at: string
  mid: number
}

/** Mutations that were acked together, kept for 14 days in case a restored server lost them. */
export interface AckedBatch {
  /** The number of its first mutation. */
  mid: number
  /** By the server's clock, UTC milliseconds. */
  ackedAt: number
  /** JSON of `AckedMutation[]`: a thousand are written as one text in a quarter of the time. */
  items: string
}

/** A rejected mutation, kept until the owner corrects or discards it. */
export interface RejectedMutation {
  n: number
  key: RecordKey
  intent: Intent
  at: string
  reason: string
  fieldErrors: Record<string, string>
}

/** The device's sync state: one record, named `device`. */
export interface DeviceState {
  name: 'device'
  deviceId: string
  deviceName: string
  /** Empty until the first pull. */
  epoch: string
  /** The `seq` of the last change that this device has applied. */
  cursor: number
  /** The server's horizon at the last pull: the `seq` before which it has dropped tombstones. */
  horizon: number
  /** The last number given to a mutation. */
  lastMid: number
  /** Queue number and `mid` of each numbered mutation that has no answer yet. */
  assignedMids: [n: number, mid: number][]
  ackedLog: AckedLogState
  /** Counts full resyncs; a record or page has the round in which the server last sent it. */
  resyncNo: number
  /** The first page of this round; pages with lower numbers are of earlier rounds. */
  firstPage: number
  /** `all` during a full resync, at whose end the records that it did not bring are dealt with. */
  pullMode: 'all' | 'changes'
  /** The full resync follows a restore of the server; no record is removed at its end. */
  isAfterRestore: boolean
  /** Keys of records that a full resync did not bring, until the owner decides about them. */
  missingKeys: string[]
  /** When `cleanUp` last ran, UTC milliseconds by the server's clock. */
  cleanedUpAt: number
  /** Ids of the documents that no item listed then. */
  unlistedDocuments: string[]
  /** When the last sync was complete, UTC milliseconds by this device's clock. */
  syncedAt: number | undefined
  /**
   * The server has refused an edit because what it was about was erased or deleted for good, and the owner has not read
   * so yet.
   */
  hasLostEdit?: boolean
  /** How far this device's clock was behind the server's at the last pull, ms. */
  clockSkew: number
}

export interface CachedAnswer {
  /** The address that was requested. */
  key: string
  data: unknown
  /** When it arrived, UTC milliseconds by this device's clock. */
  asOf: number
}

/** A record of a read-only collection. Without `data`, the server has deleted it. */
export interface ReadOnlyRow {
  key: `${ReadOnlyCollection}/${string}`
  coll: ReadOnlyCollection
  /** The server's number of its last change. */
  seq: number
  data?: unknown
  /** The round in which the server last sent it; see `DeviceState`. */
  resyncNo: number
}

/** A draft that the owner began on this device and has not saved. */
export interface Draft {
  key: string
  data: unknown
}

/**
 * Times of the log, known without reading it; UTC milliseconds by the server's clock. This device's
 * clock may jump by a year, which would clear mutations that a restored server still needs.
 */
export interface AckedLogState {
  /** The latest ack. */
  newest: number
  /** When old batches were last cleared. */
  prunedAt: number
}

/** A part of a photograph that the server has not processed yet. */
export interface StoredPhotographPart {
  /** `<id>/0`, `<id>/1` and so on for the pieces of the file, `<id>/preview` for what the desk shows of it. */
  key: string
  bytes: Uint8Array<ArrayBuffer>
}

/** A journey's document, encrypted with the journey's `documentKey`. */
export interface StoredDocument {
  id: string
  itemId: string
  /** 1 until the server has it whole. A number, because IndexedDB has no index of booleans. */
  waiting: 0 | 1
  ciphertext: Uint8Array<ArrayBuffer>
}
