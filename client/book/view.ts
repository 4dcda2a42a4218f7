import type { Queued, RefusedIntent, RowKey } from '#client/book/store/schema.ts'
import { clientOf, type JournalNote } from '#shared/clients/fields.ts'
import type { RecordData } from '#shared/sync/records.ts'
import { sameValue } from '#shared/sync/values.ts'
import type { OwnerDatabase } from './store/database.ts'
import { findPacked, type Hints } from './store/pages.ts'
import { asShown, lacksName, refusedFor, undecided } from './store/row.ts'
import type { ClientView, RefusedChange } from './store/types.ts'

/**
 * Reads one client in one transaction; undefined if there is none with this id, or it is erased.
 */
export async function viewOf(
  db: OwnerDatabase,
  id: string,
  hints: Hints,
): Promise<ClientView | undefined> {
  const { rows, pages, queue, refused } = db
  return db.transaction('r', [rows, pages, queue, refused], () => read(db, id, hints))
}

async function read(db: OwnerDatabase, id: string, hints: Hints): Promise<ClientView | undefined> {
  const key: RowKey = `client/${id}`
  const [row, queued, refused] = await Promise.all([
    db.rows.get(key),
    db.queue.where('key').equals(key).toArray(),
    refusedFor(db, key),
  ])
  const packed = row ? undefined : (await findPacked(db, { coll: 'client', id }, hints))?.change
  const found = row ?? packed
  if (!found || found.erased) return undefined
  const { data, deleted } = asShown({ deleted: false, ...found })
  const confirmed = { data, deleted, conflicts: found.conflicts ?? [] }
  return {
    id,
    client: clientOf(data),
    rev: found.rev,
    unknownToServer: row?.rev === 0 && refused.length > 0 && lacksName(row),
    deleted,
    createdAt: found.createdAt || undefined,
    updatedAt: found.updatedAt || undefined,
    conflicts: undecided(confirmed, queued),
    waiting: waitingFields(queued),
    waitingNotes: waitingNotes(queued),
    refused: refused.map(refusedOf),
  }
}

function waitingFields(queued: Queued[]): Record<string, string> {
  const fields = queued.flatMap(({ intent, at }) =>
    intent.op === 'patch' ? Object.keys(intent.set).map((field) => [field, at] as const) : [],
  )
  return Object.fromEntries(fields)
}

function waitingNotes(queued: Queued[]): string[] {
  return queued.flatMap(({ intent }) => {
    if (intent.op !== 'patch') return []
    const before = notesIn(intent.base)
    return notesIn(intent.set)
      .filter((note) => !before.some((one) => sameValue(one, note)))
      .map(({ id }) => id)
  })
}

function notesIn({ journal }: RecordData): readonly JournalNote[] {
  return Array.isArray(journal) ? journal : []
}

function refusedOf({ n, intent, reason, fieldErrors, at }: RefusedIntent): RefusedChange {
  return { n, set: intent.op === 'patch' ? intent.set : {}, reason, fieldErrors, at }
}
