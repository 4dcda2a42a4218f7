import type { Transaction } from 'dexie'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import { readDevice } from '#client/data/store/device.ts'
import type { FieldsEdit } from '#client/data/store/overlay.ts'
import type { PageHints } from '#client/data/store/pages.ts'
import type { RecordKey, RecordRef, StoredRecord } from '#client/data/store/schema.ts'
import type { Clock } from '#client/lib/clock.ts'
import {
  type Collection,
  getCollection,
  listExtensions,
  type RecordData,
  splitFields,
  toExtended,
} from '#shared/sync/collections.ts'
import { Action, type EditedRecord, isChanged, loadEditedRecords } from './action.ts'
import type { RecordEdit } from './types.ts'

export interface EditParts {
  db: OwnerDatabase
  clock: Clock
  newId: () => string
  hints: PageHints
}

/** Queues the owner's edits as mutations. */
export class Edits {
  private readonly parts: EditParts

  constructor(parts: EditParts) {
    this.parts = parts
  }

  /**
   * Queues the edits of one action, in this order, with the optimistic values of their records: all of them in
   * one transaction, or none. An edit of a record with extensions is one of each.
   */
  applyAll(edits: readonly RecordEdit[]): Promise<void> {
    const all = edits.flatMap((edit) => listSingleEdits(edit, this.parts.newId))
    return this.run(all, () => all)
  }

  /**
   * As `applyAll`, with edits that depend on the present rows of these records, which have no extensions. An id may
   * be new.
   */
  applyTo(
    refs: readonly RecordRef[],
    plan: (rows: ReadonlyMap<RecordKey, StoredRecord>) => readonly RecordEdit[],
  ): Promise<void> {
    return this.run(refs, (records) =>
      plan(new Map([...records].map(([key, { row }]) => [key, row]))),
    )
  }

  private run(
    refs: readonly RecordRef[],
    plan: (records: ReadonlyMap<RecordKey, EditedRecord>) => readonly RecordEdit[],
  ): Promise<void> {
    const { db, clock, newId, hints } = this.parts
    if (refs.length === 0) return Promise.resolve()
    const { records, pages, queue, rejected, device } = db
    return db.transaction('rw', [records, pages, queue, rejected, device], async (transaction) => {
      const bound = bindTables(db, transaction)
      const state = await readDevice(bound, newId)
      const loaded = await loadEditedRecords(bound, refs, { device: state, hints })
      const action = new Action(loaded, state, new Date(clock()).toISOString())
      for (const edit of plan(loaded)) action.apply(edit)
      await action.store(bound)
    })
  }

  patch(record: RecordRef, { base, set }: FieldsEdit, rev?: number): Promise<void> {
    return this.applyAll([{ ...record, op: 'set', base, set, rev }])
  }

  restore(record: RecordRef): Promise<void> {
    return this.applyAll([{ ...record, op: 'restore' }])
  }

  remove(record: RecordRef, rev?: number): Promise<void> {
    return this.applyAll([{ ...record, op: 'delete', rev }])
  }

  replace(record: RecordRef, edit: { base: RecordData; set: RecordData | null }): Promise<void> {
    return this.applyAll([{ ...record, op: 'replace', ...edit }])
  }
}

/**
 * The database with tables that always write in this transaction. Dexie finds the transaction of
 * other tables by a zone that it keeps across promises, and that may get lost where several
 * transactions run at once.
 */
function bindTables(db: OwnerDatabase, transaction: Transaction): OwnerDatabase {
  const tables = transaction.storeNames.map((name) => [name, { value: transaction.table(name) }])
  return Object.create(db, Object.fromEntries(tables))
}

/**
 * The edits of single records that make up an edit. Those of extensions go first, so that no other device gets
 * a journey without its keys, or an item without its price.
 */
function listSingleEdits(edit: RecordEdit, newId: () => string): RecordEdit[] {
  const { coll, id } = edit
  const note = noteEdit(coll, newId)
  const noted: RecordEdit[] = note ? [{ ...toExtended(edit), op: 'set', ...note }] : []
  if (edit.op === 'resolve') return [edit, ...noted]
  if (edit.op !== 'set') return [edit]
  const bases = splitFields(coll, edit.base)
  const sets = splitFields(coll, edit.set)
  const own = { ...edit, base: bases[coll] ?? {}, set: sets[coll] ?? {} }
  const edits: RecordEdit[] = []
  for (const { name } of listExtensions(coll)) {
    const [base, set] = [bases[name] ?? {}, sets[name] ?? {}]
    // A record without content is not created.
    if (!isChanged(base, set)) continue
    edits.push({ coll: name, id, op: 'set', base, set })
    Object.assign(own.set, noteEdit(name, newId)?.set)
  }
  edits.push(own)
  return [...edits, ...noted]
}

/** The edit that tells an extended record that its extension was edited; undefined if `coll` extends none. */
function noteEdit(coll: Collection, newId: () => string): FieldsEdit | undefined {
  const { parent } = getCollection(coll)
  return parent?.idIn === 'id' ? { base: {}, set: { [parent.editedIn]: newId() } } : undefined
}
