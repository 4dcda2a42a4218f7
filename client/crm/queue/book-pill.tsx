import { SyncPill } from '../../desk/sync-pill.tsx'
import { useOnline } from '../../lib/use-online.ts'
import { useBookState } from '../../offline/crm/use-book.ts'
import { faceOf } from './pill-face.ts'

/** What waits in the client book comes before how the desk's own questions were answered. */
export function BookPill() {
  const state = useBookState()
  return <SyncPill face={faceOf(state, useOnline())} syncedAt={state.syncedAt} />
}
