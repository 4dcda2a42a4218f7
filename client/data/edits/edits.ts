import type { Transaction } from 'dexie'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import { isNumbered, readDevice } from '#client/data/store/device.ts'
import { findPacked, type PageHints } from '#client/data/store/pages.ts'
import {
  getOptimistic,
  isNameless,
  mergeEditedFields,
  putOptimistic,
  readPending,
  readRejected,
  toStoredRecord,
  withOptimistic,
} from '#client/data/store/record.ts'
import {
  type DeviceState,
  type PendingMutation,
  type RecordRef,
  type StoredRecord,
  toRecordKey,
} from '#client/data/store/schema.ts'
import type { Clock } from '#client/lib/clock.ts'
import {
  type Collection,
  getCollection,
  listExtensions,
  type RecordData,
  splitFields,
  toExtended,
} from '#shared/sync/collections.ts'
import type { Intent } from '#shared/sync/protocol.ts'
import { isSameValue } from '#shared/sync/value-equality.ts'

export interface EditParts {
  db: OwnerDatabase
  clock: Clock
  newId: () => string
  hints: PageHints
}

/** An edit of fields: their values when the form opened (`base`) and the edited values (`set`). */
interface FieldsEdit {
  base: RecordData
  set: RecordData
}

type Patch = Extract<Intent, { op: 'patch' }>

/**
 * Queues the owner's edits as mutations. Each edit is one transaction that writes the mutation and
 * the row's optimistic value.
 */
export class Edits {
  private readonly parts: EditParts

  constructor(parts: EditParts) {
    this.parts = parts
  }

  /**
   * Queues changed fields of a record and its extensions, or coalesces them into the last unsent patches.
   * `seen`: revision that the form showed, which may be older than the row's present one.
   */
  patch(name: RecordRef, edit: FieldsEdit, seen?: number): Promise<void> {
    const edits = listRecordEdits(name, edit, this.parts.newId)
    const [only, ...others] = edits
    if (only && others.length === 0) return this.patchRecord(name, only.edit, seen)
    return this.inTransaction(async () => {
      for (const one of edits)
        await this.patchRecord(one.name, one.edit, one.name === name ? seen : undefined)
    })
  }

  private patchRecord(name: RecordRef, edit: FieldsEdit, seen?: number): Promise<void> {
    return this.runTransaction({ ...name, seen }, async (editing) => {
      const { record, pending, target, device } = editing
      const { base, set: typed } = await this.includeRejected(editing, edit)
      const set = nullifyUndefined(typed)
      const last = pending.at(-1)
      if (last && canCoalesce(last, device)) {
        const { baseRev } = target
        return this.replaceLast(editing, { ...coalesce(last.intent, { base, set }), baseRev }, last)
      }
      const isNew = record.rev === 0 && pending.length === 0
      if (!isChanged(base, set) && !isNew && !isDeleted(record)) return undefined
      return this.enqueue(editing, { op: 'patch', ...target, base, set, at: this.now() })
    })
  }

  /**
   * Restores a deleted record. A delete that was not sent yet leaves the queue; otherwise an empty
   * edit restores the record.
   */
  restore(name: RecordRef): Promise<void> {
    return this.runTransaction(name, (editing) => {
      const last = editing.pending.at(-1)
      if (last?.intent.op === 'delete' && !isNumbered(last, editing.device))
        return this.replaceLast(editing, undefined, last)
      if (!isDeleted(editing.record)) return undefined
      return this.enqueue(editing, {
        op: 'patch',
        ...editing.target,
        base: {},
        set: {},
        at: this.now(),
      })
    })
  }

  /** Deletes a record. `seen` as in `patch`. */
  remove(name: RecordRef, seen?: number): Promise<void> {
    return this.runTransaction({ ...name, seen }, (editing) => {
      if (isDeleted(editing.record)) return undefined
      const [before, last] = editing.pending.slice(-2)
      // After delete, restore and delete, the last delete and an unsent restore cancel out; the
      // first delete remains.
      if (last && before?.intent.op === 'delete' && isUndelete(last, editing.device))
        return this.replaceLast(editing, undefined, last)
      return this.enqueue(editing, { op: 'delete', ...editing.target, at: this.now() })
    })
  }

  /**
   * Sets a record that is one value, or deletes it if `set` is null. Takes the place of the record's last
   * mutation if that was not sent: no earlier state of such a record is ever restored.
   */
  replace(
    name: RecordRef,
    { base, set }: { base: RecordData; set: RecordData | null },
  ): Promise<void> {
    return this.runTransaction(name, async (editing) => {
      const { db, record, device, target } = editing
      const unsent = editing.pending.slice(-1).find((item) => isReplaceable(item, device))
      const sent = editing.pending.filter((item) => item !== unsent)
      const kept = withOptimistic(record, sent)
      const from = unsent ? getBase(unsent.intent, getOptimistic(kept).data) : base
      const exists = !isDeleted(kept) && (record.rev > 0 || sent.length > 0)
      const intent = toReplacement({ ...target, at: this.now() }, { exists, base: from, set })
      if (unsent) await this.replaceLast(editing, intent, unsent)
      else if (intent) await this.enqueue(editing, intent)
      if (unsent && !intent && sent.length === 0) await forgetUnsent(db, kept)
    })
  }

