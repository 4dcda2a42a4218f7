import { CONTENT_RETENTION } from '#shared/lib/define-collection.ts'

// Not in `store.ts`, because the page shows a journey before it loads Dexie.

/** A guest's journey on this device. */
export interface SavedPass {
  /** Id of the pass. */
  id: string
  /** Absent if the browser cannot store keys; then only the whole link opens the journey. */
  key?: CryptoKey
  /** The newest copy, encrypted. */
  ciphertext: string
  version: number
  /** By the server's clock, as is `checkedAt`. */
  endsAt: number
  /** When the server last said that this copy is the newest. */
  checkedAt: number
  /** How far the server's clock is ahead of this device's, ms; 0 if they agree. */
  clockSkew: number
  /** The copy that the guest has noted, encrypted, if it is an older one. */
  notedCiphertext?: string
  notedAt: number
  /** By item id: when it last changed since `notedAt`. */
  changedAt: Record<string, number>
  openings: number
  /** By this device's clock. */
  openedAt: number
  /** The zone of this device when the link was first opened: where the guests are at home. */
  homeZone: string
  /** Whether the guest allows the owner to see when the journey was opened. */
  tellsOwner: boolean
  /** Whether documents are kept on this device; absent until the guest has answered. */
  keepsDocuments?: boolean
  /** The guest has answered the hint about the home screen. */
  hasSeenHint?: true
  /** The owner has deleted the journey: since when it is not shown, by the server's clock. */
  hiddenSince?: number
}

/** What is left of a pass that has ended, without content and key. */
export interface EndedPass {
  id: string
  /** When the link ended; absent if the host closed it. */
  endedAt?: number
  erasedAt: number
}

/** An encrypted document on this device, whole or in part. */
export interface StoredDocument {
  pass: string
  document: string
  /** Bytes that have arrived. */
  bytes: number
  isWhole: boolean
}

/** The current time by the server's clock, as far as this device knows it. */
export function getTrueTime(pass: Pick<SavedPass, 'clockSkew' | 'checkedAt'>, now: number): number {
  return Math.max(now + pass.clockSkew, pass.checkedAt)
}

/** Whether the link has ended, or the journey was hidden for as long as the owner can restore it. */
export function hasEnded(pass: SavedPass, now: number): boolean {
  const { hiddenSince = Number.POSITIVE_INFINITY, endsAt } = pass
  return getTrueTime(pass, now) >= Math.min(endsAt, hiddenSince + CONTENT_RETENTION)
}

/** The row that stays after a pass is erased. */
export function toEnded(pass: SavedPass, now: number): EndedPass {
  const { id, endsAt } = pass
  const endedAt = getTrueTime(pass, now) >= endsAt ? { endedAt: endsAt } : {}
  return { id, ...endedAt, erasedAt: now }
}
