import { ipKeyGenerator } from 'express-rate-limit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type Declined, decline } from '#server/http/answer.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'

const WINDOW_SECONDS = 15 * 60

/** Attempts allowed in one window. */
interface Limits {
  /** From one network address, for all accounts together; a whole hotel may share one address. */
  address: number
  /** For one account, from one network address or from one device that signed in before. */
  each: number
  /** For one account, from all addresses together; devices that signed in before do not count. */
  account: number
}

/** Each purpose has its own counters: using one up does not block another. */
const limits = {
  'sign-in': { address: 60, each: 10, account: 30 },
  // Stricter than `sign-in`: only somebody who knows the password gets as far as a code.
  'second-factor': { address: 60, each: 10, account: 10 },
  /** The password again, for an account that is signed in. */
  password: { address: 60, each: 10, account: 10 },
  'sign-up': { address: 60, each: 10, account: 20 },
  'confirmation-mail': { address: 60, each: 5, account: 10 },
  'reset-mail': { address: 60, each: 5, account: 10 },
  /** Codes from mails. They name no account, so only the address is counted. */
  'mailed-code': { address: 60, each: 0, account: 0 },
} as const satisfies Record<string, Limits>

export type Purpose = keyof typeof limits

export interface Try {
  ip: string
  /** The account's e-mail address; the account need not exist. */
  account?: string | undefined
  /** The id of the device, if this account was signed in on it before. */
  device?: string | undefined
}

type Buckets = Record<keyof Limits, RateLimiterMemory>

/** `first`: the first refusal of this counter in its window. */
type Taken = 'allowed' | 'first' | 'refused'

/**
 * Limits attempts at what could be guessed or would fill a mailbox. A stranger who knows an
 * account's e-mail address cannot lock its owner out, because each device that signed in before
 * has its own counter. Counters live in memory: a restart resets them.
 */
export class Throttle {
  private readonly buckets: Record<Purpose, Buckets>

  constructor(
    private readonly on: boolean,
    private readonly onHammered: (account: string) => Promise<void>,
  ) {
    const entries = Object.entries(limits).map(([purpose, limit]) => [purpose, bucketsFor(limit)])
    this.buckets = Object.fromEntries(entries)
  }

  /** Counts an attempt before it is made; returns a refusal if there were too many. */
  async count(purpose: Purpose, tried: Try): Promise<Declined | undefined> {
    if (!this.on) return undefined
    const { address, each, account } = this.buckets[purpose]
    if (!tried.device && (await take(address, ipKeyGenerator(tried.ip))) !== 'allowed')
      return TOO_MANY
    if (tried.account === undefined) return undefined
    const one = await take(each, eachKey(tried))
    const all =
      one !== 'allowed' || tried.device ? one : await take(account, accountKey(tried.account))
    if (all === 'first') await this.onHammered(tried.account)
    return all === 'allowed' ? undefined : TOO_MANY
  }

  /**
   * Undoes the count of a successful attempt, and resets the counter of this account from the same
   * address or device.
   */
  async forgive(purpose: Purpose, tried: Try & { account: string }): Promise<void> {
    if (!this.on) return
    const { each, account } = this.buckets[purpose]
    await each.delete(eachKey(tried))
    // Only this attempt is given back: wrong ones from other addresses still count.
    if (!tried.device) await account.reward(accountKey(tried.account))
  }
}

const TOO_MANY = decline(
  429,
  'rate',
  'Too many tries. Please wait 15 minutes, or use a passkey or a device that you have used before.',
)

function bucketsFor({ address, each, account }: Limits): Buckets {
  return { address: bucket(address), each: bucket(each), account: bucket(account) }
}

function bucket(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
}

function accountKey(account: string): string {
  return fingerprint(normalizeEmail(account))
}

function eachKey({ ip, account = '', device }: Try): string {
  return `${accountKey(account)} ${device ? `device ${device}` : ipKeyGenerator(ip)}`
}

async function take(limiter: RateLimiterMemory, key: string): Promise<Taken> {
  try {
    await limiter.consume(key)
    return 'allowed'
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return refused.consumedPoints === limiter.points + 1 ? 'first' : 'refused'
  }
}
