import { book } from '#client/book/page-book.ts'
import { systemClock } from '#client/lib/clock.ts'
import { announce } from '#client/ui/announcer.tsx'
import { keepOrDrop } from './kept-draft.ts'
import { hideTaken, TAKEN_KEY, takeOver } from './old-clients.ts'

export { dropTaken } from './old-clients.ts'

/** Into the book; what stands aside after it is readable only where no passphrase is set. */
export async function bringAlong(sealed: boolean): Promise<void> {
  const take = (kept: string) => book().takeOldClients(kept)
  const taken = await takeOver(localStorage, take, systemClock)
  if (sealed) await hideTaken(localStorage, (aside) => keepOrDrop(TAKEN_KEY, aside))
  if (taken?.added) announce(`${taken.added} clients of the site’s old version are in your list.`)
}
