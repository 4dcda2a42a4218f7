import { useBookState } from '#client/book/use-book.ts'
import { SyncPill } from '#client/desk/shell/sync-pill.tsx'
import { useOnline } from '#client/lib/browser.ts'
import { faceOf } from './pill-face.ts'

/** What waits in the client book comes before how the desk's own questions were answered. */
export function BookPill() {
  const state = useBookState()
  return <SyncPill face={faceOf(state, useOnline())} syncedAt={state.syncedAt} />
}
