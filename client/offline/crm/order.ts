import type { Columns } from './columns.ts'
import type { ClientSort } from './types.ts'

/** Beyond this many places a sort's two numbers would no longer fit into one double. */
const MOST_PLACES = 2 ** 21

export interface Texts {
  /** Name and all that follows it, folded. */
  line(place: number): string
  foldedLocation(place: number): string
}

/** The living records in each order; by name is kept and mended, the others follow from it. */
export class Orders {
  private byName: Uint32Array = new Uint32Array(0)
  /** Places before this one are in `byName`. */
  private seen = 0
  private readonly kept = new Map<ClientSort, Uint32Array>()
  private readonly columns: Columns
  private readonly texts: Texts

  constructor(columns: Columns, texts: Texts) {
    this.columns = columns
    this.texts = texts
  }

  /** Something has come or gone. */
  changed(): void {
    this.kept.clear()
  }

  /** A record lives again that had been passed over. */
  forget(): void {
    this.byName = new Uint32Array(0)
    this.seen = 0
    this.changed()
  }

  get(sort: ClientSort): Uint32Array {
    const known = this.kept.get(sort)
    if (known) return known
    const order = sort === 'name' ? this.mendNames() : this.orderBy(this.numbersFor(sort))
    this.kept.set(sort, order)
    return order
  }

  private mendNames(): Uint32Array {
    const { live, count } = this.columns
    const isLive = (place: number) => live[place] === 1
    const fresh = new Uint32Array(count - this.seen)
      .map((_, i) => this.seen + i)
      .filter(isLive)
      .sort(this.compare)
    this.byName = this.merged(this.byName.filter(isLive), fresh)
    this.seen = count
    return this.byName
  }

  private merged(old: Uint32Array, fresh: Uint32Array): Uint32Array {
    if (old.length === 0) return fresh
    const all = new Uint32Array(old.length + fresh.length)
    let at = 0
    let i = 0
    for (const place of fresh) {
      while (i < old.length && this.compare(old[i] ?? 0, place) <= 0) all[at++] = old[i++] ?? 0
      all[at++] = place
    }
    all.set(old.subarray(i), at)
    return all
  }

  private readonly compare = (a: number, b: number): number => {
    const { byName } = this.columns
    const apart = (byName[a] ?? 0) - (byName[b] ?? 0)
    if (apart !== 0) return apart
    const one = this.texts.line(a)
    const other = this.texts.line(b)
    return one < other ? -1 : one > other ? 1 : a - b
  }

  /** By a number each, and by name where it is the same. */
  private orderBy(numberOf: (place: number) => number): Uint32Array {
    const names = this.get('name')
    const keys = new Float64Array(names.length)
    for (const [rank, place] of names.entries()) keys[rank] = numberOf(place) * MOST_PLACES + rank
    keys.sort()
    return Uint32Array.from(keys, (key) => names[key % MOST_PLACES] ?? 0)
  }

  private numbersFor(sort: Exclude<ClientSort, 'name'>): (place: number) => number {
    const { updated, lastContacts } = this.columns
    // Seconds, counted down from a day that is far off, leave room for the rank by name.
    if (sort === 'recent')
      return (place) => Math.max(0, 2 ** 32 - Math.floor((updated[place] ?? 0) / 1000))
    if (sort === 'lastContact') return (place) => 1e8 - (lastContacts[place] ?? 0)
    return this.locationRanks()
  }

  private locationRanks(): (place: number) => number {
    const locations = new Map<number, string>()
    for (const place of this.get('name')) locations.set(place, this.texts.foldedLocation(place))
    const sorted = [...new Set(locations.values())].sort(emptyLast)
    const ranks = new Map(sorted.map((location, rank) => [location, rank]))
    return (place) => ranks.get(locations.get(place) ?? '') ?? 0
  }
}

function emptyLast(a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1
  return a < b ? -1 : 1
}
