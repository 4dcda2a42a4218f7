import * as v from 'valibot'
import type { BookState, LegacyClientsImport } from '#client/book/store/types.ts'
import { LEGACY_CLIENTS_KEY } from '#shared/clients/import/legacy-clients-key.ts'

/** The localStorage key of the old list after its import. */
export const BACKUP_KEY = `${LEGACY_CLIENTS_KEY}-taken`

const LegacyClientsBackup = v.object({
  /** UTC milliseconds. */
  at: v.number(),
  /** The number of entries that could not be read; if it is above 0, the copy stays for good. */
  left: v.number(),
  /** The old list as it was stored, unparsed. */
  kept: v.string(),
})

type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Imports the clients that the site's old version stored here, if any, and keeps a copy of the
 * list.
 */
export async function importAndBackUp(
  place: StorageArea,
  take: (kept: string) => Promise<LegacyClientsImport>,
  now: () => number,
): Promise<LegacyClientsImport | undefined> {
  const storedList = place.getItem(LEGACY_CLIENTS_KEY)
  if (storedList === null) return undefined
  const result = await take(storedList)
  const backup = { at: now(), left: result.unreadable, kept: storedList }
  place.setItem(BACKUP_KEY, JSON.stringify(backup))
  place.removeItem(LEGACY_CLIENTS_KEY)
  return result
}

/** Deletes the copy of the old list once the server has everything in it. */
export function removeBackup(
  place: StorageArea,
  { pending, rejected, syncedAt = 0 }: Pick<BookState, 'pending' | 'rejected' | 'syncedAt'>,
): void {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), LegacyClientsBackup),
    place.getItem(BACKUP_KEY),
  )
  if (!parsed.success) return
  const { at, left: unreadable } = parsed.output
  if (unreadable === 0 && pending === 0 && rejected === 0 && syncedAt > at)
    place.removeItem(BACKUP_KEY)
}

/**
 * Moves the copy of the old list into encrypted storage, unchanged: with a passphrase set, nothing
 * may stay readable in localStorage.
 */
export async function encryptBackup(
  place: StorageArea,
  keep: (aside: object) => Promise<boolean>,
): Promise<void> {
  const backup = place.getItem(BACKUP_KEY)
  if (backup !== null && (await keep({ aside: backup }))) place.removeItem(BACKUP_KEY)
}
