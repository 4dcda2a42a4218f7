import type { Sealer } from './sealer.ts'
import { type Seal, SealedError } from './tables.ts'

/** By the key that this tab holds, or another; the cipher is fetched where there is something to open. */
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
