import type { RecordData } from '../../../shared/sync/records.ts'
import { sameValue } from '../../../shared/sync/values.ts'
import type { DeviceState, Queued, Row, RowKey } from './database.ts'
import { readDevice } from './device.ts'
import { type EditParts, Edits } from './edits.ts'
import type { ImportCount, ImportItem } from './import-types.ts'
import { findPacked, type Packed } from './locate.ts'
import { refusedFor } from './refused.ts'
import { rowOf, withShown } from './row.ts'
import { asShown } from './shown.ts'
import { withTyped } from './unbegun.ts'

/** Writes a batch in one transaction: a disk takes a thousand clients as fast as one. */
export function writeImported(
  parts: EditParts,
  items: readonly ImportItem[],
): Promise<ImportCount & { keys: RowKey[] }> {
  const { db, newId } = parts
  const { rows, pages, heads, queue, refused, device } = db
  return db.transaction('rw', [rows, pages, heads, queue, refused, device], async () => {
    const state = await readDevice(db, newId)
    const found = await rows.bulkGet(items.map(keyOf))
    const fresh: ImportItem[] = []
    const known: { item: ImportItem; packed: Packed | undefined }[] = []
    for (const [at, item] of items.entries()) {
      const packed = found[at] ? undefined : await findPacked(db, named(item), parts.hints)
      // One that the batch itself begins is there by the time it is filled.
      if (found[at] || packed || item.mode === 'fill') known.push({ item, packed })
      else fresh.push(item)
    }
    await addAll(parts, fresh, state)
    const edits = new Edits(parts)
    const changed: ImportItem[] = []
    for (const { item, packed } of known)
      if (await change({ parts, edits, state }, item, packed)) changed.push(item)
    return {
      added: fresh.length + changed.filter(({ mode }) => mode === 'add').length,
      filled: changed.filter(({ mode }) => mode === 'fill').length,
      keys: [...fresh, ...changed].map(keyOf),
    }
  })
}

/** Clients that nobody knows yet. */
async function addAll(
  { db, clock }: EditParts,
  items: readonly ImportItem[],
  state: DeviceState,
): Promise<void> {
  const at = new Date(clock()).toISOString()
  const made = items.map((item): [Queued, Row] => {
    const { epoch } = state
    const about = { ...named(item), baseEpoch: epoch, baseRev: 0 }
    const queued: Queued = {
      key: keyOf(item),
      at,
      intent: { op: 'patch', ...about, base: {}, set: item.set, at },
    }
    return [queued, withShown(rowOf(named(item), undefined, state), [queued])]
  })
  await db.queue.bulkAdd(made.map(([queued]) => queued))
  await db.rows.bulkPut(made.map(([, row]) => row))
}

interface Changing {
  parts: EditParts
  edits: Edits
  state: DeviceState
}

/** Fills what is empty, or brings back who was deleted; whether there was anything to do. */
async function change(
  { parts, edits, state }: Changing,
  item: ImportItem,
  packed: Packed | undefined,
): Promise<boolean> {
  const stored = await parts.db.rows.get(keyOf(item))
  const row = stored ?? rowOf(named(item), packed, state)
  const shown = asShown(withTyped(row, await refusedFor(parts.db, row.key)))
  if (row.erased || (item.mode === 'add') !== shown.deleted) return false
  const set = item.mode === 'add' ? item.set : missing(shown.data, item.set)
  const fields = Object.keys(set)
  if (fields.length === 0) return false
  const base = Object.fromEntries(fields.map((field) => [field, shown.data[field] ?? null]))
  await edits.patch(named(item), { base, set })
  return true
}

function missing(data: RecordData, set: RecordData): RecordData {
  return Object.fromEntries(Object.entries(set).filter(([field]) => sameValue(data[field], '')))
}

const named = ({ id }: ImportItem) => ({ coll: 'client', id }) as const

const keyOf = ({ id }: ImportItem): RowKey => `client/${id}`
