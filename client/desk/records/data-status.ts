import type { DataState } from '#client/data/store/types.ts'
import type { SyncStatus } from '#client/desk/shell/sync-pill.tsx'
import { AlertIcon, ClockIcon, DiamondIcon, OfflineIcon } from '#client/ui/icons.tsx'
import { formatCount, pluralize } from '#shared/lib/format-number.ts'

/**
 * The most serious state of the local data: first that it is closed or full, then questions for the owner,
 * then connection and sync. Undefined if there is nothing to report.
 */
export function getDataStatus(state: DataState, online: boolean): SyncStatus | undefined {
  const { phase, conflicts, rejected, pending, sync, missing } = state
  if (phase === 'blocked' || phase === 'unavailable')
    return { Icon: AlertIcon, text: 'Client book closed', tone: 'off' }
  // A full device receives no more changes, so its questions may be out of date.
  if (sync === 'full') return { Icon: AlertIcon, text: 'Device is full', tone: 'grave' }
  if (conflicts > 0)
    return {
      Icon: DiamondIcon,
      text: `${pluralize(conflicts, 'conflict')} to review`,
      tone: 'grave',
    }
  if (rejected > 0)
    return { Icon: AlertIcon, text: `${pluralize(rejected, 'edit')} refused`, tone: 'grave' }
  if (missing > 0) return { Icon: AlertIcon, text: 'Needs your decision', tone: 'grave' }
  if (!online)
    return pending > 0
      ? { Icon: OfflineIcon, text: `Offline, ${formatPending(pending)}`, tone: 'off' }
      : undefined
  if (sync === 'too old') return { Icon: AlertIcon, text: 'Reload to sync', tone: 'off' }
  if (sync === 'syncing')
    return { Icon: ClockIcon, text: `Syncing${formatProgress(state)}`, tone: 'calm' }
  if (sync === 'signed out' || sync === 'revoked')
    return { Icon: AlertIcon, text: 'Signed out', tone: 'off' }
  if (sync === 'failed') return { Icon: AlertIcon, text: 'Couldn’t sync. Retry', tone: 'off' }
  return pending > 0 ? { Icon: ClockIcon, text: formatPending(pending), tone: 'off' } : undefined
}

export const FULL_TEXT = 'This device has no room for anything new. Free some room, then it syncs.'

/** `3 changes waiting` */
export function formatPending(count: number): string {
  return `${pluralize(count, 'change')} waiting`
}

/** ` 2 of 3`, the progress of a longer sync; empty without progress. */
function formatProgress({ progress }: DataState): string {
  if (!progress) return ''
  return ` ${formatCount(progress.done)} of ${formatCount(progress.total)}`
}
