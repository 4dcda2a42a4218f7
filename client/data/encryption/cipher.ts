import { gcm } from '@noble/ciphers/aes.js'
// The cipher library's own `randomBytes`; in `client/lib/data/ids.ts` it would add to the bundle of
// every visitor's form.
import { randomBytes } from '@noble/ciphers/utils.js'
import { type EncryptedTable, LockedError, plainFields } from './tables.ts'

type Value = Record<string, unknown>

/**
 * Nonce length in bytes. Nonces are random, which is safe for 2^32 encryptions with one AES-GCM
 * key.
 */
const NONCE = 12

/**
 * Encrypts and decrypts stored values. Synchronous, because an IndexedDB transaction ends during an
 * asynchronous WebCrypto call.
 */
export class Cipher {
  private readonly key: Uint8Array

  constructor(key: Uint8Array) {
    this.key = key
  }

  /**
   * Returns the plain fields of the value, and the whole value encrypted in `sealed` (nonce, then
   * ciphertext).
   */
  encrypt(table: EncryptedTable, given: object): Value {
    this.assertUnlocked()
    const value = given as Value
    const nonce = randomBytes(NONCE)
    const hidden = gcm(this.key, nonce, toAssociatedData(table, value)).encrypt(encode(value))
    const encrypted = new Uint8Array(NONCE + hidden.length)
    encrypted.set(nonce)
    encrypted.set(hidden, NONCE)
    return { ...pickPlainFields(table, value), sealed: encrypted }
  }

  /**
   * Returns the decrypted value. Throws if it was encrypted with another key, altered, or copied to
   * another key or table.
   */
  decrypt(table: EncryptedTable, given: object): Value {
    this.assertUnlocked()
    const stored = given as Value
    const { sealed: encrypted } = stored
    if (!isBytes(encrypted))
      throw new Error('The stored value is not encrypted, so it cannot be decrypted')
    const nonce = encrypted.subarray(0, NONCE)
    const bytes = gcm(this.key, nonce, toAssociatedData(table, stored)).decrypt(
      encrypted.subarray(NONCE),
    )
    const value = decode(bytes) as Value
    const plain = pickPlainFields(table, stored)
    for (const [field, is] of Object.entries(plain))
      if (field in value && value[field] !== is)
        throw new Error('The encrypted value was moved to another record or queue position')
    return Object.assign(value, plain)
  }

  /**
   * Locking overwrites the key with zeros; a task still under way must not encrypt with such a key.
   */
  private assertUnlocked(): void {
    if (this.key.every((byte) => byte === 0)) throw new LockedError()
  }
}

/**
 * AES-GCM associated data: table and plain fields. Not `n` of `queue`: IndexedDB assigns it after
 * encryption, so `decrypt` compares it instead.
 */
function toAssociatedData(table: EncryptedTable, value: Value): Uint8Array {
  const fields = plainFields[table].filter((field) => table !== 'queue' || field !== 'n')
  return new TextEncoder().encode(JSON.stringify([table, ...fields.map((field) => value[field])]))
}

function pickPlainFields(table: EncryptedTable, value: Value): Value {
  return Object.fromEntries(
    plainFields[table].flatMap((field) => (field in value ? [[field, value[field]]] : [])),
  )
}

/**
 * An object with this single key stands for a value that JSON cannot represent, and for an object
 * that has this key itself (`entries`).
 */
const MARKER = '\u0000'

type Special = 'undefined' | 'NaN' | 'Infinity' | '-Infinity' | '-0'

/** `bytes`: length of a byte array; its content follows the JSON text. */
type MarkedValue = { special: Special } | { bytes: number } | { entries: [string, unknown][] }

/** Length in bytes of the header, a big-endian uint32 with the length of the JSON text. */
const HEAD = 4

/**
 * Encodes a value as header, JSON text and then the value's byte arrays in order. Throws
 * `TypeError` for other objects, such as a `Date` or `Map`.
 */
export function encode(value: unknown): Uint8Array {
  const parts: Uint8Array[] = []
  const text = new TextEncoder().encode(JSON.stringify(toJsonValue(value, parts)))
  const length = parts.reduce((sum, part) => sum + part.length, HEAD + text.length)
  const bytes = new Uint8Array(length)
  new DataView(bytes.buffer).setUint32(0, text.length)
  let at = HEAD
  for (const part of [text, ...parts]) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Reads what `encode` wrote; values come back as they were, `undefined` and `-0` included. */
export function decode(bytes: Uint8Array): unknown {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const end = HEAD + length
  const text = new TextDecoder().decode(bytes.subarray(HEAD, end))
  return fromJsonValue(JSON.parse(text), { bytes, at: end })
}

function toJsonValue(value: unknown, parts: Uint8Array[]): unknown {
  if (value === undefined) return toMarked({ special: 'undefined' })
  if (typeof value === 'number') return toJsonNumber(value)
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => toJsonValue(item, parts))
  if (isBytes(value)) {
    parts.push(value)
    return toMarked({ bytes: value.length })
  }
  if (!isPlain(value))
    throw new TypeError(
      'Only plain objects, arrays, byte arrays and primitive values can be encrypted',
    )
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [
    key,
    toJsonValue(one, parts),
  ])
  return MARKER in value ? toMarked({ entries }) : Object.fromEntries(entries)
}

function toJsonNumber(value: number): unknown {
  if (Object.is(value, -0)) return toMarked({ special: '-0' })
  return Number.isFinite(value) ? value : toMarked({ special: String(value) as Special })
}

function toMarked(what: MarkedValue): object {
  return { [MARKER]: what }
}

interface DecodeState {
  bytes: Uint8Array
  /** Offset of the next byte array. */
  at: number
}

function fromJsonValue(value: unknown, reading: DecodeState): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => fromJsonValue(item, reading))
  if (MARKER in value) return fromMarked(value[MARKER] as MarkedValue, reading)
  return fromJsonEntries(Object.entries(value), reading)
}

function fromJsonEntries(entries: [string, unknown][], reading: DecodeState): object {
  return Object.fromEntries(entries.map(([key, one]) => [key, fromJsonValue(one, reading)]))
}

function fromMarked(what: MarkedValue, reading: DecodeState): unknown {
  if ('special' in what) return what.special === 'undefined' ? undefined : Number(what.special)
  if ('entries' in what) return fromJsonEntries(what.entries, reading)
  const { bytes, at } = reading
  reading.at += what.bytes
  return bytes.slice(at, reading.at)
}

/**
 * Compares the tag, because a value from IndexedDB may belong to another realm, where `instanceof`
 * fails.
 */
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]'
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]'
}
