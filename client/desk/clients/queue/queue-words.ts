import type { BookState, WaitingChange } from '#client/book/store/types.ts'
import type { PillFace } from '#client/desk/shell/sync-pill.tsx'
import { AlertIcon, ClockIcon, DiamondIcon, OfflineIcon } from '#client/ui/icons.tsx'
import { fieldName, fieldsIn } from '#shared/clients/fields.ts'
import { countText } from '#shared/lib/number-words.ts'

/** The gravest first: what only a person can settle, then what keeps edits here, then what goes on. */
export function faceOf(state: BookState, online: boolean): PillFace | undefined {
  const { phase, conflicts, refused, waiting, sync, missing } = state
  if (phase === 'blocked' || phase === 'unavailable')
    return { Icon: AlertIcon, text: 'Client book closed', look: 'off' }
  if (conflicts > 0)
    return { Icon: DiamondIcon, text: `${counted(conflicts, 'conflict')} to review`, look: 'grave' }
  if (refused > 0)
    return { Icon: AlertIcon, text: `${counted(refused, 'edit')} refused`, look: 'grave' }
  if (missing > 0) return { Icon: AlertIcon, text: 'A question waits', look: 'grave' }
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

/** ` 2 of 3`, of a longer exchange. */
function doneWords({ progress }: BookState): string {
  if (!progress) return ''
  const { done, of } = progress
  return of === undefined ? ` ${countText(done)}` : ` ${countText(done)} of ${countText(of)}`
}

function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}

const preferences: readonly string[] = fieldsIn('preferences')

/** `Notes edited`, `Phone and preferences edited`, `Client added`. */
export function changeWords({ op, id, added, fields }: WaitingChange): string {
  if (op === 'publish') return 'Will be published'
  if (op === 'resolve') return 'Conflict settled'
  if (op === 'delete') return 'Client deleted'
  if (id === 'weekly') return 'Draft of the schedule'
  if (added) return 'Client added'
  const names = new Set(fields.map((field) => wordOf(field, fields)))
  return `${sentence([...names])} edited`
}

/** Several preferences are one thing; one goes by its name. */
function wordOf(field: string, fields: readonly string[]): string {
  const many = fields.filter((one) => preferences.includes(one)).length > 1
  return many && preferences.includes(field) ? 'preferences' : fieldName(field).toLowerCase()
}

function sentence(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  const words = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
  return words.charAt(0).toUpperCase() + words.slice(1)
}
