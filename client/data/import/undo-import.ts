import { type EditParts, Edits } from '#client/data/edits/edits.ts'
import { readDevice } from '#client/data/store/device.ts'
import { findPacked } from '#client/data/store/pages.ts'
import { getOptimistic, toStoredRecord } from '#client/data/store/record.ts'
import type { StoredRecord } from '#client/data/store/schema.ts'
import { emptyClient } from '#shared/clients/client-fields.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { hashClient, hashValue } from './content-id.ts'
import { readImportLines, readImportRecord } from './import-log.ts'
import type { ImportedFields, ImportUndoResult, ImportWriteResult } from './types.ts'

/**
 * Undoes an import with ordinary edits, which are synced: deletes the clients that it added, and
 * restores the fields that it filled. Values edited since stay. It can be interrupted and called
 * again, because each part's log is deleted in the transaction that undoes the part.
 */
export async function undoImport(
  parts: EditParts,
  id: string,
  onPart: (done: number) => Promise<void>,
): Promise<ImportUndoResult> {
  const { db } = parts
  const lines = await readImportLines(db, id)
  const added = new Set(
    lines.flatMap(({ id: client, writeResult }) =>
      client && writeResult?.action === 'added' ? [client] : [],
    ),
  )
  const undoing = new ImportUndo(parts, added, (await readImportRecord(db, id))?.undoResult)
  // In reverse: a later row may have completed a client that an earlier row added.
  const keys = await db.imports.where('key').startsWith(`${id}/`).primaryKeys()
  let done = 0
  for (const key of keys.sort().reverse()) {
    done += await undoing.undoPart(id, key)
    await onPart(done)
  }
  await undoing.finish(id)
  return undoing.result
}

type UndoableWrite = Exclude<ImportWriteResult, { action: 'none' }>

class ImportUndo {
  result: ImportUndoResult
  private readonly parts: EditParts
  private readonly edits: Edits
  /** Clients that the import added: they count as deleted or unchanged, never as restored. */
  private readonly addedIds: ReadonlySet<string>
  private readonly restored = new Set<string>()
  private readonly unchanged = new Set<string>()

  constructor(parts: EditParts, added: ReadonlySet<string>, before: ImportUndoResult | undefined) {
    this.result = before ?? { deleted: 0, restored: 0, unchanged: 0, isFinished: false }
    this.parts = parts
    this.edits = new Edits(parts)
    this.addedIds = added
  }

  /** Undoes one part; resolves to its number of lines. */
  undoPart(id: string, key: string): Promise<number> {
    const { db } = this.parts
    const { records, pages, queue, rejected, device, imports } = db
    return db.transaction('rw', [records, pages, queue, rejected, device, imports], async () => {
      const lines = (await imports.get(key))?.lines ?? []
      // Skip unchanged lines without awaiting: a Dexie transaction ends after too many awaits that
      // make no request.
      for (const { id: client, writeResult } of lines.toReversed())
        if (client && writeResult && writeResult.action !== 'none')
          await this.undoLine(client, writeResult)
      await imports.delete(key)
      await this.saveResult(id)
      return lines.length
    })
  }

  finish(id: string): Promise<void> {
    this.result = { ...this.result, isFinished: true }
    return this.saveResult(id)
  }

  private async saveResult(id: string): Promise<void> {
    const { db } = this.parts
    const record = await readImportRecord(db, id)
    if (record) await db.imports.put({ key: id, record: { ...record, undoResult: this.result } })
  }

  private async undoLine(id: string, written: UndoableWrite): Promise<void> {
    const row = await this.readRecord(id)
    const { data, deleted } = getOptimistic(row)
    if (row.erased || deleted) return
    if (written.action === 'completed') await this.restoreFields(id, data, written.fields)
    else if (written.writtenHash === hashClient(data) && row.conflicts.length === 0) {
      await this.edits.remove({ coll: 'client', id })
      this.result = { ...this.result, deleted: this.result.deleted + 1 }
    } else this.count('unchanged', id)
  }

  private async restoreFields(
    id: string,
    data: RecordData,
    { before, writtenHashes }: ImportedFields,
  ) {
    const fields = Object.keys(writtenHashes)
    const unedited = fields.filter((field) => hashValue(data[field]) === writtenHashes[field])
    if (unedited.length > 0) {
      const pick = (of: (field: string) => unknown) =>
        Object.fromEntries(unedited.map((field) => [field, of(field)]))
      await this.edits.patch(
        { coll: 'client', id },
        {
          base: pick((field) => data[field]),
          set: pick((field) => before[field] ?? getEmptyValue(field)),
        },
      )
    }
    if (this.addedIds.has(id)) return
    if (unedited.length > 0) this.count('restored', id)
    if (unedited.length < fields.length) this.count('unchanged', id)
  }

  /** Counts each client once. */
  private count(what: 'restored' | 'unchanged', id: string): void {
    if (this[what].has(id)) return
    this[what].add(id)
    this.result = { ...this.result, [what]: this.result[what] + 1 }
  }

  private async readRecord(id: string): Promise<StoredRecord> {
    const { db, newId, hints } = this.parts
    const name = { coll: 'client', id } as const
    const stored = await db.records.get(`client/${id}`)
    return (
      stored ?? toStoredRecord(name, await findPacked(db, name, hints), await readDevice(db, newId))
    )
  }
}

function getEmptyValue(field: string): unknown {
  return Object.hasOwn(emptyClient, field) ? emptyClient[field as keyof typeof emptyClient] : null
}
