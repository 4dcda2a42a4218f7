import { useEffect } from 'react'
import { systemClock } from '../lib/clock.ts'
import { book } from '../offline/crm/page-book.ts'
import { useBookState } from '../offline/crm/use-book.ts'
import { announce } from '../ui/announcer.tsx'
import { dropTaken, takeOver } from './old-clients.ts'

/** Brings along the clients of the site's old version when the book is first opened in their browser. */
export function useOldClients(): void {
  const { phase, waiting, refused, syncedAt } = useBookState()
  useEffect(() => {
    if (phase === 'ready') void bringAlong()
  }, [phase])
  useEffect(() => {
    if (phase === 'ready') dropTaken(localStorage, { waiting, refused, syncedAt })
  }, [phase, waiting, refused, syncedAt])
}

async function bringAlong(): Promise<void> {
  const take = (kept: string) => book().takeOldClients(kept)
  const taken = await takeOver(localStorage, take, systemClock)
  if (taken?.added) announce(`${taken.added} clients of the site’s old version are in the book.`)
}
