import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#server/db/database.ts'
import type { Keys } from '#server/lib/keys.ts'
import { type NetworkKind, toNetworks } from '#server/lib/sender-identity.ts'

export interface LimitParts {
  db: Database
  keys: Keys
  /** Names the counter. */
  name: string
  /** Most counts in one window. */
  limit: number
  /** Length of the window. */
  seconds: number
}

/** `isFirst`: the first refusal in this window. `seconds`: until the window ends. */
export type Counted = { isAllowed: true } | { isAllowed: false; isFirst: boolean; seconds: number }

/**
 * Counts in the database, so that processes share a limit and it outlives a restart. What is counted is
 * stored as a keyed hash. Throws if the database cannot count.
 */
export class Limiter {
  private readonly counter: RateLimiterAbstract

  constructor(private readonly parts: LimitParts) {
    const { db, name, limit: points, seconds: duration } = parts
    this.counter = db.createCounter({ name, points, duration })
  }

  async consume(text: string): Promise<Counted> {
    try {
      await this.counter.consume(this.toKey(text))
      return { isAllowed: true }
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const { consumedPoints, msBeforeNext } = refused
      const isFirst = consumedPoints === this.parts.limit + 1
      return { isAllowed: false, isFirst, seconds: Math.ceil(msBeforeNext / 1000) }
    }
  }

  /** Takes one count back. */
  async giveBack(text: string): Promise<void> {
    await this.counter.reward(this.toKey(text))
  }

  async clear(text: string): Promise<void> {
    await this.counter.delete(this.toKey(text))
  }

  private toKey(text: string): string {
    return this.parts.keys.sign(`${this.parts.name} ${text}`)
  }
}

/** How many homes' limits all addresses of a block may use up together. */
const HOMES_IN_BLOCK = 4

/**
 * Limits what one home can do, and all addresses of its block together (`toNetworks`), for IPv4
 * and IPv6 alike. What a home is refused does not count for its block, so it cannot use up its
 * neighbours' share.
 */
export class NetworkLimiter {
  private readonly limiters: [kind: NetworkKind, limiter: Limiter][]

  constructor(parts: LimitParts) {
    const { name, limit } = parts
    this.limiters = [
      ['site', new Limiter(parts)],
      ['block', new Limiter({ ...parts, name: `${name} block`, limit: limit * HOMES_IN_BLOCK })],
    ]
  }

  async consume(ip: string): Promise<Counted> {
    const networks = toNetworks(ip)
    for (const [kind, limiter] of this.limiters) {
      const counted = await limiter.consume(networks[kind])
      if (!counted.isAllowed) return counted
    }
    return { isAllowed: true }
  }
}
