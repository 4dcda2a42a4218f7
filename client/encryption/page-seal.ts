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

/** Milliseconds. */
const LONGEST = 15 * 60_000
/** Short: a computer that wakes shows what it showed until then. */
const LOOKS = 1000
/** Other tabs need not hear of every key. */
const TELLS = 10_000

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const

interface IdleParts {
  clock: Clock
  /** Nobody has used any tab for too long. */
  lock: () => void
  /** For the other tabs. */
  tell: (at: number) => void
}

/** Whether anybody is there: by pointer and keys, in this tab and, as they tell, in others. */
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
    // A computer that slept comes back later than its timers think.
    document.addEventListener('visibilitychange', this.look)
  }

  /** Somebody did something in another tab. */
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
    // Whoever wakes it after that time is not known to be the owner.
    if (now - this.last >= LONGEST) this.parts.lock()
    else this.last = now
    if (now - this.told < TELLS) return
    this.told = now
    this.parts.tell(now)
  }
}

/** Another tab that is not busy answers within this time; milliseconds. */
const SOON = 300

let idle: Idle | undefined
/** Whose key this page holds. */
let entered: string | undefined
/** While it is locked: hears of a passphrase given in another tab. */
let endWaiting: (() => void) | undefined
/** This page has shown what is sealed, so that its memory may hold some of it. */
let hasShown = false

/** Opens where nothing is sealed, or another tab has the key; `changed` in another tab, connections are made anew. */
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

/** Whether it was the passphrase. */
export async function unlock(userId: string, passphrase: string): Promise<boolean> {
  const seal = await sealOf(userId)
  const key = seal && (await keyOf(seal, passphrase))
  if (seal && key) enter(userId, { seal, key })
  return key !== undefined
}

/** In every tab; what this page's memory still holds goes when it is loaded anew. */
export function lock(userId: string): void {
  tellLock()
  becomeLocked(userId)
}

/** Whether this page was loaded since it showed anything that is sealed. */
export function isClean(): boolean {
  return !hasShown
}

/** Seals all that this device keeps. `onBlocked`: another tab has not let go of it yet. */
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

/** Whether the current one was right. */
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

/** Whether the current one was right; then everything lies open again. */
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

/** Without this page's own book in the way, which is opened again whatever comes of it. */
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

// Whoever signs out takes the key along.
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
