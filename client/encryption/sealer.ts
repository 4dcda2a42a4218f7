import { gcm } from '@noble/ciphers/aes.js'
// The library's own, as its cipher wants them: in lib/ids.ts they would weigh on every visitor's form.
import { randomBytes } from '@noble/ciphers/utils.js'
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

/** In the place of what JSON cannot say, an object with this key alone stands; one of its own is said that way too. */
const MARK = '\u0000'

type Special = 'undefined' | 'NaN' | 'Infinity' | '-Infinity' | '-0'

/** `bytes`: so many of those that follow the text. */
type Said = { special: Special } | { bytes: number } | { entries: [string, unknown][] }

/** Bytes of the text's length, in front of it. */
const HEAD = 4

/** A value as bytes: JSON, and after it the bytes that it holds, as they are. */
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
  /** Where the next part begins. */
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

/** By its name: what comes from IndexedDB may be of another realm. */
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]'
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]'
}
