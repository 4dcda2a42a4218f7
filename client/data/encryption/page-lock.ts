import { closeData, reopenData } from '#client/data/data-client.ts'
import { readKeyEnvelope } from '#client/data/raw-store.ts'
import { type Clock, systemClock } from '#client/lib/clock.ts'
import { readStoredAccount, subscribeToAccount } from '#client/lib/data/stored-account.ts'
import { Cipher } from './cipher.ts'
import { setEncryptedFlag } from './encrypted-flag.ts'
import {
  broadcastActivity,
  broadcastLock,
  dropKey,
  findKey,
  hasKey,
  holdKey,
  requestKey,
} from './keys.ts'
import { getLockState, setLockState } from './lock-state.ts'
import { createKeyEnvelope, type UnlockedKey, unwrapKey } from './passphrase.ts'
import { rekeyStore, replaceKeyEnvelope } from './rekey.ts'

/** Idle time after which the page locks, in milliseconds. */
const IDLE_TIMEOUT = 15 * 60_000
/**
 * Interval between idle checks, in milliseconds. Short, because a computer that wakes shows the
 * open page until the next check.
 */
const CHECK_INTERVAL = 1000
/** Minimum time between two activity reports to other tabs, in milliseconds. */
const REPORT_INTERVAL = 10_000

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const

interface IdleParts {
  clock: Clock
  /** Called when no tab was used for `IDLE_TIMEOUT`. */
  lock: () => void
  /** Reports activity to the other tabs; `at` in UTC milliseconds. */
  reportActivity: (at: number) => void
}

/**
 * Watches pointer and keyboard in this tab, and activity that other tabs report, and calls `lock`
 * after `IDLE_TIMEOUT` without any.
 */
export class IdleTimer {
  private readonly parts: IdleParts
  private lastActivity: number
  private lastReport = 0
  private readonly timer: ReturnType<typeof setInterval>

  constructor(parts: IdleParts) {
    this.parts = parts
    this.lastActivity = parts.clock()
    this.timer = setInterval(this.check, CHECK_INTERVAL)
    for (const sign of ACTIVITY_EVENTS)
      addEventListener(sign, this.handleActivity, { capture: true, passive: true })
    // Timers stop while a computer sleeps, so check as soon as the page is visible again.
    document.addEventListener('visibilitychange', this.check)
  }

  /** Another tab reported activity. */
  noteActivity(at: number): void {
    this.lastActivity = Math.max(this.lastActivity, at)
  }

  stop(): void {
    clearInterval(this.timer)
    for (const sign of ACTIVITY_EVENTS)
      removeEventListener(sign, this.handleActivity, { capture: true })
    document.removeEventListener('visibilitychange', this.check)
  }

  readonly check = (): void => {
    if (this.parts.clock() - this.lastActivity >= IDLE_TIMEOUT) this.parts.lock()
  }

  private readonly handleActivity = (): void => {
    const now = this.parts.clock()
    // Lock instead of counting this as activity: after the idle time the person may not be the
    // owner.
    if (now - this.lastActivity >= IDLE_TIMEOUT) this.parts.lock()
    else this.lastActivity = now
    if (now - this.lastReport < REPORT_INTERVAL) return
    this.lastReport = now
    this.parts.reportActivity(now)
  }
}

/**
 * Milliseconds to wait for another tab's key before the lock screen is shown. A tab that is
 * not busy answers in time.
 */
const KEY_TIMEOUT = 300

let idleTimer: IdleTimer | undefined
/** Id of the owner whose key this page holds. */
let unlockedUserId: string | undefined
/** While locked: stops listening for a key from another tab. */
let stopWaitingForKey: (() => void) | undefined
/** This page has shown decrypted data, so its memory may still contain some. */
let hasShownData = false

/**
 * Sets the lock state from the store: open if it is not encrypted or another tab has the key,
 * otherwise locked. `changed`: another tab set or removed the passphrase, so connections are opened
 * again.
 */