  /**
   * Decides an open conflict, once: `keep` keeps the record's value, `take` the conflicting one.
   * `seen`: the record's value that the owner saw.
   */
  resolve(
    name: RecordRef,
    { cid, choice, seen }: { cid: string; choice: 'keep' | 'take'; seen: unknown },
  ): Promise<void> {
    return this.inTransaction(async () => {
      await this.enqueueChoice(name, { cid, choice, seen })
      const note = noteEdit(name.coll, this.parts.newId)
      if (note) await this.patchRecord(toExtended(name), note)
    })
  }

  private enqueueChoice(
    name: RecordRef,
    { cid, choice, seen }: { cid: string; choice: 'keep' | 'take'; seen: unknown },
  ): Promise<void> {
    return this.runTransaction(name, (editing) => {
      const { pending, target } = editing
      if (pending.some(({ intent }) => intent.op === 'resolve' && intent.cid === cid))
        return undefined
      return this.enqueue(editing, { op: 'resolve', ...target, cid, choice, seen: seen ?? null })
    })
  }

  /**
   * If the server rejected the mutation that created this client, the edit also carries everything
   * typed in rejected edits.
   */
  private async includeRejected(
    { db, record, pending }: EditContext,
    edit: FieldsEdit,
  ): Promise<FieldsEdit> {
    if (!isNameless(record)) return edit
    const refused = await readRejected(db, record.key)
    if (refused.length === 0) return edit
    await db.rejected.bulkDelete(refused.map(({ n }) => n))
    const typed = mergeEditedFields(refused)
    for (const field of Object.keys({ ...record.data, ...mergeEditedFields(pending) }))
      delete typed[field]
    return { base: { ...edit.base, ...toNulls(typed) }, set: { ...typed, ...edit.set } }
  }

  private now(): string {
    return new Date(this.parts.clock()).toISOString()
  }

  private runTransaction(
    name: RecordRef & { seen?: number | undefined },
    act: (editing: EditContext) => Promise<void> | undefined,
  ): Promise<void> {
    return this.inTransaction(async (transaction) => {
      await act(await this.loadContext(bindTables(this.parts.db, transaction), name))
    })
  }

  private inTransaction(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    const { db } = this.parts
    const { records, pages, queue, rejected, device } = db
    return db.transaction('rw', [records, pages, queue, rejected, device], work)
  }

  /**
   * Reads the row and its pending mutations. The base is that of the oldest pending mutation, or
   * revision `seen` if that is older.
   */
  private async loadContext(
    db: OwnerDatabase,
    { seen = Number.POSITIVE_INFINITY, ...name }: RecordRef & { seen?: number | undefined },
  ): Promise<EditContext> {
    const { newId, hints } = this.parts
    const key = toRecordKey(name)
    const device = await readDevice(db, newId)
    const row =
      (await db.records.get(key)) ?? toStoredRecord(name, await findPacked(db, name, hints), device)
    const pending = await readPending(db, key)
    const base = pending[0]?.intent ?? { baseEpoch: row.epoch, baseRev: row.rev }
    const baseRev = Math.min(base.baseRev, seen)
    const about = { ...name, baseEpoch: base.baseEpoch, baseRev }
    return { db, record: row, pending, target: about, device }
  }

  private async enqueue({ db, record, pending }: EditContext, intent: Intent): Promise<void> {
    const item: PendingMutation = { key: record.key, intent, at: this.now() }
    await db.queue.add(item)
    await updateOptimistic(db, record, [...pending, item])
  }

