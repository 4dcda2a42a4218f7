import type { BookState } from '#client/book/store/types.ts'
import type { PillFace } from '#client/desk/shell/sync-pill.tsx'
import { AlertIcon, ClockIcon, DiamondIcon, OfflineIcon } from '#client/ui/icons.tsx'
import { countText } from '#shared/lib/number-words.ts'

/**
 * The most serious state of the client book: first that it is closed, then questions for the owner,
 * then connection and sync. Undefined if there is nothing to report.
 */
export function faceOf(state: BookState, online: boolean): PillFace | undefined {
  const { phase, conflicts, refused, waiting, sync, missing } = state
  if (phase === 'blocked' || phase === 'unavailable')
    return { Icon: AlertIcon, text: 'Client book closed', look: 'off' }
  if (conflicts > 0)
    return { Icon: DiamondIcon, text: `${counted(conflicts, 'conflict')} to review`, look: 'grave' }
  if (refused > 0)
    return { Icon: AlertIcon, text: `${counted(refused, 'edit')} refused`, look: 'grave' }
  if (missing > 0) return { Icon: AlertIcon, text: 'Needs your decision', look: 'grave' }
  if (!online)
    return waiting > 0
      ? { Icon: OfflineIcon, text: `Offline, ${waitingWords(waiting)}`, look: 'off' }
      : undefined
  if (sync === 'too old') return { Icon: AlertIcon, text: 'Reload to sync', look: 'off' }
  if (sync === 'syncing')
    return { Icon: ClockIcon, text: `Syncing${doneWords(state)}`, look: 'calm' }
  if (sync === 'signed out' || sync === 'revoked')
    return { Icon: AlertIcon, text: 'Signed out', look: 'off' }
  if (sync === 'failed') return { Icon: AlertIcon, text: 'Couldn’t sync. Retry', look: 'off' }
  return waiting > 0 ? { Icon: ClockIcon, text: waitingWords(waiting), look: 'off' } : undefined
}

/** `3 changes waiting` */
export function waitingWords(waiting: number): string {
  return `${counted(waiting, 'change')} waiting`
}

/** ` 2 of 3`, the progress of a longer sync; empty without progress. */
function doneWords({ progress }: BookState): string {
  if (!progress) return ''
  const { done, of } = progress
  return of === undefined ? ` ${countText(done)}` : ` ${countText(done)} of ${countText(of)}`
}

function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}
