import type { UnsyncedCount } from '#client/data/raw-store.ts'
import { formatNames } from '#shared/clients/person-names.ts'
import { pluralize } from '#shared/lib/format-number.ts'

/** `1 change`, `2 changes, 1 document and 1 draft`; empty for nothing. */
export function formatUnsynced({ changes, documents, drafts }: UnsyncedCount): string {
  return formatNames([
    changes > 0 ? pluralize(changes, 'change') : '',
    documents > 0 ? pluralize(documents, 'document') : '',
    drafts > 0 ? pluralize(drafts, 'draft') : '',
  ])
}

/** `1 change is`, `2 changes and 1 document are` */
export function formatUnsyncedVerb(count: UnsyncedCount): string {
  return `${formatUnsynced(count)} ${countUnits(count) === 1 ? 'is' : 'are'}`
}

export const NOTHING_UNSYNCED: UnsyncedCount = { changes: 0, documents: 0, drafts: 0 }

export function countUnits({ changes, documents, drafts }: UnsyncedCount): number {
  return changes + documents + drafts
}

/** The part that a sync can send. */
export function withoutDrafts(unsynced: UnsyncedCount): UnsyncedCount {
  return { ...unsynced, drafts: 0 }
}
