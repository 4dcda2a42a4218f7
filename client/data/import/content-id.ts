import { v5 } from 'uuid'
import type { RecordData } from '#shared/sync/collections.ts'
import { isSameValue, toCanonicalJson } from '#shared/sync/value-equality.ts'

/** A random constant. Changing it would change the ids of everything imported so far. */
const NAMESPACE = '93837921-db4d-43ed-8a89-a247c90cd363'

/**
 * Version 5 UUID of the content. The same content gets the same id on every device, so importing it
 * twice adds nothing.
 */
export function contentId(content: string | Uint8Array): string {
  // `v5` throws on a string with a lone surrogate, which imported files may contain; bytes are
  // safe.
  return v5(typeof content === 'string' ? new TextEncoder().encode(content) : content, NAMESPACE)
}

/**
 * Hash of a client as imported, to detect later edits. Without `distinctFrom`, because marking two
 * clients as different people is not an edit.
 */
export function hashClient({ distinctFrom: _others, ...data }: RecordData): string {
  const filled = Object.entries(data).filter(([, value]) => !isSameValue(value, ''))
  return contentId(toCanonicalJson(Object.fromEntries(filled)))
}

export function hashValue(value: unknown): string {
  return contentId(toCanonicalJson(value))
}
