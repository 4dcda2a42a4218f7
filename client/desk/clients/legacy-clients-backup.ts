import * as v from 'valibot'
import type { DataState, LegacyClientsImport } from '#client/data/store/types.ts'
import { LEGACY_CLIENTS_KEY } from '#shared/clients/import/legacy-clients-key.ts'

/** The localStorage key of the old list after its import. */
export const BACKUP_KEY = `${LEGACY_CLIENTS_KEY}-taken`

const LegacyClientsBackup = v.object({
  /** UTC milliseconds. */
  at: v.number(),
  /** The number of entries that could not be read; if it is above 0, the copy stays for good. */
  unreadable: v.number(),
  /** The old list as it was stored, unparsed. */
  storedList: v.string(),
})

type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Imports the clients that the site's old version stored here, if any, and keeps a copy of the
 * list.
 */
export async function importAndBackUp(
  storage: StorageArea,
  importList: (storedList: string) => Promise<LegacyClientsImport>,
  now: () => number,
): Promise<LegacyClientsImport | undefined> {
  const storedList = storage.getItem(LEGACY_CLIENTS_KEY)
  if (storedList === null) return undefined
  const result = await importList(storedList)
  const backup = { at: now(), unreadable: result.unreadable, storedList }
  storage.setItem(BACKUP_KEY, JSON.stringify(backup))
  storage.removeItem(LEGACY_CLIENTS_KEY)
  return result
}

/** Deletes the copy of the old list once the server has everything in it. */
export function removeBackup(
  storage: StorageArea,
  { pending, rejected, syncedAt = 0 }: Pick<DataState, 'pending' | 'rejected' | 'syncedAt'>,
): void {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), LegacyClientsBackup),
    storage.getItem(BACKUP_KEY),
  )
  if (!parsed.success) return
  const { at, unreadable } = parsed.output
  if (unreadable === 0 && pending === 0 && rejected === 0 && syncedAt > at)
    storage.removeItem(BACKUP_KEY)
}

/**
 * Moves the copy of the old list into encrypted storage, unchanged: with a passphrase set, nothing
 * may stay readable in localStorage. `saveEncrypted` resolves with whether it was stored.
 */
export async function encryptBackup(
  storage: StorageArea,
  saveEncrypted: (value: { backup: string }) => Promise<boolean>,
): Promise<void> {
  const backup = storage.getItem(BACKUP_KEY)
  if (backup !== null && (await saveEncrypted({ backup }))) storage.removeItem(BACKUP_KEY)
}
