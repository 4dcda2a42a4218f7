import type { OwnerDatabase } from '#client/data/store/database.ts'
import { findPacked, type PageHints } from '#client/data/store/pages.ts'
import {
  getOpenConflicts,
  getOptimistic,
  lacksField,
  readRejected,
} from '#client/data/store/record.ts'
import type { PendingMutation, RecordKey } from '#client/data/store/schema.ts'
import type { ClientView } from '#client/data/store/types.ts'
import { type JournalNote, toClient } from '#shared/clients/client-fields.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { toRejectedEdit } from './store/unsettled.ts'

/**
 * Reads one client in one transaction; undefined if there is none with this id, or nothing of it is left.
 * `hints` name the page that may hold it, so that not every page is read.
 */
export async function readClientView(
  db: OwnerDatabase,
  id: string,
  hints: PageHints,
): Promise<ClientView | undefined> {
  const { records, pages, queue, rejected } = db
  return db.transaction('r', [records, pages, queue, rejected], async () =>
    buildClientView(db, id, hints),
  )
}

async function buildClientView(
  db: OwnerDatabase,
  id: string,
  hints: PageHints,
): Promise<ClientView | undefined> {
  const key: RecordKey = `client/${id}`
  const [row, queued, refused] = await Promise.all([
    db.records.get(key),
    db.queue.where('key').equals(key).toArray(),
    readRejected(db, key),
  ])
  // A client without an optimistic value may be packed in a page instead of having a row.
  const packed = row ? undefined : (await findPacked(db, { coll: 'client', id }, hints))?.change
  const found = row ?? packed
  if (!found || found.erased) return undefined
  // A row holds its optimistic value, computed at each write of it or of its queue.
  const { data, deleted } = getOptimistic({ deleted: false, ...found })
  if (deleted && Object.keys(data).length === 0) return undefined
  return {
    id,
    client: toClient(data),
    rev: found.rev,
    // Without a rejection the new client is only pending. With a name, a restored server lost it,
    // and it is sent again.
    isUnknownToServer: row?.rev === 0 && refused.length > 0 && lacksField(row),
    deleted,
    createdAt: found.createdAt || undefined,
    updatedAt: found.updatedAt || undefined,
    conflicts: getOpenConflicts({ conflicts: found.conflicts ?? [] }, queued),
    pendingFields: getPendingFields(queued),
    pendingNotes: getPendingNoteIds(queued),
    rejected: refused.map((one) => toRejectedEdit(one, found.rev)),
  }
}

function getPendingFields(queued: PendingMutation[]): Record<string, string> {
  const fields = queued.flatMap(({ intent, at }) =>
    intent.op === 'patch' ? Object.keys(intent.set).map((field) => [field, at] as const) : [],
  )
  return Object.fromEntries(fields)
}

function getPendingNoteIds(queued: PendingMutation[]): string[] {
  return queued.flatMap(({ intent }) => {
    if (intent.op !== 'patch') return []
    const before = getNotes(intent.base)
    return getNotes(intent.set)
      .filter((note) => !before.some((one) => isSameValue(one, note)))
      .map(({ id }) => id)
  })
}

function getNotes({ journal }: RecordData): readonly JournalNote[] {
  return Array.isArray(journal) ? journal : []
}
