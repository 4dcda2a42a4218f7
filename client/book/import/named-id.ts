/**
 * A version 5 UUID: the same content has the same id on every device. By hand, because the browser's
 * own hashing exists on secure origins only, and answers later.
 */
export function namedId(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const words = sha1(bytes)
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  const id = `${hex.slice(0, 12)}5${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const BLOCK = 64

function sha1(bytes: Uint8Array): number[] {
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
  const whole = bytes.length - (bytes.length % BLOCK)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < whole; at += BLOCK) mix(state, view, at)
  const rest = bytes.subarray(whole)
  const end = new Uint8Array(rest.length < BLOCK - 8 ? BLOCK : 2 * BLOCK)
  end.set(rest)
  end[rest.length] = 0x80
  const last = new DataView(end.buffer)
  last.setBigUint64(end.length - 8, BigInt(bytes.length) * 8n)
  for (let at = 0; at < end.length; at += BLOCK) mix(state, last, at)
  return state
}

const schedule = new Uint32Array(80)

function mix(state: number[], block: DataView, at: number): void {
  for (let t = 0; t < 16; t++) schedule[t] = block.getUint32(at + t * 4)
  for (let t = 16; t < 80; t++)
    schedule[t] = turned(word(t - 3) ^ word(t - 8) ^ word(t - 14) ^ word(t - 16), 1)
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state
  for (let t = 0; t < 80; t++) {
    const next = (turned(a, 5) + part(t, b, [c, d]) + e + word(t)) >>> 0
    e = d
    d = c
    c = turned(b, 30)
    b = a
    a = next
  }
  for (const [index, value] of [a, b, c, d, e].entries())
    state[index] = ((state[index] ?? 0) + value) >>> 0
}

const word = (t: number): number => schedule[t] ?? 0

const turned = (value: number, by: number): number => ((value << by) | (value >>> (32 - by))) >>> 0

function part(t: number, b: number, [c, d]: [number, number]): number {
  if (t < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (t < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (t < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}
