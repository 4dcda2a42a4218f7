import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * A version 5 UUID: the same content has the same id on every device. Not by the browser's own hashing,
 * which exists on secure origins only and answers later.
 */
export function namedId(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const hex = bytesToHex(sha1(bytes))
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  const id = `${hex.slice(0, 12)}5${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
