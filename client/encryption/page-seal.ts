import { closeBook, openAgain } from '#client/book/page-book.ts'
import { sealOf } from '#client/book/store/raw-store.ts'
import { type Clock, systemClock } from '#client/lib/clock.ts'
import { accountHere, onAccount } from '#client/lib/data/account-here.ts'
import { dropKey, findKey, holdKey, holds, onKey, tellLock, tellUse } from './keys.ts'
import { becomeLock, lockOf } from './lock-state.ts'
import { keyOf, makeSeal, type Unsealed } from './passphrase.ts'
import { replaceSeal, reseal } from './reseal.ts'
import { noteSealed } from './sealed-flag.ts'
import { Sealer } from './sealer.ts'

/** Idle time after which the page locks, in milliseconds. */
const LONGEST = 15 * 60_000
/**
 * Interval between idle checks, in milliseconds. Short, because a computer that wakes shows the
 * open page until the next check.
 */
const LOOKS = 1000
/** Minimum time between two activity reports to other tabs, in milliseconds. */
const TELLS = 10_000

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const

interface IdleParts {
  clock: Clock
  /** Called when no tab was used for `LONGEST`. */
  lock: () => void
  /** Reports activity to the other tabs; `at` in UTC milliseconds. */
  tell: (at: number) => void
}

/**
 * Watches pointer and keyboard in this tab, and activity that other tabs report, and calls `lock`
 * after `LONGEST` without any.
 */
export class Idle {
  private readonly parts: IdleParts
  private last: number
  private told = 0
  private readonly timer: ReturnType<typeof setInterval>

  constructor(parts: IdleParts) {
    this.parts = parts
    this.last = parts.clock()
    this.timer = setInterval(this.look, LOOKS)
    for (const sign of SIGNS) addEventListener(sign, this.seen, { capture: true, passive: true })
    // Timers stop while a computer sleeps, so check as soon as the page is visible again.
    document.addEventListener('visibilitychange', this.look)
  }

  /** Another tab reported activity. */
  used(at: number): void {
    this.last = Math.max(this.last, at)
  }

  stop(): void {
    clearInterval(this.timer)
    for (const sign of SIGNS) removeEventListener(sign, this.seen, { capture: true })
    document.removeEventListener('visibilitychange', this.look)
  }

  readonly look = (): void => {
    if (this.parts.clock() - this.last >= LONGEST) this.parts.lock()
  }

  private readonly seen = (): void => {
    const now = this.parts.clock()
    // Lock instead of counting this as activity: after the idle time the person may not be the
    // owner.
    if (now - this.last >= LONGEST) this.parts.lock()
    else this.last = now
    if (now - this.told < TELLS) return
    this.told = now
    this.parts.tell(now)
  }
}

/**
 * Milliseconds `look` waits for another tab's key before it shows the lock screen. A tab that is
 * not busy answers in time.
 */
const SOON = 300

let idle: Idle | undefined
/** Id of the owner whose key this page holds. */
let entered: string | undefined
/** While locked: stops listening for a key from another tab. */
let endWaiting: (() => void) | undefined
/** This page has shown decrypted data, so its memory may still contain some. */
let hasShown = false

/**
 * Sets the lock state from the store: open if it is not encrypted or another tab has the key,
 * otherwise locked. `changed`: another tab set or removed the passphrase, so connections are opened
 * again.
 */
export async function look(userId: string, changed: boolean): Promise<void> {
  const seal = await sealOf(userId)
  noteSealed(userId, seal !== undefined)
  if (!seal) {
    forgetKey()
    becomeLock(userId, 'open')
  } else if (holds(userId, seal.id)) return
  else {
    const key = await findKey(userId, seal.id, SOON)
    if (key) enter(userId, { seal, key })
    else {
      becomeLocked(userId)
      endWaiting = onKey(userId, seal.id, (late) => enter(userId, { seal, key: late }))
    }
  }
  if (changed && lockOf(userId) === 'open') openAgain()
}

/** Unlocks this device; resolves to whether the passphrase was right. */
export async function unlock(userId: string, passphrase: string): Promise<boolean> {
  const seal = await sealOf(userId)
  const key = seal && (await keyOf(seal, passphrase))
  if (seal && key) enter(userId, { seal, key })
  return key !== undefined
}

/** Locks every tab. Decrypted data stays in this page's memory until the page reloads. */
export function lock(userId: string): void {
  tellLock()
  becomeLocked(userId)
}

/** Whether this page has not shown decrypted data since it was loaded. */
export function isClean(): boolean {
  return !hasShown
}

/**
 * Encrypts everything the owner's store holds on this device. `onBlocked` is called when another
 * tab has not closed its connection yet.
 */
export async function setPassphrase(
  userId: string,
  passphrase: string,
  onBlocked: () => void,
): Promise<void> {
  const made = await makeSeal(passphrase)
  const sealer = new Sealer(made.key)
  await alone(async () => {
    await reseal({
      userId,
      convert: (table, value) => sealer.seal(table, value),
      before: undefined,
      seal: made.seal,
      onBlocked,
    })
    noteSealed(userId, true)
    enter(userId, made)
  })
}

/** Wraps the same data key with another passphrase. Resolves to whether `current` was right. */
export async function changePassphrase(
  userId: string,
  current: string,
  next: string,
): Promise<boolean> {
  const before = await unsealed(userId, current)
  if (!before) return false
  const { seal } = await makeSeal(next, before)
  await replaceSeal({ userId, before: before.seal, seal })
  return true
}

/** Decrypts the whole store and removes the passphrase. Resolves to whether `current` was right. */
export async function removePassphrase(
  userId: string,
  current: string,
  onBlocked: () => void,
): Promise<boolean> {
  const before = await unsealed(userId, current)
  if (!before) return false
  const sealer = new Sealer(before.key)
  await alone(async () => {
    await reseal({
      userId,
      convert: (table, value) => sealer.open(table, value),
      before: before.seal,
      seal: undefined,
      onBlocked,
    })
    forgetKey()
    noteSealed(userId, false)
    becomeLock(userId, 'open')
  })
  return true
}

async function unsealed(userId: string, passphrase: string): Promise<Unsealed | undefined> {
  const seal = await sealOf(userId)
  const key = seal && (await keyOf(seal, passphrase))
  return seal && key && { seal, key }
}

/**
 * Runs `work` with this page's client book closed, and opens the book again even if `work` fails.
 */
async function alone(work: () => Promise<void>): Promise<void> {
  closeBook()
  try {
    await work()
  } finally {
    openAgain()
  }
}

function enter(userId: string, { seal, key }: Unsealed): void {
  endWaiting?.()
  endWaiting = undefined
  idle?.stop()
  const elsewhere = {
    locked: () => becomeLocked(userId),
    used: (at: number) => idle?.used(at),
    asked: () => idle?.look(),
  }
  idle = new Idle({ clock: systemClock, lock: () => lock(userId), tell: tellUse })
  holdKey({ userId, id: seal.id, key }, elsewhere)
  entered = userId
  hasShown = true
  becomeLock(userId, 'open')
}

function becomeLocked(userId: string): void {
  forgetKey()
  closeBook()
  becomeLock(userId, 'locked')
}

// Signing out clears the key.
onAccount(() => {
  if (entered && accountHere()?.id !== entered) forgetKey()
})

function forgetKey(): void {
  entered = undefined
  idle?.stop()
  idle = undefined
  endWaiting?.()
  endWaiting = undefined
  dropKey()
}
