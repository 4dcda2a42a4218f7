import { gcm } from '@noble/ciphers/aes.js'
// The library's own, as its cipher wants them: in lib/ids.ts they would weigh on every visitor's form.
import { randomBytes } from '@noble/ciphers/utils.js'
import { decode, encode } from './envelope.ts'
import { plainFields, SealedError, type SealedTable } from './tables.ts'

type Value = Record<string, unknown>

/** Bytes; random each time, of which AES-GCM bears four thousand million with one key. */
const NONCE = 12

/**
 * Seals what the store holds, and opens it. At once, where the browser's own ciphers answer later: by then
 * IndexedDB would have ended the transaction.
 */
export class Sealer {
  private readonly key: Uint8Array

  constructor(key: Uint8Array) {
    this.key = key
  }

  seal(table: SealedTable, given: object): Value {
    this.ask()
    const value = given as Value
    const nonce = randomBytes(NONCE)
    const hidden = gcm(this.key, nonce, about(table, value)).encrypt(encode(value))
    const sealed = new Uint8Array(NONCE + hidden.length)
    sealed.set(nonce)
    sealed.set(hidden, NONCE)
    return { ...plainOf(table, value), sealed }
  }

  /** Throws for what was sealed with another key, altered, or moved to another place. */
  open(table: SealedTable, given: object): Value {
    this.ask()
    const stored = given as Value
    const { sealed } = stored
    if (!isBytes(sealed)) throw new Error('This was not sealed')
    const nonce = sealed.subarray(0, NONCE)
    const bytes = gcm(this.key, nonce, about(table, stored)).decrypt(sealed.subarray(NONCE))
    const value = decode(bytes) as Value
    const plain = plainOf(table, stored)
    for (const [field, is] of Object.entries(plain))
      if (field in value && value[field] !== is) throw new Error('This was moved')
    return Object.assign(value, plain)
  }

  /** Whoever locks wipes the key where it lies: what was under way must not be sealed with what is left. */
  private ask(): void {
    if (this.key.every((byte) => byte === 0)) throw new SealedError()
  }
}

/** The store gives a new queued edit its place only when it takes it in, sealed: that cannot be bound. */
function about(table: SealedTable, value: Value): Uint8Array {
  const fields = plainFields[table].filter((field) => table !== 'queue' || field !== 'n')
  return new TextEncoder().encode(JSON.stringify([table, ...fields.map((field) => value[field])]))
}

function plainOf(table: SealedTable, value: Value): Value {
  return Object.fromEntries(
    plainFields[table].flatMap((field) => (field in value ? [[field, value[field]]] : [])),
  )
}

function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]'
}
