/** Where the newest version of each id lies: a hash table of places, in numbers alone. */
export class Places {
  private table = new Int32Array(4096)
  private used = 0
  private readonly hashAt: (place: number) => number

  constructor(hashAt: (place: number) => number) {
    this.hashAt = hashAt
  }

  /** The place whose hash is this and which `isIt` knows; -1 where there is none. */
  find(hash: number, isIt: (place: number) => boolean): number {
    const mask = this.table.length - 1
    for (let i = hash & mask; ; i = (i + 1) & mask) {
      const place = (this.table[i] ?? 0) - 1
      if (place === -1) return -1
      if (this.hashAt(place) === hash && isIt(place)) return place
    }
  }

  add(place: number): void {
    if (this.used * 2 >= this.table.length) this.grow()
    this.used += 1
    this.insert(place)
  }

  /** The newer version takes the older one's place. */
  replace(before: number, place: number): void {
    const mask = this.table.length - 1
    let i = this.hashAt(place) & mask
    while (this.table[i] !== before + 1) i = (i + 1) & mask
    this.table[i] = place + 1
  }

  private insert(place: number): void {
    const mask = this.table.length - 1
    let i = this.hashAt(place) & mask
    while (this.table[i] !== 0) i = (i + 1) & mask
    this.table[i] = place + 1
  }

  private grow(): void {
    const before = this.table
    this.table = new Int32Array(before.length * 2)
    for (const entry of before) if (entry !== 0) this.insert(entry - 1)
  }
}