  private async replaceLast(
    { db, record, pending }: EditContext,
    intent: Intent | undefined,
    last: PendingMutation,
  ): Promise<void> {
    const before = pending.filter((item) => item !== last)
    // An edit that was reverted completely leaves the queue, unless it creates or restores the
    // record.
    const nothing =
      intent?.op === 'patch' &&
      Object.keys(intent.set).length === 0 &&
      record.rev > 0 &&
      !isDeleted(record)
    if (!intent || nothing) {
      if (last.n !== undefined) await db.queue.delete(last.n)
      await updateOptimistic(db, record, before)
    } else {
      const item = { ...last, intent, at: this.now() }
      await db.queue.put(item)
      await updateOptimistic(db, record, [...before, item])
    }
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

async function updateOptimistic(
  db: OwnerDatabase,
  row: StoredRecord,
  pending: PendingMutation[],
): Promise<void> {
  await putOptimistic(db, [withOptimistic(row, pending)], {
    pending: new Map([[row.key, pending]]),
  })
}

interface EditContext {
  /** Its tables write in the edit's transaction. */
  db: OwnerDatabase
  record: StoredRecord
  pending: PendingMutation[]
  /** The record, with the epoch and revision that its oldest pending mutation was made from. */
  target: RecordRef & { baseEpoch: string; baseRev: number }
  device: DeviceState
}

interface RecordEdit {
  name: RecordRef
  edit: FieldsEdit
}

/**
 * The edits of single records that make up an edit. Those of extensions go first, so that no other device gets
 * a journey without its keys, or an item without its price.
 */
function listRecordEdits(
  name: RecordRef,
  { base, set }: FieldsEdit,
  newId: () => string,
): RecordEdit[] {
  const bases = splitFields(name.coll, base)
  const sets = splitFields(name.coll, set)
  const editOf = (coll: Collection) => ({ base: bases[coll] ?? {}, set: sets[coll] ?? {} })
  const own = editOf(name.coll)
  const edits: RecordEdit[] = []
  for (const { name: coll } of listExtensions(name.coll)) {
    const edit = editOf(coll)
    // A record without content is not created.
    if (!isChanged(edit.base, edit.set)) continue
    edits.push({ name: { coll, id: name.id }, edit })
    Object.assign(own.set, noteEdit(coll, newId)?.set)
  }
  edits.push({ name, edit: own })
  const note = noteEdit(name.coll, newId)
  if (note) edits.push({ name: toExtended(name), edit: note })
  return edits
}

/** The edit that tells an extended record that its extension was edited; undefined if `coll` extends none. */
function noteEdit(coll: Collection, newId: () => string): FieldsEdit | undefined {
  const { parent } = getCollection(coll)
  return parent?.idIn === 'id' ? { base: {}, set: { [parent.editedIn]: newId() } } : undefined
}

/** Replaces undefined by null: JSON drops undefined, and the server would keep the old value. */
function nullifyUndefined(set: RecordData): RecordData {
  return Object.fromEntries(Object.entries(set).map(([field, value]) => [field, value ?? null]))
}

/** Base values of fields that the server does not have: all null. */
function toNulls(set: RecordData): RecordData {
  return Object.fromEntries(Object.keys(set).map((field) => [field, null]))
}

/** Whether a mutation only restores a deleted record: it sets no fields. */
function isUndelete(item: PendingMutation, device: DeviceState): boolean {
  return canCoalesce(item, device) && Object.keys(item.intent.set).length === 0
}

function isDeleted(row: StoredRecord): boolean {
  return row.optimistic ? row.optimistic.deleted : row.deleted
}

function isChanged(base: RecordData, set: RecordData): boolean {
  return Object.keys(set).some((field) => !isSameValue(set[field], base[field]))
}

/** The mutation that gives a record these values or, with null, deletes it; undefined if nothing has to change. */
function toReplacement(
  target: EditContext['target'] & { at: string },
  { exists, base, set }: { exists: boolean; base: RecordData; set: RecordData | null },
): Intent | undefined {
  if (!set) return exists ? { op: 'delete', ...target } : undefined
  return isChanged(base, set) ? { op: 'patch', ...target, base, set } : undefined
}

/** Deletes the row of a record that the server never had. */
async function forgetUnsent(db: OwnerDatabase, { key, rev }: StoredRecord): Promise<void> {
  if (rev === 0) await db.records.delete(key)
}

function isReplaceable(item: PendingMutation, device: DeviceState): boolean {
  return item.intent.op !== 'resolve' && !isNumbered(item, device) && !item.isResend
}

/** The values that a mutation was made from: those of `before`, if it does not say. */
function getBase(intent: Intent, before: RecordData): RecordData {
  return intent.op === 'patch' ? intent.base : before
}

/** Whether a later edit may be coalesced into this mutation: only if it was never sent. */
function canCoalesce(
  item: PendingMutation,
  device: DeviceState,
): item is PendingMutation & { intent: Patch } {
  return item.intent.op === 'patch' && !isNumbered(item, device) && !item.isResend
}

/**
 * Coalesces two edits: base values of the first, set values of the second where both have a field.
 */
function coalesce(intent: Patch, { base, set }: FieldsEdit): Patch {
  const from = (field: string) => (Object.hasOwn(intent.set, field) ? intent.base : base)[field]
  const last = { ...intent.set, ...set }
  const fields = Object.keys(last).filter((field) => !isSameValue(from(field), last[field]))
  return {
    ...intent,
    base: Object.fromEntries(fields.map((field) => [field, from(field)])),
    set: Object.fromEntries(fields.map((field) => [field, last[field]])),
  }
}
