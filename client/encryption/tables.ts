/** What of a value stays readable, so that the store finds it: its key and what it is looked up by. */
export const plainFields = {
  copies: ['key'],
  records: ['key'],
  drafts: ['key'],
  rows: ['key'],
  pages: ['no'],
  queue: ['n', 'key'],
  log: ['mid'],
  refused: ['n', 'key'],
  imports: ['key'],
} as const

export type SealedTable = keyof typeof plainFields

export function isSealedTable(name: string): name is SealedTable {
  return name in plainFields
}

/** What a passphrase opens; one record, named `seal`. Where there is none, everything lies open. */
export interface Seal {
  name: 'seal'
  /** Of the data key: another one opens nothing here. */
  id: string
  salt: Uint8Array<ArrayBuffer>
  /** Of PBKDF2. */
  rounds: number
  nonce: Uint8Array<ArrayBuffer>
  /** The data key, encrypted by the key that the passphrase gives. */
  wrapped: Uint8Array<ArrayBuffer>
}

/** The store is sealed, and nobody on this device has the key now. */
export class SealedError extends Error {
  override name = 'SealedError'

  constructor() {
    super('This device is locked')
  }
}
