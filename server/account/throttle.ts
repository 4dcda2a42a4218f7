import { ipKeyGenerator } from 'express-rate-limit'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { type Declined, decline } from '../http/answer.ts'
import { fingerprint } from '../lib/ids.ts'

const WINDOW_SECONDS = 15 * 60

/** Tries in a quarter of an hour. One address may be a whole hotel; one account is one person. */
const BY_ADDRESS = 60
const BY_ACCOUNT = 10

/**
 * Counts tries of what could be guessed or would fill a mailbox, by the asking address and by the
 * account asked for, in separate buckets. An account counts whether it exists or not.
 */
export class Throttle {
  private readonly addresses = bucket(BY_ADDRESS)
  private readonly accounts = bucket(BY_ACCOUNT)
  private readonly on: boolean

  constructor(on: boolean) {
    this.on = on
  }

  /** Counts a try before it is made; a refusal where there were too many. */
  async count(ip: string, account?: string): Promise<Declined | undefined> {
    if (!this.on) return undefined
    const allowed =
      (await take(this.addresses, ipKeyGenerator(ip))) &&
      (account === undefined || (await take(this.accounts, keyOf(account))))
    return allowed
      ? undefined
      : decline(429, 'rate', 'Too many tries. Please wait a quarter of an hour.')
  }

  /** The account's owner has shown who they are. */
  async forget(account: string): Promise<void> {
    await this.accounts.delete(keyOf(account))
  }
}

function bucket(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
}

function keyOf(account: string): string {
  return fingerprint(account.trim().toLowerCase())
}

function take(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    (refused: RateLimiterRes | Error) => {
      if (refused instanceof Error) throw refused
      return false
    },
  )
}
