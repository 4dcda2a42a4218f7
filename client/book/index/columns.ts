import type { Head } from '#client/book/store/database.ts'
import { KEY_WIDTH } from './sort-key.ts'

/** What is known of all records by their places, as columns that grow. */
export class Columns {
  count = 0
  hashes = new Uint32Array(1024)
  /** `KEY_WIDTH` numbers each. */
  byName = new Uint32Array(1024 * KEY_WIDTH)
  nameHashes = new Uint32Array(1024)
  locationHashes = new Uint32Array(1024)
  emailHashes = new Uint32Array(1024)
  phoneHashes = new Uint32Array(1024)
  updated = new Float64Array(1024)
  lastContacts = new Int32Array(1024)
  flags = new Uint8Array(1024)
  /** Which segment has it. */
  segments = new Uint32Array(1024)
  /** 1 for the newest version of a client that is not deleted. */
  live = new Uint8Array(1024)

  append(head: Head, segment: number): void {
    const base = this.count
    this.count += head.hashes.length
    while (this.hashes.length < this.count) this.grow()
    this.hashes.set(head.hashes, base)
    this.byName.set(head.byName, base * KEY_WIDTH)
    this.nameHashes.set(head.nameHashes, base)
    this.locationHashes.set(head.locationHashes, base)
    this.emailHashes.set(head.emailHashes, base)
    this.phoneHashes.set(head.phoneHashes, base)
    this.updated.set(head.updated, base)
    this.lastContacts.set(head.lastContacts, base)
    this.flags.set(head.flags, base)
    this.segments.fill(segment, base, this.count)
  }

  private grow(): void {
    this.hashes = doubled(this.hashes, Uint32Array)
    this.byName = doubled(this.byName, Uint32Array)
    this.nameHashes = doubled(this.nameHashes, Uint32Array)
    this.locationHashes = doubled(this.locationHashes, Uint32Array)
    this.emailHashes = doubled(this.emailHashes, Uint32Array)
    this.phoneHashes = doubled(this.phoneHashes, Uint32Array)
    this.updated = doubled(this.updated, Float64Array)
    this.lastContacts = doubled(this.lastContacts, Int32Array)
    this.flags = doubled(this.flags, Uint8Array)
    this.segments = doubled(this.segments, Uint32Array)
    this.live = doubled(this.live, Uint8Array)
  }
}

interface Numbers {
  readonly length: number
  set(from: ArrayLike<number>): void
}

function doubled<T extends Numbers>(column: T & ArrayLike<number>, Kind: new (n: number) => T): T {
  const twice = new Kind(column.length * 2)
  twice.set(column)
  return twice
}
