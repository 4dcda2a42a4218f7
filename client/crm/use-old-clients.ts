import { useEffect, useSyncExternalStore } from 'react'
import { useOwnerHere } from '../desk/owner-here.ts'
import { systemClock } from '../lib/clock.ts'
import { book } from '../offline/crm/page-book.ts'
import { useBookState } from '../offline/crm/use-book.ts'
import { onLock } from '../offline/seal/lock-state.ts'
import { isSealedHere } from '../offline/seal/sealed-flag.ts'
import { announce } from '../ui/announcer.tsx'
import { keepOrDrop } from './kept-draft.ts'
import { dropTaken, hideTaken, TAKEN_KEY, takeOver } from './old-clients.ts'

/** Brings along the clients of the site's old version when the book is first opened in their browser. */
export function useOldClients(): void {
  const { phase, waiting, refused, syncedAt } = useBookState()
  const userId = useOwnerHere()?.userId
  const sealed = useSyncExternalStore(onLock, () => isSealedHere(userId))
  useEffect(() => {
    if (phase === 'ready') void bringAlong(sealed)
  }, [phase, sealed])
  useEffect(() => {
    if (phase === 'ready') dropTaken(localStorage, { waiting, refused, syncedAt })
  }, [phase, waiting, refused, syncedAt])
}

async function bringAlong(sealed: boolean): Promise<void> {
  const take = (kept: string) => book().takeOldClients(kept)
  const taken = await takeOver(localStorage, take, systemClock)
  if (sealed) await hideTaken(localStorage, (aside) => keepOrDrop(TAKEN_KEY, aside))
  if (taken?.added) announce(`${taken.added} clients of the site’s old version are in the book.`)
}
