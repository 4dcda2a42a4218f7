import { useState } from 'react'
import { syncNow } from '#client/desk/shell/sync-state.ts'
import { call } from '#client/lib/data/api.ts'
import { syncIcal } from '#shared/schedule/feed-api.ts'
import type { NoticeState } from './use-notice.ts'

/** Has the server read the owner's calendar now; then everything is loaded anew. */
export function useSync(notice: NoticeState) {
  const [syncing, setSyncing] = useState(false)
  const sync = async () => {
    setSyncing(true)
    notice.clear()
    const answer = await call(syncIcal, {})
    setSyncing(false)
    if (answer.ok) notice.succeed('Calendar synced successfully')
    else notice.fail('Failed to sync calendar', detailOf(answer.refusal.error))
    syncNow()
  }
  return { syncing, sync }
}

function detailOf(error: string): string | undefined {
  return error === syncIcal.failure ? undefined : error
}
