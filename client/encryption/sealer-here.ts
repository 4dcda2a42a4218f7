import type { Sealer } from './sealer.ts'
import { type Seal, SealedError } from './tables.ts'

/**
 * Returns a function that finds the data key in this tab or another and builds the cipher; it
 * throws `SealedError` if no tab has the key. The cipher's code loads only for an encrypted store.
 */
export function sealerHere(userId: string): (seal: Seal) => Promise<Sealer> {
  return async (seal) => {
    const [{ Sealer }, { findKey }] = await Promise.all([
      import('./sealer.ts'),
      import('./keys.ts'),
    ])
    const key = await findKey(userId, seal.id)
    if (!key) throw new SealedError()
    return new Sealer(key)
  }
}
