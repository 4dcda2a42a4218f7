import { type Rescued, rescueQueue, sealOf } from '#client/book/store/raw-store.ts'
import { sealerHere } from '#client/encryption/sealer-here.ts'
import { book } from './page-book.ts'

/**
 * Returns the edits that only this device has as a file; as raw mutations if the book cannot open.
 */
export async function unsentFile(userId: string): Promise<Blob> {
  try {
    return await book().unsentFile()
  } catch {
    const found = await rescueQueueHere(userId)
    return new Blob([JSON.stringify(found, null, 2)], { type: 'application/json' })
  }
}

/** As `rescueQueue`, but decrypted; rejects while this device is locked. */
export async function rescueQueueHere(userId: string): Promise<Rescued> {
  const found = await rescueQueue({ userId })
  const seal = await sealOf(userId)
  if (!seal) return found
  const sealer = await sealerHere(userId)(seal)
  const opened = <T extends object>(table: 'queue' | 'refused', values: T[]) =>
    values.map((value) => sealer.open(table, value) as unknown as T)
  return { queue: opened('queue', found.queue), refused: opened('refused', found.refused) }
}
