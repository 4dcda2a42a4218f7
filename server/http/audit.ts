import type { Tx } from '#server/db/database.ts'
import type { Caller } from './caller.ts'

interface Entry {
  action: string
  /** Names nobody: the log outlives an erasure. */
  details: string
}

/** Writes down, in the transaction of what was done, that this caller did it. */
export type Audit = (tx: Tx, caller: Caller, entry: Entry) => void
