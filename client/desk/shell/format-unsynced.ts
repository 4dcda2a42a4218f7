import type { UnsyncedCount } from '#client/book/store/raw-store.ts'
import { formatNames } from '#shared/clients/person-names.ts'
import { pluralize } from '#shared/lib/format-number.ts'

/** `1 change`, `2 changes and 1 document`; empty for nothing. */
export function formatUnsynced({ changes, documents }: UnsyncedCount): string {
  return formatNames([
    changes > 0 ? pluralize(changes, 'change') : '',
    documents > 0 ? pluralize(documents, 'document') : '',
  ])
}

/** `1 change is`, `2 changes and 1 document are` */
export function formatUnsyncedVerb(count: UnsyncedCount): string {
  return `${formatUnsynced(count)} ${countUnits(count) === 1 ? 'is' : 'are'}`
}

export const NOTHING_UNSYNCED: UnsyncedCount = { changes: 0, documents: 0 }

export function countUnits({ changes, documents }: UnsyncedCount): number {
  return changes + documents
}
