/**
 * Fields of each encrypted table that stay readable, because IndexedDB finds values by them:
 * primary keys and indexes.
 */
export const plainFields = {
  queryCache: ['key'],
  readOnly: ['key', 'coll', 'seq'],
  drafts: ['key'],
  records: ['key'],
  pages: ['no'],
  queue: ['n', 'key'],
  ackedLog: ['mid'],
  rejected: ['n', 'key'],
  photographs: ['key'],
} as const

export type EncryptedTable = keyof typeof plainFields

export function isEncryptedTable(name: string): name is EncryptedTable {
  return name in plainFields
}

/**
 * Key envelope: the data key wrapped with a key derived from the passphrase. One record named
 * `seal`; without it the store is not encrypted.
 */
export interface KeyEnvelope {
  name: 'seal'
  /** Id of the data key; a new passphrase for the same data key keeps it. */
  id: string
  salt: Uint8Array<ArrayBuffer>
  /** PBKDF2 iteration count. */
  iterations: number
  nonce: Uint8Array<ArrayBuffer>
  /** The data key, encrypted (AES-GCM) with the key derived from the passphrase. */
  wrappedKey: Uint8Array<ArrayBuffer>
}

/** The store is encrypted, and no tab of this device has the key now. */
export class LockedError extends Error {
  override name = 'LockedError'

  constructor() {
    super('This device is locked')
  }
}
