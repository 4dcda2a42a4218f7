import type { Head } from '#client/book/store/database.ts'
import { headFlags } from '#client/book/store/heads.ts'
import type { ClientQuery, ClientSort } from '#client/book/store/types.ts'
import { hashOf } from '#client/lib/data/hash.ts'
import { Columns } from './columns.ts'
import { Orders } from './order.ts'
import { Places } from './places.ts'
import { findIn, firstAt, hasAll, isInName, isNarrower, wordsOf } from './search-text.ts'
import { ROWS, Segment } from './segment.ts'
import { TwinCounts } from './twins.ts'

/** So few are looked at one by one when a word grows, and sorted by themselves. */
const FEW = 5000

const HIT = 1
const HIT_IN_NAME = 2

interface Found {
  words: string[]
  version: number
  /** For each place: `HIT`, `HIT_IN_NAME`, or 0 where nothing was found. */
  hits: Uint8Array
  total: number
  /** How many of them were found by the name. */
  inName: number
}

interface Listed {
  sort: ClientSort
  found: Found
  places: Uint32Array
}

/** A part of a list: `count` from the line numbered `from` on. */
interface Part {
  from: number
  count: number
}

interface PartOfList {
  total: number
  places: ArrayLike<number>
}

/** What lists and searches need of all records, with the newest version of each. */
export class Memory {
  readonly segments: Segment[] = []
  readonly columns = new Columns()
  /** The numbers of the pages that are here. */
  readonly pages = new Set<number>()
  readonly twins = new TwinCounts()
  /** Counts up with each change. */
  version = 0
  /** Clients that are not deleted. */
  clients = 0
  private readonly places = new Places(this.columns)
  private readonly orders = new Orders(this.columns, {
    name: (place) => this.at(place).segment.folded(place).name,
    location: (place) => this.at(place).segment.folded(place).location,
  })
  private found: Found | undefined
  private listed: Listed | undefined

  add(head: Head): void {
    const segment = new Segment(head, this.columns.count)
    this.segments.push(segment)
    if (head.no !== ROWS) this.pages.add(head.no)
    this.columns.append(head, this.segments.length - 1)
    for (let i = 0; i < segment.size; i++) this.settle(segment, i)
    this.orders.add(head, segment.base)
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
    if (before !== -1) {
      this.places.replace(place, before)
      this.setLive(before, true)
    }
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
  list({ text, sort }: ClientQuery, { from, count }: Part): PartOfList {
    const words = wordsOf(text)
    const found = words.length > 0 ? this.find(words) : undefined
    const total = found?.total ?? this.clients
    if (sort === 'name' && !this.orders.whole && total > FEW)
      return { total, places: this.slice(found, { from, count }) }
    const places = found ? this.sorted(found, sort) : this.orders.get(sort)
    return { total, places: places.subarray(from, from + count) }
  }

  /** Brings the orders nearer to being whole; says whether they are. */
  prepare(count: number): boolean {
    if (!this.orders.whole) this.orders.step(count)
    return this.orders.whole
  }

  /** By name, before the whole order is there; those that were found by their names come first. */
  private slice(found: Found | undefined, { from, count }: Part): number[] {
    const { orders, columns } = this
    if (!found) return orders.slice((place) => columns.live[place] === 1, from, count)
    const { hits, inName } = found
    const first = orders.slice(
      (place) => hits[place] === HIT_IN_NAME,
      from,
      Math.min(count, Math.max(0, inName - from)),
    )
    const rest = count - first.length
    return [
      ...first,
      ...orders.slice((place) => hits[place] === HIT, Math.max(0, from - inName), rest),
    ]
  }

  private sorted(found: Found, sort: ClientSort): Uint32Array {
    if (this.listed?.sort === sort && this.listed.found === found) return this.listed.places
    const { hits } = found
    const all =
      sort === 'name' && found.total <= FEW
        ? this.orders.sort(placesOf(found))
        : this.orders.get(sort).filter((place) => hits[place] !== 0)
    const places = sort === 'name' ? namesFirst(all, found) : all
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
  conflicts(): number[] {
    const { live, flags, count } = this.columns
    const places: number[] = []
    for (let place = 0; place < count; place++)
      if (live[place] === 1 && (flags[place] ?? 0) & headFlags.conflict) places.push(place)
    return places
  }

  private find(words: string[]): Found {
    const before = this.found?.version === this.version ? this.found : undefined
    if (before?.words.join(' ') === words.join(' ')) return before
    const { live, count } = this.columns
    const found: Found = {
      words,
      version: this.version,
      hits: new Uint8Array(count),
      total: 0,
      inName: 0,
    }
    const note = (segment: Segment, i: number, at: number) => {
      const place = segment.base + i
      if (live[place] !== 1) return
      const inName = isInName(segment, i, { words, at })
      found.hits[place] = inName ? HIT_IN_NAME : HIT
      found.total += 1
      if (inName) found.inName += 1
    }
    if (before && before.total <= FEW && isNarrower(words, before.words))
      for (const place of placesOf(before)) {
        const { segment, i } = this.at(place)
        if (hasAll(segment.line(i), words)) note(segment, i, firstAt(segment, i, words))
      }
    else
      for (const segment of this.segments) findIn(segment, words, (i, at) => note(segment, i, at))
    this.found = found
    return found
  }

  /** Lets the newest version of a record count, and no other. */
  private settle(segment: Segment, i: number): void {
    const place = segment.base + i
    if ((segment.head.flags[i] ?? 0) & headFlags.foreign) return
    if (this.places.addNew(place) || this.supersedes(segment, i)) this.setLive(place, true)
  }

  /** Whether it is newer than what is known of the same id, if anything is. */
  private supersedes(segment: Segment, i: number): boolean {
    const place = segment.base + i
    const id = segment.id(i)
    const before = this.places.find(hashOf(id), (other) => this.idAt(other) === id)
    if (before === -1) this.places.add(place)
    else {
      if (this.at(before).segment.head.no > segment.head.no) return false
      this.places.replace(before, place)
      this.setLive(before, false)
    }
    return true
  }

  /** What is deleted never lives. */
  private setLive(place: number, live: boolean): void {
    const { columns } = this
    const next = live && !((columns.flags[place] ?? 0) & headFlags.deleted) ? 1 : 0
    if (columns.live[place] === next) return
    const by = next === 1 ? 1 : -1
    this.clients += by
    this.twins.count(columns, place, by)
    columns.live[place] = next
  }

  private changed(): void {
    this.version += 1
    this.orders.changed()
  }
}

function placesOf({ hits, total }: Found): Uint32Array {
  const places = new Uint32Array(total)
  let i = 0
  for (let place = 0; i < total; place++) if (hits[place] !== 0) places[i++] = place
  return places
}

/** In the same order, but those that were found by their names before the others. */
function namesFirst(places: Uint32Array, { hits, inName, total }: Found): Uint32Array {
  if (inName === 0 || inName === total) return places
  const ordered = new Uint32Array(places.length)
  let [named, other] = [0, inName]
  for (const place of places) ordered[hits[place] === HIT_IN_NAME ? named++ : other++] = place
  return ordered
}

function placeIn(segment: Segment, hash: number, id: string): number {
  const { hashes, flags } = segment.head
  for (let i = hashes.indexOf(hash); i !== -1; i = hashes.indexOf(hash, i + 1))
    if (segment.id(i) === id && !((flags[i] ?? 0) & headFlags.foreign)) return i
  return -1
}
