import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { BookState } from '#client/book/store/types.ts'
import { useBookState } from '#client/book/use-book.ts'
import { closeSyncPanel, SyncPanel } from '#client/desk/shell/sync-pill.tsx'
import { useOnline } from '#client/lib/use-online.ts'
import { AttentionList } from './attention-list.tsx'
import { waitingWords } from './pill-face.ts'
import { WaitingList } from './waiting-list.tsx'

/** What waits on this device, what only its owner can settle, and the button that sends. */
export function BookPanel({ account }: { account: ReactNode }) {
  const { waiting, sync, syncedAt } = useBookState()
  const online = useOnline()
  const { pathname } = useLocation()
  // Whoever follows a way out of it wants to see where that leads.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the occasion.
  useEffect(closeSyncPanel, [pathname])
  return (
    <SyncPanel
      {...(waiting > 0 && {
        title: waitingWords(waiting),
        lead: leadOf({ waiting, sync }, online),
      })}
      syncedAt={syncedAt}
      queue={
        <>
          <AttentionList />
          <WaitingList />
        </>
      }
      busy={sync === 'syncing'}
      onSync={() => void book().sync()}
      account={account}
    />
  )
}

function leadOf({ waiting, sync }: Pick<BookState, 'waiting' | 'sync'>, online: boolean): string {
  const they = waiting === 1 ? 'It' : 'They'
  if (!online) return `${they} will sync when you reconnect.`
  if (sync === 'signed out') return `${they} will sync when you have signed in again.`
  const are = waiting === 1 ? 'It is' : 'They are'
  return sync === 'syncing' ? `${are} being sent.` : `${are} sent as soon as the server answers.`
}
