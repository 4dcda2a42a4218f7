import * as v from 'valibot'
import type { BookState, OldClientsTaken } from '#client/book/store/types.ts'
import { OLD_CLIENTS_KEY } from '#shared/clients/import/old-clients-key.ts'

/** Where the old list stands aside once it is in the book. */
export const TAKEN_KEY = `${OLD_CLIENTS_KEY}-taken`

const Taken = v.object({
  /** UTC milliseconds. */
  at: v.number(),
  /** Entries that could not be read; with any, the list stays for good. */
  left: v.number(),
  /** The list as it was. */
  kept: v.string(),
})

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Takes over what the site's old version kept here, where there is any; its list is kept aside. */
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

/** Drops the list that stands aside as soon as the server has all of it. */
export function dropTaken(
  place: Place,
  { waiting, refused, syncedAt = 0 }: Pick<BookState, 'waiting' | 'refused' | 'syncedAt'>,
): void {
  const aside = v.safeParse(v.pipe(v.string(), v.parseJson(), Taken), place.getItem(TAKEN_KEY))
  if (!aside.success) return
  const { at, left } = aside.output
  if (left === 0 && waiting === 0 && refused === 0 && syncedAt > at) place.removeItem(TAKEN_KEY)
}

/** Where a passphrase is set nothing stands aside readable: the list goes to what is sealed, as it is. */
export async function hideTaken(
  place: Place,
  keep: (aside: object) => Promise<boolean>,
): Promise<void> {
  const aside = place.getItem(TAKEN_KEY)
  if (aside !== null && (await keep({ aside }))) place.removeItem(TAKEN_KEY)
}
