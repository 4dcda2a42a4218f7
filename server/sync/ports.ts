import type { Database, Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Collection } from '#shared/sync/collections.ts'
import type { ReadOnlyCollection, ReadOnlyRecords } from '#shared/sync/read-only-collections.ts'
import type { RecordChange } from './batch-records.ts'

/** The push that changed records. */
export interface ChangeSource {
  now: number
  /** Empty if the device gave none. */
  deviceName: string
}

/** A push with the records of one collection that it changed. */
export interface PushedChanges extends ChangeSource {
  changes: readonly RecordChange[]
}

/** What follows from a change of a collection's records, in the transaction that wrote them. */
export type AfterChange = Partial<
  Record<Collection, (tx: Tx, pushed: PushedChanges) => Promise<void>>
>

/** Reads the existing records among `ids`, by their ids. */
export type ReadOnlyReader<Data> = (tx: Tx, ids: readonly string[]) => Promise<Map<string, Data>>

export interface SyncParts {
  db: Database
  clock: Clock
  /** Why a record cannot be deleted, as a sentence; undefined if it can. */
  refuseDelete?: Partial<Record<Collection, (tx: Tx, id: string) => Promise<string | undefined>>>
  afterChange: AfterChange
  readOnly: { [Coll in ReadOnlyCollection]: ReadOnlyReader<ReadOnlyRecords[Coll]> }
  /** Signs a device out. */
  endSession(userId: string, sessionId: string): Promise<void>
}
