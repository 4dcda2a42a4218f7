import { useEffect, useSyncExternalStore } from 'react'
import { useBookState } from '#client/book/use-book.ts'
import { onLock } from '#client/encryption/lock-state.ts'
import { isSealedHere } from '#client/encryption/sealed-flag.ts'
import { useOwnerHere } from '#client/lib/data/owner-here.ts'
import { OLD_CLIENTS_KEY } from '#shared/clients/old-clients-key.ts'

/** Brings along the clients of the site's old version when the book is first opened in their browser. */
export function useOldClients(): void {
  const { phase, waiting, refused, syncedAt } = useBookState()
  const userId = useOwnerHere()?.userId
  const sealed = useSyncExternalStore(onLock, () => isSealedHere(userId))
  useEffect(() => {
    if (phase === 'ready') whereThereAreSome(({ bringAlong }) => bringAlong(sealed))
  }, [phase, sealed])
  useEffect(() => {
    if (phase === 'ready')
      whereThereAreSome(({ dropTaken }) => dropTaken(localStorage, { waiting, refused, syncedAt }))
  }, [phase, waiting, refused, syncedAt])
}

/** Few browsers have any, or their list standing aside: nobody else fetches what deals with them. */
function whereThereAreSome(deal: (old: typeof import('./old-clients-here.ts')) => unknown): void {
  const some = Object.keys(localStorage).some((key) => key.startsWith(OLD_CLIENTS_KEY))
  // What cannot be fetched now is fetched when the book is next opened.
  if (some) import('./old-clients-here.ts').then(deal).catch(() => undefined)
}
