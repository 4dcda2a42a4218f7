import type { Cipher } from './cipher.ts'
import { type KeyEnvelope, LockedError } from './tables.ts'

/**
 * Returns a function that finds the data key in this tab or another and builds the cipher; it
 * throws `LockedError` if no tab has the key. The cipher's code loads only for an encrypted store.
 */
export function createCipherLoader(userId: string): (seal: KeyEnvelope) => Promise<Cipher> {
  return async (envelope) => {
    const [{ Cipher }, { findKey }] = await Promise.all([
      import('./cipher.ts'),
      import('./keys.ts'),
    ])
    const key = await findKey(userId, envelope.id)
    if (!key) throw new LockedError()
    return new Cipher(key)
  }
}
