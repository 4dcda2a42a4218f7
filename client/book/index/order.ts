import { inserted, Merging } from '#client/book/edits/merging.ts'
import type { Head } from '#client/book/store/database.ts'
import type { ClientSort } from '#client/book/store/types.ts'
import type { Columns } from './columns.ts'
import { compareNames, compareTexts } from './sort-key.ts'

/** Beyond this many places a sort's two numbers would no longer fit into one double. */
const MOST_PLACES = 2 ** 21

/** Beside an order this many times as long, a short one is put in place by place. */
const MUCH_LONGER = 32
/** So many places are merged at a time where a list asks for more. */
const AHEAD = 500

interface Texts {
  /** Folded, both. */
  name(place: number): string
  location(place: number): string
}

/**
 * The living records in each order. Each head brings its own order by name; they are merged as far as
 * somebody looks, and wholly where there is time. The other orders follow from the one by name.
 */
export class Orders {
  private runs: Uint32Array[] = []
  private merging: Merging | undefined
  private readonly kept = new Map<ClientSort, Uint32Array>()
  private readonly columns: Columns
  private readonly texts: Texts

  constructor(columns: Columns, texts: Texts) {
    this.columns = columns
    this.texts = texts
  }

  /** A head whose records have their places from `base` on. */
  add({ order }: Head, base: number): void {
    const run = new Uint32Array(order.length)
    for (let i = 0; i < run.length; i++) run[i] = base + (order[i] ?? 0)
    const [only = run] = this.runs
    if (this.runs.length === 1 && only.length > run.length * MUCH_LONGER)
      this.runs = [inserted(only, run, this.compare())]
    else this.runs.push(run)
    this.merging = undefined
    this.changed()
  }

  /** Other records live now. */
  changed(): void {
    this.kept.clear()
  }

  /** Whether every order can be had at once. */
  get whole(): boolean {
    return this.runs.length < 2
  }

  /** A step towards being whole, of so many places. */
  step(count: number): void {
    this.merging ??= new Merging(this.runs, this.compare())
    this.merging.fill(count)
    if (!this.merging.whole) return
    this.runs = [this.merging.places]
    this.merging = undefined
  }

  /** By name: of those that are wanted, `count` from the one numbered `from` on. */
  slice(isWanted: (place: number) => boolean, from: number, count: number): number[] {
    const found: number[] = []
    let passed = 0
    for (let i = 0; found.length < count; i++) {
      const place = this.nth(i)
      if (place === undefined) break
      if (isWanted(place) && passed++ >= from) found.push(place)
    }
    return found
  }

  get(sort: ClientSort): Uint32Array {
    const known = this.kept.get(sort)
    if (known) return known
    const order = this.make(sort)
    this.kept.set(sort, order)
    return order
  }

  /** Puts places into their order by name. */
  sort(places: Uint32Array): Uint32Array {
    return places.sort(this.compare())
  }

  private nth(i: number): number | undefined {
    if (this.merging && i >= this.merging.filled) this.step(AHEAD)
    if (!this.whole && !this.merging) this.step(AHEAD)
    return (this.merging?.places ?? this.runs[0])?.[i]
  }

  private make(sort: ClientSort): Uint32Array {
    const { live, updated, lastContacts } = this.columns
    if (sort === 'location') return this.byNumber(this.locationRanks())
    if (sort === 'lastContact') return this.byNumber((place) => 1e8 - (lastContacts[place] ?? 0))
    // Seconds, counted down from a day that is far off, leave room for the rank by name.
    if (sort === 'recent')
      return this.byNumber((place) => 2 ** 32 - Math.floor((updated[place] ?? 0) / 1000))
    while (!this.whole) this.step(this.columns.count)
    return (this.runs[0] ?? new Uint32Array(0)).filter((place) => live[place] === 1)
  }

  private compare(): (a: number, b: number) => number {
    return compareNames(this.columns, (place) => this.texts.name(place))
  }

  /** By a number each, and by name where it is the same. */
  private byNumber(numberOf: (place: number) => number): Uint32Array {
    const names = this.get('name')
    const keys = new Float64Array(names.length)
    for (let rank = 0; rank < names.length; rank++)
      keys[rank] = Math.max(0, numberOf(names[rank] ?? 0)) * MOST_PLACES + rank
    keys.sort()
    const order = new Uint32Array(names.length)
    for (let i = 0; i < order.length; i++) order[i] = names[(keys[i] ?? 0) % MOST_PLACES] ?? 0
    return order
  }

  /** Most clients share their location with many others. */
  private locationRanks(): (place: number) => number {
    const { locationHashes } = this.columns
    const texts = new Map<number, string>()
    for (const place of this.get('name')) {
      const hash = locationHashes[place] ?? 0
      if (hash !== 0 && !texts.has(hash)) texts.set(hash, this.texts.location(place))
    }
    const sorted = [...texts].sort(([, a], [, b]) => compareTexts(a, b))
    const ranks = new Map(sorted.map(([hash], rank) => [hash, rank]))
    // Nowhere stands last.
    return (place) => ranks.get(locationHashes[place] ?? 0) ?? ranks.size
  }
}