export async function refreshLock(userId: string, changed: boolean): Promise<void> {
  const envelope = await readKeyEnvelope(userId)
  setEncryptedFlag(userId, envelope !== undefined)
  if (!envelope) {
    clearKey()
    setLockState(userId, 'open')
  } else if (hasKey(userId, envelope.id)) return
  else {
    const key = await findKey(userId, envelope.id, KEY_TIMEOUT)
    if (key) unlockPage(userId, { envelope, key })
    else {
      lockPage(userId)
      stopWaitingForKey = requestKey(userId, envelope.id, (late) =>
        unlockPage(userId, { envelope, key: late }),
      )
    }
  }
  if (changed && getLockState(userId) === 'open') reopenData()
}

/** Unlocks this device; resolves to whether the passphrase was right. */
export async function unlock(userId: string, passphrase: string): Promise<boolean> {
  const envelope = await readKeyEnvelope(userId)
  const key = envelope && (await unwrapKey(envelope, passphrase))
  if (envelope && key) unlockPage(userId, { envelope, key })
  return key !== undefined
}

/** Locks every tab. Decrypted data stays in this page's memory until the page reloads. */
export function lock(userId: string): void {
  broadcastLock()
  lockPage(userId)
}

/** Whether this page has not shown decrypted data since it was loaded. */
export function isMemoryClean(): boolean {
  return !hasShownData
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
  const created = await createKeyEnvelope(passphrase)
  const cipher = new Cipher(created.key)
  await withDataClosed(async () => {
    await rekeyStore({
      userId,
      convert: (table, value) => cipher.encrypt(table, value),
      before: undefined,
      envelope: created.envelope,
      onBlocked,
    })
    setEncryptedFlag(userId, true)
    unlockPage(userId, created)
  })
}

/** Wraps the same data key with another passphrase. Resolves to whether `current` was right. */
export async function changePassphrase(
  userId: string,
  current: string,
  next: string,
): Promise<boolean> {
  const before = await openKeyEnvelope(userId, current)
  if (!before) return false
  const { envelope } = await createKeyEnvelope(next, before)
  await replaceKeyEnvelope({ userId, before: before.envelope, envelope })
  return true
}

/** Decrypts the whole store and removes the passphrase. Resolves to whether `current` was right. */
export async function removePassphrase(
  userId: string,
  current: string,
  onBlocked: () => void,
): Promise<boolean> {
  const before = await openKeyEnvelope(userId, current)
  if (!before) return false
  const cipher = new Cipher(before.key)
  await withDataClosed(async () => {
    await rekeyStore({
      userId,
      convert: (table, value) => cipher.decrypt(table, value),
      before: before.envelope,
      envelope: undefined,
      onBlocked,
    })
    clearKey()
    setEncryptedFlag(userId, false)
    setLockState(userId, 'open')
  })
  return true
}

async function openKeyEnvelope(
  userId: string,
  passphrase: string,
): Promise<UnlockedKey | undefined> {
  const envelope = await readKeyEnvelope(userId)
  const key = envelope && (await unwrapKey(envelope, passphrase))
  return envelope && key && { envelope, key }
}

/**
 * Runs `work` with this page's local data closed, and opens it again even if `work` fails.
 */
async function withDataClosed(work: () => Promise<void>): Promise<void> {
  closeData()
  try {
    await work()
  } finally {
    reopenData()
  }
}

function unlockPage(userId: string, { envelope, key }: UnlockedKey): void {
  stopWaitingForKey?.()
  stopWaitingForKey = undefined
  idleTimer?.stop()
  const elsewhere = {
    onLock: () => lockPage(userId),
    onActivity: (at: number) => idleTimer?.noteActivity(at),
    onKeyRequest: () => idleTimer?.check(),
  }
  idleTimer = new IdleTimer({
    clock: systemClock,
    lock: () => lock(userId),
    reportActivity: broadcastActivity,
  })
  holdKey({ userId, id: envelope.id, key }, elsewhere)
  unlockedUserId = userId
  hasShownData = true
  setLockState(userId, 'open')
}

function lockPage(userId: string): void {
  clearKey()
  closeData()
  setLockState(userId, 'locked')
}

// Signing out clears the key.
subscribeToAccount(() => {
  if (unlockedUserId && readStoredAccount()?.id !== unlockedUserId) clearKey()
})

function clearKey(): void {
  unlockedUserId = undefined
  idleTimer?.stop()
  idleTimer = undefined
  stopWaitingForKey?.()
  stopWaitingForKey = undefined
  dropKey()
}
