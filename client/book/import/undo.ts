import { type EditParts, Edits } from '#client/book/edits/edits.ts'
import { readDevice } from '#client/book/store/device.ts'
import { findPacked } from '#client/book/store/pages.ts'
import { asShown, rowOf } from '#client/book/store/row.ts'
import type { Row } from '#client/book/store/schema.ts'
import { emptyClient } from '#shared/clients/fields.ts'
import type { RecordData } from '#shared/sync/records.ts'
import { hashOfClient, hashOfValue, importLines, importRecord } from './log.ts'
import type { ImportedFields, ImportUndone, ImportWritten } from './types.ts'

/**
 * Undoes an import with ordinary edits, which are synced: deletes the clients that it added, and
 * restores the fields that it filled. Values edited since stay. It can be interrupted and called
 * again, because each part's log is deleted in the transaction that undoes the part.
 */
export async function undoImport(
  parts: EditParts,
  id: string,
  onPart: (done: number) => Promise<void>,
): Promise<ImportUndone> {
  const { db } = parts
  const lines = await importLines(db, id)
  const added = new Set(
    lines.flatMap(({ id: client, written }) =>
      client && written?.did === 'added' ? [client] : [],
    ),
  )
  const undoing = new Undoing(parts, added, (await importRecord(db, id))?.undone)
  // In reverse: a later row may have completed a client that an earlier row added.
  const keys = await db.imports.where('key').startsWith(`${id}/`).primaryKeys()
  let done = 0
  for (const key of keys.sort().reverse()) {
    done += await undoing.part(id, key)
    await onPart(done)
  }
  await undoing.end(id)
  return undoing.undone
}

type Changed = Exclude<ImportWritten, { did: 'none' }>

class Undoing {
  undone: ImportUndone
  private readonly parts: EditParts
  private readonly edits: Edits
  /** Clients that the import added: they count as deleted or kept, never as restored. */
  private readonly added: ReadonlySet<string>
  private readonly restored = new Set<string>()
  private readonly kept = new Set<string>()

  constructor(parts: EditParts, added: ReadonlySet<string>, before: ImportUndone | undefined) {
    this.undone = before ?? { deleted: 0, restored: 0, kept: 0, finished: false }
    this.parts = parts
    this.edits = new Edits(parts)
    this.added = added
  }

  /** Undoes one part; resolves to its number of lines. */
  part(id: string, key: string): Promise<number> {
    const { db } = this.parts
    const { rows, pages, queue, refused, device, imports } = db
    return db.transaction('rw', [rows, pages, queue, refused, device, imports], async () => {
      const lines = (await imports.get(key))?.lines ?? []
      // Skip unchanged lines without awaiting: a Dexie transaction ends after too many awaits that
      // make no request.
      for (const { id: client, written } of lines.toReversed())
        if (client && written && written.did !== 'none') await this.line(client, written)
      await imports.delete(key)
      await this.note(id)
      return lines.length
    })
  }

  end(id: string): Promise<void> {
    this.undone = { ...this.undone, finished: true }
    return this.note(id)
  }

  private async note(id: string): Promise<void> {
    const { db } = this.parts
    const record = await importRecord(db, id)
    if (record) await db.imports.put({ key: id, record: { ...record, undone: this.undone } })
  }

  private async line(id: string, written: Changed): Promise<void> {
    const row = await this.row(id)
    const { data, deleted } = asShown(row)
    if (row.erased || deleted) return
    if (written.did === 'completed') await this.restore(id, data, written.fields)
    else if (written.hash === hashOfClient(data) && row.conflicts.length === 0) {
      await this.edits.remove({ coll: 'client', id })
      this.undone = { ...this.undone, deleted: this.undone.deleted + 1 }
    } else this.count('kept', id)
  }

  private async restore(id: string, data: RecordData, { before, made }: ImportedFields) {
    const fields = Object.keys(made)
    const unedited = fields.filter((field) => hashOfValue(data[field]) === made[field])
    if (unedited.length > 0) {
      const pick = (of: (field: string) => unknown) =>
        Object.fromEntries(unedited.map((field) => [field, of(field)]))
      await this.edits.patch(
        { coll: 'client', id },
        {
          base: pick((field) => data[field]),
          set: pick((field) => before[field] ?? emptyOf(field)),
        },
      )
    }
    if (this.added.has(id)) return
    if (unedited.length > 0) this.count('restored', id)
    if (unedited.length < fields.length) this.count('kept', id)
  }

  /** Counts each client once. */
  private count(what: 'restored' | 'kept', id: string): void {
    if (this[what].has(id)) return
    this[what].add(id)
    this.undone = { ...this.undone, [what]: this.undone[what] + 1 }
  }

  private async row(id: string): Promise<Row> {
    const { db, newId, hints } = this.parts
    const name = { coll: 'client', id } as const
    const stored = await db.rows.get(`client/${id}`)
    return stored ?? rowOf(name, await findPacked(db, name, hints), await readDevice(db, newId))
  }
}

function emptyOf(field: string): unknown {
  return Object.hasOwn(emptyClient, field) ? emptyClient[field as keyof typeof emptyClient] : null
}
