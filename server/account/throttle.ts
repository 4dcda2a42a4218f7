import { ipKeyGenerator } from 'express-rate-limit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type Declined, decline } from '#server/http/answer.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { normalizeEmail } from '#server/lib/sender-identity.ts'

const WINDOW_SECONDS = 15 * 60

/** Tries in a window. */
interface Limits {
  /** From one network address, whichever accounts are tried; it may be a whole hotel's. */
  address: number
  /** At one account, from one network address or from one device that signed in before. */
  each: number
  /** At one account from all addresses together, without the devices that signed in before. */
  account: number
}

/** Each purpose has its own counters: using one up does not close another. */
const limits = {
  'sign-in': { address: 60, each: 10, account: 30 },
  // Only somebody who knows the password gets as far as a code.
  'second-factor': { address: 60, each: 10, account: 10 },
  /** The password once more, of an account that is signed in. */
  password: { address: 60, each: 10, account: 10 },
  'sign-up': { address: 60, each: 10, account: 20 },
  'confirmation-mail': { address: 60, each: 5, account: 10 },
  'reset-mail': { address: 60, each: 5, account: 10 },
  /** Codes of mails: nobody guesses one, and they name no account. */
  'mailed-code': { address: 60, each: 0, account: 0 },
} as const satisfies Record<string, Limits>

export type Purpose = keyof typeof limits

export interface Try {
  ip: string
  /** The e-mail address, whether there is such an account or not. */
  account?: string | undefined
  /** The id of a device on which this account was signed in before. */
  device?: string | undefined
}

type Buckets = Record<keyof Limits, RateLimiterMemory>

/** `first`: the refusal that begins a row of them. */
type Taken = 'allowed' | 'first' | 'refused'

/**
 * Counts tries of what could be guessed or would fill a mailbox. A stranger who knows an account's
 * address cannot shut its owner out: other addresses have their own counters, and so has each device
 * that signed in before.
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

  /** Counts a try before it is made; a refusal where there were too many. */
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

  /** The try was right: it does not count, and neither do the wrong ones before it from there. */
  async forgive(purpose: Purpose, tried: Try & { account: string }): Promise<void> {
    if (!this.on) return
    const { each, account } = this.buckets[purpose]
    await each.delete(eachKey(tried))
    // Guesses from elsewhere go on counting.
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
