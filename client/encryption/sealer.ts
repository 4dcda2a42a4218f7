import { gcm } from '@noble/ciphers/aes.js'
// The cipher library's own `randomBytes`; in `client/lib/data/ids.ts` it would add to the bundle of
// every visitor's form.
import { randomBytes } from '@noble/ciphers/utils.js'
import { plainFields, SealedError, type SealedTable } from './tables.ts'

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
export class Sealer {
  private readonly key: Uint8Array

  constructor(key: Uint8Array) {
    this.key = key
  }

  /**
   * Returns the plain fields of the value, and the whole value encrypted in `sealed` (nonce, then
   * ciphertext).
   */
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

  /**
   * Returns the decrypted value. Throws if it was encrypted with another key, altered, or copied to
   * another key or table.
   */
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

  /**
   * Locking overwrites the key with zeros; a task still under way must not encrypt with such a key.
   */
  private ask(): void {
    if (this.key.every((byte) => byte === 0)) throw new SealedError()
  }
}

/**
 * AES-GCM associated data: table and plain fields. Not `n` of `queue`: IndexedDB assigns it after
 * encryption, so `open` compares it instead.
 */
function about(table: SealedTable, value: Value): Uint8Array {
  const fields = plainFields[table].filter((field) => table !== 'queue' || field !== 'n')
  return new TextEncoder().encode(JSON.stringify([table, ...fields.map((field) => value[field])]))
}

function plainOf(table: SealedTable, value: Value): Value {
  return Object.fromEntries(
    plainFields[table].flatMap((field) => (field in value ? [[field, value[field]]] : [])),
  )
}

/**
 * An object with this single key stands for a value that JSON cannot represent, and for an object
 * that has this key itself (`entries`).
 */
const MARK = '\u0000'

type Special = 'undefined' | 'NaN' | 'Infinity' | '-Infinity' | '-0'

/** `bytes`: length of a byte array; its content follows the JSON text. */
type Said = { special: Special } | { bytes: number } | { entries: [string, unknown][] }

/** Length in bytes of the header, a big-endian uint32 with the length of the JSON text. */
const HEAD = 4

/**
 * Encodes a value as header, JSON text and then the value's byte arrays in order. Throws
 * `TypeError` for other objects, such as a `Date` or `Map`.
 */
export function encode(value: unknown): Uint8Array {
  const parts: Uint8Array[] = []
  const text = new TextEncoder().encode(JSON.stringify(said(value, parts)))
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
  return meant(JSON.parse(text), { bytes, at: end })
}

function said(value: unknown, parts: Uint8Array[]): unknown {
  if (value === undefined) return marked({ special: 'undefined' })
  if (typeof value === 'number') return numberSaid(value)
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => said(item, parts))
  if (isBytes(value)) {
    parts.push(value)
    return marked({ bytes: value.length })
  }
  if (!isPlain(value)) throw new TypeError('This cannot be sealed')
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [
    key,
    said(one, parts),
  ])
  return MARK in value ? marked({ entries }) : Object.fromEntries(entries)
}

function numberSaid(value: number): unknown {
  if (Object.is(value, -0)) return marked({ special: '-0' })
  return Number.isFinite(value) ? value : marked({ special: String(value) as Special })
}

function marked(what: Said): object {
  return { [MARK]: what }
}

interface Reading {
  bytes: Uint8Array
  /** Offset of the next byte array. */
  at: number
}

function meant(value: unknown, reading: Reading): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => meant(item, reading))
  if (MARK in value) return markMeant(value[MARK] as Said, reading)
  return entriesMeant(Object.entries(value), reading)
}

function entriesMeant(entries: [string, unknown][], reading: Reading): object {
  return Object.fromEntries(entries.map(([key, one]) => [key, meant(one, reading)]))
}

function markMeant(what: Said, reading: Reading): unknown {
  if ('special' in what) return what.special === 'undefined' ? undefined : Number(what.special)
  if ('entries' in what) return entriesMeant(what.entries, reading)
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
