/** In the place of what JSON cannot say, an object with this key alone stands; one of its own is said that way too. */
const MARK = '\u0000'

type Part = Uint8Array | Uint32Array | Int32Array | Float64Array
type Special = 'undefined' | 'NaN' | 'Infinity' | '-Infinity' | '-0'

const kinds = { Uint8Array, Uint32Array, Int32Array, Float64Array }
type Kind = keyof typeof kinds

type Said = { special: Special } | { kind: Kind; length: number } | { entries: [string, unknown][] }

/** Bytes of the text's length, in front of it. */
const HEAD = 4

/** What the store holds of one key, as bytes: JSON, and after it the numbers that lie in columns, as they are. */
export function encode(value: unknown): Uint8Array {
  const parts: Part[] = []
  const text = new TextEncoder().encode(JSON.stringify(said(value, parts)))
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, HEAD + text.length)
  const bytes = new Uint8Array(length)
  new DataView(bytes.buffer).setUint32(0, text.length)
  bytes.set(text, HEAD)
  let at = HEAD + text.length
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += byteLength
  }
  return bytes
}

export function decode(bytes: Uint8Array): unknown {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const end = HEAD + length
  const text = new TextDecoder().decode(bytes.subarray(HEAD, end))
  return meant(JSON.parse(text), { bytes, at: end })
}

function said(value: unknown, parts: Part[]): unknown {
  if (value === undefined) return marked({ special: 'undefined' })
  if (typeof value === 'number') return numberSaid(value)
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => said(item, parts))
  const kind = kindOf(value)
  if (kind) {
    const part = value as Part
    parts.push(part)
    return marked({ kind, length: part.byteLength })
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
  reading.at += what.length
  // A copy of its own, so that it begins where such numbers may.
  return new kinds[what.kind](bytes.slice(at, reading.at).buffer)
}

function kindOf(value: unknown): Kind | undefined {
  const [, name = ''] = /^\[object (\w+)\]$/.exec(Object.prototype.toString.call(value)) ?? []
  return name in kinds ? (name as Kind) : undefined
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]'
}
