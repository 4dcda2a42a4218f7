import type { Tx } from '../db/database.ts'
import { advanceClock, putRecord, type StoredRecord, syncClock } from './store.ts'

/**
 * Gives changes their numbers within one transaction: to write down each as it is given takes as long
 * as to write what it is for. Nobody else may number anything until `keep`.
 */
export class Sequence {
  /** The last number given out. */
  last: number
  private kept: number
  private readonly tx: Tx

  constructor(tx: Tx) {
    this.tx = tx
    this.kept = syncClock(tx).seq
    this.last = this.kept
  }

  next(): number {
    this.last += 1
    return this.last
  }

  /** Numbers given out are never given again. */
  keep(): void {
    if (this.last > this.kept) advanceClock(this.tx, this.last)
    this.kept = this.last
  }

  /** Lets others number what they write meanwhile. */
  lend<T>(work: () => T): T {
    this.keep()
    const done = work()
    this.kept = syncClock(this.tx).seq
    this.last = this.kept
    return done
  }
}

/** Writes a record by itself, under the next number. */
export function writeRecord(tx: Tx, record: StoredRecord): void {
  const sequence = new Sequence(tx)
  putRecord(tx, record, sequence.next())
  sequence.keep()
}
