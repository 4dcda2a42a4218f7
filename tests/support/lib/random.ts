/** Repeatable random choices (mulberry32). */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** At least 0 and less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from 0 on, below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  shuffle<T>(list: readonly T[]): T[] {
    const shuffled = [...list]
    for (let end = shuffled.length - 1; end > 0; end--) {
      const other = this.below(end + 1)
      const moved = shuffled[end] as T
      shuffled[end] = shuffled[other] as T
      shuffled[other] = moved
    }
    return shuffled
  }
}

/** Begins with `PROPERTY_SEED` or a new seed, and prints it, so that a failure can be repeated. */
export function createRandom(purpose: string): Random {
  const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31)
  process.stdout.write(`${purpose}: PROPERTY_SEED=${seed}\n`)
  return new Random(seed)
}
