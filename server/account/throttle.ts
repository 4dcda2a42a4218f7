import type { Database } from '#server/db/database.ts'
import { type HttpRefusal, refuse } from '#server/http/http-result.ts'
import { Limiter, NetworkLimiter } from '#server/http/limiter.ts'
import type { Keys } from '#server/lib/keys.ts'
import { normalizeEmail, normalizeMailbox, toNetworks } from '#server/lib/sender-identity.ts'

const WINDOW_SECONDS = 15 * 60
const DAY_SECONDS = 24 * 3600

/**
 * Mails about an account that strangers can cause in a day: to one mailbox, asked for from one home or
 * from one device that signed in before; and to it from all homes together. A device that signed in
 * before has its own count, so that a stranger cannot use up the owner's.
 */
const MAILS_PER_DAY = { source: 4, account: 8 }

/** Attempts allowed in one window. */
interface Limits {
  /** From one home, for all accounts together; a whole hotel may share one address. */
  address: number
  /** For one account, from one network address or from one device that signed in before. */
  source: number
  /** For one account, from all addresses together; devices that signed in before do not count. */
  account: number
}

/** Each purpose has its own counters: using one up does not block another. */
const limitsByPurpose = {
  'sign-in': { address: 60, source: 10, account: 30 },
  // Stricter than `sign-in`: only somebody who knows the password gets as far as a code.
  'second-factor': { address: 60, source: 10, account: 10 },
  /** The password again, for an account that is signed in. */
  password: { address: 60, source: 10, account: 10 },
  'sign-up': { address: 60, source: 10, account: 20 },
  'confirmation-mail': { address: 60, source: 5, account: 10 },
  'reset-mail': { address: 60, source: 5, account: 10 },
  /** Challenges for passkeys, each a row for five minutes. They name no account. */
  'passkey-challenge': { address: 60, source: 0, account: 0 },
  /** Wrong codes from mails. They name no account, so only the address is counted. */
  'mailed-code': { address: 60, source: 0, account: 0 },
} as const satisfies Record<string, Limits>

export type Purpose = keyof typeof limitsByPurpose

export interface Attempt {
  ip: string
  /** The account's email address; the account need not exist. */
  account?: string | undefined
  /** The id of the device, if this account was signed in on it before. */
  device?: string | undefined
}

interface Buckets {
  address: NetworkLimiter
  source: Limiter
  account: Limiter
}

interface ThrottleParts {
  db: Database
  keys: Keys
  isEnabled: boolean
  /** Called at the first refusal of an account in a window. */
  onLimitReached(account: string): Promise<void>
}

/**
 * Limits attempts at what could be guessed or would fill a mailbox. A stranger who knows an
 * account's email address cannot lock its owner out, because each device that signed in before
 * has its own counter.
 */
export class Throttle {
  private readonly buckets: Record<Purpose, Buckets>
  private readonly mails: Pick<Buckets, 'source' | 'account'>

  constructor(private readonly parts: ThrottleParts) {
    const entries = Object.entries(limitsByPurpose).map(([purpose, limit]) => [
      purpose,
      createBuckets(parts, purpose, limit),
    ])
    this.buckets = Object.fromEntries(entries)
    const { db, keys } = parts
    const toParts = (kind: keyof typeof MAILS_PER_DAY) => ({
      ...{ db, keys, name: `account mails ${kind}` },
      ...{ limit: MAILS_PER_DAY[kind], seconds: DAY_SECONDS },
    })
    this.mails = {
      source: new Limiter(toParts('source')),
      account: new Limiter(toParts('account')),
    }
  }

  /** Counts a mail about an account, before it is written; returns a refusal if there were too many today. */
  async consumeMail(tried: Attempt & { account: string }): Promise<HttpRefusal | undefined> {
    if (!this.parts.isEnabled) return undefined
    const mailbox = normalizeMailbox(tried.account)
    const one = await this.mails.source.consume(toSourceKey({ ...tried, account: mailbox }))
    const all = !one.isAllowed || tried.device ? one : await this.mails.account.consume(mailbox)
    return all.isAllowed ? undefined : TOO_MANY_MAILS_REFUSAL
  }

  /** Counts an attempt before it is made; returns a refusal if there were too many. */
  async consume(purpose: Purpose, tried: Attempt): Promise<HttpRefusal | undefined> {
    if (!this.parts.isEnabled) return undefined
    const { address, source, account } = this.buckets[purpose]
    if (!tried.device && !(await address.consume(tried.ip)).isAllowed) return TOO_MANY_REFUSAL
    if (tried.account === undefined) return undefined
    const one = await source.consume(toSourceKey(tried))
    const all =
      !one.isAllowed || tried.device ? one : await account.consume(normalizeEmail(tried.account))
    if (all.isAllowed) return undefined
    if (all.isFirst) await this.parts.onLimitReached(tried.account)
    return TOO_MANY_REFUSAL
  }

  /**
   * Undoes the count of a successful attempt, and resets the counter of this account from the same
   * address or device.
   */
  async clear(purpose: Purpose, tried: Attempt & { account: string }): Promise<void> {
    if (!this.parts.isEnabled) return
    const { source, account } = this.buckets[purpose]
    await source.clear(toSourceKey(tried))
    // Only this attempt is given back: wrong ones from other addresses still count.
    if (!tried.device) await account.giveBack(normalizeEmail(tried.account))
  }
}

const TOO_MANY_REFUSAL = refuse(
  429,
  'rate',
  'Too many tries. Please wait 15 minutes, or use a passkey or a device that you have used before.',
)

const TOO_MANY_MAILS_REFUSAL = refuse(
  429,
  'rate',
  'Too many emails were requested for this address today. Please try again tomorrow, or from a device that you have used before.',
)

function createBuckets({ db, keys }: ThrottleParts, purpose: string, limits: Limits): Buckets {
  const toParts = (kind: keyof Limits) => ({
    db,
    keys,
    name: `${purpose} ${kind}`,
    limit: limits[kind],
    seconds: WINDOW_SECONDS,
  })
  return {
    address: new NetworkLimiter(toParts('address')),
    source: new Limiter(toParts('source')),
    account: new Limiter(toParts('account')),
  }
}

function toSourceKey({ ip, account = '', device }: Attempt): string {
  return `${normalizeEmail(account)} ${device ? `device ${device}` : toNetworks(ip).site}`
}
