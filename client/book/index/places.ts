/** Of 131,072 clients; a table that grows is filled anew. */
const FIRST_SIZE = 2 ** 18

/** Where the newest version of each id lies: a hash table of places, in numbers alone. */
export class Places {
  private table = new Int32Array(FIRST_SIZE)
  private used = 0
  private readonly columns: { readonly hashes: Uint32Array }

  constructor(columns: { readonly hashes: Uint32Array }) {
    this.columns = columns
  }

  /** The place whose hash is this and which `isIt` knows; -1 where there is none. */
  find(hash: number, isIt: (place: number) => boolean): number {
    const { table, columns } = this
    const mask = table.length - 1
    for (let i = hash & mask; ; i = (i + 1) & mask) {
      const place = (table[i] ?? 0) - 1
      if (place === -1) return -1
      if (columns.hashes[place] === hash && isIt(place)) return place
    }
  }

  /** Adds what no other place has the hash of; otherwise says no, and nothing is done. */
  addNew(place: number): boolean {
    if (this.used * 2 >= this.table.length) this.grow()
    const { table } = this
    const { hashes } = this.columns
    const hash = hashes[place] ?? 0
    const mask = table.length - 1
    let i = hash & mask
    for (let entry = table[i]; entry; entry = table[i]) {
      if (hashes[entry - 1] === hash) return false
      i = (i + 1) & mask
    }
    table[i] = place + 1
    this.used += 1
    return true
  }

  add(place: number): void {
    this.insert(place)
    this.used += 1
  }

  /** The newer version takes the older one's place. */
  replace(before: number, place: number): void {
    const mask = this.table.length - 1
    let i = (this.columns.hashes[place] ?? 0) & mask
    while (this.table[i] !== before + 1) i = (i + 1) & mask
    this.table[i] = place + 1
  }

  private insert(place: number): void {
    const mask = this.table.length - 1
    let i = (this.columns.hashes[place] ?? 0) & mask
    while (this.table[i] !== 0) i = (i + 1) & mask
    this.table[i] = place + 1
  }

  private grow(): void {
    const before = this.table
    this.table = new Int32Array(before.length * 2)
    for (const entry of before) if (entry !== 0) this.insert(entry - 1)
  }
}
