import * as v from 'valibot'
import type { BookState, OldClientsTaken } from '#client/book/store/types.ts'
import { OLD_CLIENTS_KEY } from '#shared/clients/import/old-clients-key.ts'

/** The localStorage key of the old list after its import. */
export const TAKEN_KEY = `${OLD_CLIENTS_KEY}-taken`

const Taken = v.object({
  /** UTC milliseconds. */
  at: v.number(),
  /** The number of entries that could not be read; if it is above 0, the copy stays for good. */
  left: v.number(),
  /** The old list as it was stored, unparsed. */
  kept: v.string(),
})

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Imports the clients that the site's old version stored here, if any, and keeps a copy of the
 * list.
 */
export async function takeOver(
  place: Place,
  take: (kept: string) => Promise<OldClientsTaken>,
  now: () => number,
): Promise<OldClientsTaken | undefined> {
  const kept = place.getItem(OLD_CLIENTS_KEY)
  if (kept === null) return undefined
  const taken = await take(kept)
  const aside = { at: now(), left: taken.left, kept }
  place.setItem(TAKEN_KEY, JSON.stringify(aside))
  place.removeItem(OLD_CLIENTS_KEY)
  return taken
}

/** Deletes the copy of the old list once the server has everything in it. */
export function dropTaken(
  place: Place,
  { waiting, refused, syncedAt = 0 }: Pick<BookState, 'waiting' | 'refused' | 'syncedAt'>,
): void {
  const aside = v.safeParse(v.pipe(v.string(), v.parseJson(), Taken), place.getItem(TAKEN_KEY))
  if (!aside.success) return
  const { at, left } = aside.output
  if (left === 0 && waiting === 0 && refused === 0 && syncedAt > at) place.removeItem(TAKEN_KEY)
}

/**
 * Moves the copy of the old list into encrypted storage, unchanged: with a passphrase set, nothing
 * may stay readable in localStorage.
 */
export async function hideTaken(
  place: Place,
  keep: (aside: object) => Promise<boolean>,
): Promise<void> {
  const aside = place.getItem(TAKEN_KEY)
  if (aside !== null && (await keep({ aside }))) place.removeItem(TAKEN_KEY)
}
