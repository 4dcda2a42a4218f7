import { Columns } from './columns.ts'
import type { Head } from './database.ts'
import { hashOf, headFlags } from './heads.ts'
import { Orders } from './order.ts'
import { Places } from './places.ts'
import { findIn, hasAll, isNarrower, wordsOf } from './search-text.ts'
import { ROWS, Segment } from './segment.ts'
import type { ClientQuery, ClientSort } from './types.ts'

/** So few are looked at one by one when a word grows. */
const FEW = 20_000

interface Found {
  words: string[]
  version: number
  /** 1 for each place that was found. */
  hits: Uint8Array
  total: number
}

interface Listed {
  sort: ClientSort
  found: Found
  places: Uint32Array
}

/** What lists and searches need of all records, with the newest version of each. */
export class Memory {
  readonly segments: Segment[] = []
  readonly columns = new Columns()
  /** Counts up with each change. */
  version = 0
  /** Clients that are not deleted. */
  clients = 0
  private readonly places = new Places((place) => this.columns.hashes[place] ?? 0)
  private readonly orders = new Orders(this.columns, {
    line: (place) => this.at(place).segment.line(this.at(place).i),
    foldedLocation: (place) => this.at(place).segment.foldedLocation(this.at(place).i),
  })
  private found: Found | undefined
  private listed: Listed | undefined

  add(head: Head): void {
    const segment = new Segment(head, this.columns.count)
    this.segments.push(segment)
    this.columns.append(head, this.segments.length - 1)
    for (let i = 0; i < segment.size; i++) this.settle(segment, i)
    this.changed()
  }

  /** The segment that has it, and which of its records it is. */
  at(place: number): { segment: Segment; i: number } {
    const segment = this.segments[this.columns.segments[place] ?? 0]
    if (!segment) throw new Error('Nothing lies at this place')
    return { segment, i: place - segment.base }
  }

  /** Where the newest version of a client lies, deleted or not; -1 where there is none. */
  placeOf(id: string): number {
    return this.places.find(hashOf(id), (place) => this.idAt(place) === id)
  }

  /** The same among what came in pages. */
  pagePlaceOf(id: string): number {
    const hash = hashOf(id)
    return this.segments
      .filter(({ head }) => head.no !== ROWS)
      .reduce((best, segment) => {
        const no = best === -1 ? -1 : this.at(best).segment.head.no
        if (segment.head.no < no) return best
        const i = placeIn(segment, hash, id)
        return i === -1 ? best : segment.base + i
      }, -1)
  }

  /** The row of a client is gone, and its page counts again. */
  withoutRow(id: string): void {
    const place = this.placeOf(id)
    if (place === -1 || this.at(place).segment.head.no !== ROWS) return
    const before = this.pagePlaceOf(id)
    this.setLive(place, false)
    if (before === -1) return
    this.places.replace(place, before)
    this.setLive(before, true)
    this.orders.forget()
    this.changed()
  }

  isLive(place: number): boolean {
    return this.columns.live[place] === 1
  }

  idAt(place: number): string {
    const { segment, i } = this.at(place)
    return segment.id(i)
  }

  /** The places of the clients that a search finds, in order. */
  list({ text, sort }: ClientQuery): Uint32Array {
    const words = wordsOf(text)
    if (words.length === 0) return this.orders.get(sort)
    const found = this.find(words)
    if (this.listed?.sort === sort && this.listed.found === found) return this.listed.places
    const places = this.orders.get(sort).filter((place) => found.hits[place] === 1)
    this.listed = { sort, found, places }
    return places
  }

  /** The living clients in whose text this occurs as it stands, folded already. */
  placesWith(text: string): number[] {
    const places: number[] = []
    for (const segment of this.segments)
      findIn(segment, [text], (i) => {
        if (this.isLive(segment.base + i)) places.push(segment.base + i)
      })
    return places
  }

  /** Clients with something that the owner has to decide. */
  conflicts(): number {
    const { live, flags, count } = this.columns
    let sum = 0
    for (let place = 0; place < count; place++)
      if (live[place] === 1 && (flags[place] ?? 0) & headFlags.conflict) sum += 1
    return sum
  }

  private find(words: string[]): Found {
    const before = this.found?.version === this.version ? this.found : undefined
    if (before?.words.join(' ') === words.join(' ')) return before
    const hits = new Uint8Array(this.columns.count)
    if (before && before.total < FEW && isNarrower(words, before.words))
      this.narrow(before, words, hits)
    else
      for (const segment of this.segments)
        findIn(segment, words, (i) => {
          hits[segment.base + i] = 1
        })
    const total = hits.reduce((sum, hit) => sum + hit, 0)
    this.found = { words, version: this.version, hits, total }
    return this.found
  }

  private narrow(before: Found, words: string[], hits: Uint8Array): void {
    for (
      let place = before.hits.indexOf(1);
      place !== -1;
      place = before.hits.indexOf(1, place + 1)
    ) {
      const { segment, i } = this.at(place)
      if (hasAll(segment.line(i), words)) hits[place] = 1
    }
  }

  /** Lets the newest version of a record count, and no other. */
  private settle(segment: Segment, i: number): void {
    const place = segment.base + i
    if ((segment.head.flags[i] ?? 0) & headFlags.foreign) return
    const hash = segment.head.hashes[i] ?? 0
    const before = this.places.find(hash, (other) => this.idAt(other) === segment.id(i))
    if (before === -1) this.places.add(place)
    else {
      if (this.at(before).segment.head.no > segment.head.no) return
      this.places.replace(before, place)
      this.setLive(before, false)
    }
    this.setLive(place, true)
  }

  /** What is deleted never lives. */
  private setLive(place: number, live: boolean): void {
    const { columns } = this
    const next = live && !((columns.flags[place] ?? 0) & headFlags.deleted) ? 1 : 0
    this.clients += next - (columns.live[place] ?? 0)
    columns.live[place] = next
  }

  private changed(): void {
    this.version += 1
    this.orders.changed()
  }
}

function placeIn(segment: Segment, hash: number, id: string): number {
  const { hashes, flags } = segment.head
  for (let i = hashes.indexOf(hash); i !== -1; i = hashes.indexOf(hash, i + 1))
    if (segment.id(i) === id && !((flags[i] ?? 0) & headFlags.foreign)) return i
  return -1
}
