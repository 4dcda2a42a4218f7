import { createCipherLoader } from '#client/data/encryption/cipher-loader.ts'
import { getData } from './data-client.ts'
import { readKeyEnvelope, readUnsynced, type UnsyncedMutations } from './raw-store.ts'

/**
 * Returns the edits and drafts that only this device has as a file; as raw mutations if the local data cannot open.
 */
export async function exportUnsynced(userId: string): Promise<Blob> {
  try {
    return await getData().files.exportUnsynced()
  } catch {
    const found = await readUnsyncedDecrypted(userId)
    return new Blob([JSON.stringify(found, null, 2)], { type: 'application/json' })
  }
}

/** As `readUnsynced`, but decrypted; rejects while this device is locked. */
export async function readUnsyncedDecrypted(userId: string): Promise<UnsyncedMutations> {
  const found = await readUnsynced({ userId })
  const envelope = await readKeyEnvelope(userId)
  if (!envelope) return found
  const cipher = await createCipherLoader(userId)(envelope)
  const opened = <T extends object>(table: 'queue' | 'rejected' | 'drafts', values: T[]) =>
    values.map((value) => cipher.decrypt(table, value) as unknown as T)
  return {
    queue: opened('queue', found.queue),
    rejected: opened('rejected', found.rejected),
    drafts: opened('drafts', found.drafts),
  }
}
