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
  const kept = place.getItem(LEGACY_CLIENTS_KEY)
  if (kept === null) return undefined
  const taken = await take(kept)
  const aside = { at: now(), left: taken.unreadable, kept }
  place.setItem(BACKUP_KEY, JSON.stringify(aside))
  place.removeItem(LEGACY_CLIENTS_KEY)
  return taken
}

/** Deletes the copy of the old list once the server has everything in it. */
export function removeBackup(
  place: StorageArea,
  { pending, rejected, syncedAt = 0 }: Pick<BookState, 'pending' | 'rejected' | 'syncedAt'>,
): void {
  const aside = v.safeParse(
    v.pipe(v.string(), v.parseJson(), LegacyClientsBackup),
    place.getItem(BACKUP_KEY),
  )
  if (!aside.success) return
  const { at, left } = aside.output
  if (left === 0 && pending === 0 && rejected === 0 && syncedAt > at) place.removeItem(BACKUP_KEY)
}

/**
 * Moves the copy of the old list into encrypted storage, unchanged: with a passphrase set, nothing
 * may stay readable in localStorage.
 */
export async function encryptBackup(
  place: StorageArea,
  keep: (aside: object) => Promise<boolean>,
): Promise<void> {
  const aside = place.getItem(BACKUP_KEY)
  if (aside !== null && (await keep({ aside }))) place.removeItem(BACKUP_KEY)
}
