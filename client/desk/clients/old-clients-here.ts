import { book } from '#client/book/page-book.ts'
import { systemClock } from '#client/lib/clock.ts'
import { announce } from '#client/ui/announcer.tsx'
import { keepOrDrop } from './kept-draft.ts'
import { hideTaken, TAKEN_KEY, takeOver } from './old-clients.ts'

export { dropTaken } from './old-clients.ts'

/**
 * Imports the old clients into the client book. With a passphrase set, the copy of the old list
 * moves from localStorage to the encrypted drafts.
 */
export async function bringAlong(sealed: boolean): Promise<void> {
  const take = (kept: string) => book().takeOldClients(kept)
  const taken = await takeOver(localStorage, take, systemClock)
  if (sealed) await hideTaken(localStorage, (aside) => keepOrDrop(TAKEN_KEY, aside))
  if (taken?.added) announce(`${taken.added} clients of the site’s old version are in your list.`)
}
