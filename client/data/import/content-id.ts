import { v5 } from 'uuid'

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
