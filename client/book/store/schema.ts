import type { ImportLine, ImportRecord } from '#client/book/import/types.ts'
import type { Intent, OpenConflict } from '#shared/sync/protocol.ts'
import type { Collection, RecordData } from '#shared/sync/records.ts'

/**
 * Of the owner's store; what a later version of the site made of it is left alone. A thousand apart, since
 * the browser's number, Dexie's ten times its own, counts one up each time a passphrase is set or removed.
 */
export const STORE_VERSION = 1000
/** The browser's number of the next structure. */
export const LATER_VERSION = 20_000

export interface RecordName {
  coll: Collection
  id: string
}

/** `client/<id>` */
export type RowKey = `${Collection}/${string}`

export function keyOf({ coll, id }: RecordName): RowKey {
  return `${coll}/${id}`
}

export function idOf(key: RowKey): string {
  return key.slice(key.indexOf('/') + 1)
}

/** The owner's one schedule. */
export const SCHEDULE = { coll: 'schedule', id: 'weekly' } as const

/** A record that was touched since its page was packed; wins over every page. */
export interface Row {
  key: RowKey
  coll: Collection
  id: string
  /** Of the server's database that confirmed it; revisions count only within one. */
  epoch: string
  /** 0: the server has not confirmed it. */
  rev: number
  seq: number
  deleted: boolean
  erased: boolean
  /** As the server has it. */
  data: RecordData
  conflicts: OpenConflict[]
  createdAt: number
  updatedAt: number
  /** What waits here makes of it, by what has the place `through` at last; absent where nothing waits. */
  shown?: { set: RecordData; deleted: boolean; through: number }
  /** The full pull that brought it last. */
  round: number
}

/** Records packed as the server sent them: one value for the disk instead of a thousand. */
export interface Page {
  no: number
  /** The full pull that brought it. */
  round: number
  /** JSON of `Change[]`, UTF-8. */
  bytes: Uint8Array
}

/** An intent that waits for its answer. */
export interface Queued {
  /** The order of things on this device. */
  n?: number
  key: RowKey
  intent: Intent
  at: string
  /** It was acknowledged once, by a server that has lost it since. */
  again?: boolean
}

/** An intent that has its answer. */
export interface Logged {
  n: number
  key: RowKey
  intent: Intent
  at: string
  mid: number
}

/** What was acknowledged together, kept for a while: a restored server may not know of it. */
export interface LoggedBatch {
  /** Of its first. */
  mid: number
  /** By the server's clock, UTC milliseconds. */
  ackedAt: number
  /** JSON of `Logged[]`: the disk takes a thousand of them as one text in a quarter of the time. */
  items: string
}

export interface RefusedIntent {
  n: number
  key: RowKey
  intent: Intent
  at: string
  reason: string
  fieldErrors: Record<string, string>
}

/** Where this device stands; one record, named `device`. */
export interface DeviceState {
  name: 'device'
  deviceId: string
  deviceName: string
  epoch: string
  cursor: number
  /** Of deletions up to this change, the server told none when it was asked last. */
  horizon: number
  /** The last number given to a mutation. */
  lastMid: number
  /** The number of what waits at a place: given, for good, before it is first sent. */
  given: [n: number, mid: number][]
  logged: LogState
  /** Counts full pulls. */
  round: number
  /** The first page of this one; those before it are of earlier ones. */
  firstPage: number
  /** A full pull is under way; what it does not bring is looked at when it ends. */
  pulling: 'all' | 'changes'
  /** Whether the full pull follows a restore, after which nothing is removed. */
  restored: boolean
  /** What a full pull did not bring, waiting for the owner's word. */
  missing: string[]
  syncedAt: number | undefined
}

/** An answer of the server as it was last seen on this device. */
export interface Copy {
  /** The address that was asked. */
  key: string
  data: unknown
  /** When it came, by this device's clock, UTC milliseconds. */
  asOf: number
}

/** A booking, a form or a sale as the server had it when it changed last. */
export interface DeskRecord {
  /** `booking/<id>` */
  key: string
  data: unknown
}

/** Something the owner began on this device and has not saved. */
export interface Draft {
  key: string
  data: unknown
}

/**
 * How far the log has come, without a look at what it holds; UTC milliseconds by the server's clock. This
 * device's own may jump by a year, and would take what a restored server asks for.
 */
export interface LogState {
  newest: number
  /** When what was too old was taken out last. */
  cleared: number
}

/** An import's record under its id, and its lines in parts under keys that begin with it. */
export interface StoredImport {
  key: string
  record?: ImportRecord
  lines?: ImportLine[]
}
