import { clientOf } from '../../../shared/crm/schema.ts'
import type { Change } from '../../../shared/sync/protocol.ts'
import type { OwnerDatabase, Queued, RefusedIntent, Row, RowKey } from './database.ts'
import { findPacked, type Hints } from './locate.ts'
import { undecided } from './shown.ts'
import type { ClientView, RefusedChange } from './types.ts'

/** One client as this device shows it, at one moment. */
export async function viewOf(
  db: OwnerDatabase,
  id: string,
  hints: Hints,
): Promise<ClientView | undefined> {
  const { rows, pages, heads, queue, refused } = db
  return db.transaction('r', [rows, pages, heads, queue, refused], () => read(db, id, hints))
}

async function read(db: OwnerDatabase, id: string, hints: Hints): Promise<ClientView | undefined> {
  const key: RowKey = `client/${id}`
  const [row, queued, refused] = await Promise.all([
    db.rows.get(key),
    db.queue.where('key').equals(key).toArray(),
    db.refused.where('key').equals(key).toArray(),
  ])
  const found: Row | Change | undefined =
    row ?? (await findPacked(db, { coll: 'client', id }, hints))?.change
  if (!found || found.erased) return undefined
  const { data, deleted } = row?.shown ?? found
  const confirmed = { data, deleted: deleted ?? false, conflicts: found.conflicts ?? [] }
  return {
    id,
    client: clientOf(data),
    rev: found.rev,
    deleted: confirmed.deleted,
    createdAt: found.createdAt || undefined,
    updatedAt: found.updatedAt || undefined,
    conflicts: undecided(confirmed, queued),
    waiting: waitingFields(queued),
    refused: refused.map(refusedOf),
  }
}

function waitingFields(queued: Queued[]): Record<string, string> {
  const fields = queued.flatMap(({ intent, at }) =>
    intent.op === 'patch' ? Object.keys(intent.set).map((field) => [field, at] as const) : [],
  )
  return Object.fromEntries(fields)
}

function refusedOf({ n, intent, reason, fieldErrors, at }: RefusedIntent): RefusedChange {
  return { n, set: intent.op === 'patch' ? intent.set : {}, reason, fieldErrors, at }
}
