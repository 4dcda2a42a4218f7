import type { OwnerDatabase } from '#client/book/store/database.ts'
import { isNumbered, readDevice } from '#client/book/store/device.ts'
import { findPacked, type Hints } from '#client/book/store/pages.ts'
import {
  fieldsTyped,
  lacksName,
  putShown,
  refusedFor,
  rowOf,
  waitingFor,
  withShown,
} from '#client/book/store/row.ts'
import {
  type DeviceState,
  keyOf,
  type Queued,
  type RecordName,
  type Row,
  SCHEDULE,
} from '#client/book/store/schema.ts'
import type { Clock } from '#client/lib/clock.ts'
import type { ScheduleUpdate } from '#shared/schedule/desk-api.ts'
import type { Intent } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'
import { sameValue } from '#shared/sync/values.ts'

export interface EditParts {
  db: OwnerDatabase
  clock: Clock
  newId: () => string
  hints: Hints
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
   * Queues changed fields, or coalesces them into the last unsent patch. `seen`: revision that the
   * form showed, which may be older than the row's present one.
   */
  patch(name: RecordName, edit: FieldsEdit, seen?: number): Promise<void> {
    return this.within({ ...name, seen }, async (editing) => {
      const { row, waiting, about, device } = editing
      const { base, set: typed } = await this.withRejected(editing, edit)
      const set = sayable(typed)
      const last = waiting.at(-1)
      if (last && canJoin(last, device)) {
        const { baseRev } = about
        return this.replace(editing, { ...joined(last.intent, { base, set }), baseRev }, last)
      }
      const isNew = row.rev === 0 && waiting.length === 0
      const changed = Object.keys(set).some((field) => !sameValue(set[field], base[field]))
      if (!changed && !isNew && !isGone(row)) return undefined
      return this.queue(editing, { op: 'patch', ...about, base, set, at: this.now() })
    })
  }

  /**
   * Restores a deleted record. A delete that was not sent yet leaves the queue; otherwise an empty
   * edit restores the record.
   */
  restore(name: RecordName): Promise<void> {
    return this.within(name, (editing) => {
      const last = editing.waiting.at(-1)
      if (last?.intent.op === 'delete' && !isNumbered(last, editing.device))
        return this.replace(editing, undefined, last)
      if (!isGone(editing.row)) return undefined
      return this.queue(editing, {
        op: 'patch',
        ...editing.about,
        base: {},
        set: {},
        at: this.now(),
      })
    })
  }

  /** Deletes a record. `seen` as in `patch`. */
  remove(name: RecordName, seen?: number): Promise<void> {
    return this.within({ ...name, seen }, (editing) => {
      if (isGone(editing.row)) return undefined
      const [before, last] = editing.waiting.slice(-2)
      // After delete, restore and delete, the last delete and an unsent restore cancel out; the
      // first delete remains.
      if (last && before?.intent.op === 'delete' && isTakingBack(last, editing.device))
        return this.replace(editing, undefined, last)
      return this.queue(editing, { op: 'delete', ...editing.about, at: this.now() })
    })
  }

  /**
   * Decides an open conflict, once: `keep` keeps the record's value, `take` the conflicting one.
   * `seen`: the record's value that the owner saw.
   */
  resolve(
    name: RecordName,
    { cid, choice, seen }: { cid: string; choice: 'keep' | 'take'; seen: unknown },
  ): Promise<void> {
    return this.within(name, (editing) => {
      const { waiting, about } = editing
      if (waiting.some(({ intent }) => intent.op === 'resolve' && intent.cid === cid))
        return undefined
      return this.queue(editing, { op: 'resolve', ...about, cid, choice, seen: seen ?? null })
    })
  }

  /**
   * Queues the schedule for publishing, in the shape of its own endpoint. Replaces a publish that
   * was not sent yet.
   */
  publish(update: ScheduleUpdate, from: { version: number; epoch: string }): Promise<void> {
    const { db, newId } = this.parts
    return db.transaction('rw', db.queue, db.device, async () => {
      const device = await readDevice(db, newId)
      // Delete and add instead of put: publish must follow the mutations of the drafts that it
      // publishes.
      await db.queue
        .where('key')
        .equals(keyOf(SCHEDULE))
        .filter((item) => item.intent.op === 'publish' && !isNumbered(item, device))
        .delete()
      const { version: baseVersion, epoch: baseEpoch } = from
      const intent: Intent = { op: 'publish', ...SCHEDULE, baseEpoch, baseVersion, update }
      await db.queue.add({ key: keyOf(SCHEDULE), intent, at: this.now() })
    })
  }

  /**
   * If the server rejected the mutation that created this client, the edit also carries everything
   * typed in rejected edits.
   */
  private async withRejected({ row, waiting }: Editing, edit: FieldsEdit): Promise<FieldsEdit> {
    if (!lacksName(row)) return edit
    const { db } = this.parts
    const refused = await refusedFor(db, row.key)
    if (refused.length === 0) return edit
    await db.refused.bulkDelete(refused.map(({ n }) => n))
    const typed = fieldsTyped(refused)
    for (const field of Object.keys({ ...row.data, ...fieldsTyped(waiting) })) delete typed[field]
    return { base: { ...edit.base, ...emptied(typed) }, set: { ...typed, ...edit.set } }
  }

  private now(): string {
    return new Date(this.parts.clock()).toISOString()
  }

  private within(
    name: RecordName & { seen?: number | undefined },
    act: (editing: Editing) => Promise<void> | undefined,
  ): Promise<void> {
    const { db } = this.parts
    const { rows, pages, queue, refused, device } = db
    return db.transaction('rw', [rows, pages, queue, refused, device], async () => {
      await act(await this.begin(name))
    })
  }

  /**
   * Reads the row and its pending mutations. The base is that of the oldest pending mutation, or
   * revision `seen` if that is older.
   */
  private async begin({
    seen = Number.POSITIVE_INFINITY,
    ...name
  }: RecordName & { seen?: number | undefined }): Promise<Editing> {
    const { db, newId, hints } = this.parts
    const key = keyOf(name)
    const device = await readDevice(db, newId)
    const row = (await db.rows.get(key)) ?? rowOf(name, await findPacked(db, name, hints), device)
    const waiting = await waitingFor(db, key)
    const first = waiting.find(({ intent }) => 'baseRev' in intent)?.intent
    const base = first && 'baseRev' in first ? first : { baseEpoch: row.epoch, baseRev: row.rev }
    const baseRev = Math.min(base.baseRev, seen)
    const about = { ...name, baseEpoch: base.baseEpoch, baseRev }
    return { row, waiting, about, device }
  }

  private async queue({ row, waiting }: Editing, intent: Intent): Promise<void> {
    const item: Queued = { key: row.key, intent, at: this.now() }
    await this.parts.db.queue.add(item)
    await this.show(row, [...waiting, item])
  }

  private async replace(
    { row, waiting }: Editing,
    intent: Intent | undefined,
    last: Queued,
  ): Promise<void> {
    const { db } = this.parts
    const before = waiting.filter((item) => item !== last)
    // An edit that was reverted completely leaves the queue, unless it creates or restores the
    // record.
    const nothing =
      intent?.op === 'patch' && Object.keys(intent.set).length === 0 && row.rev > 0 && !isGone(row)
    if (!intent || nothing) {
      if (last.n !== undefined) await db.queue.delete(last.n)
      await this.show(row, before)
    } else {
      const item = { ...last, intent, at: this.now() }
      await db.queue.put(item)
      await this.show(row, [...before, item])
    }
  }

  private async show(row: Row, waiting: Queued[]): Promise<void> {
    const { db } = this.parts
    await putShown(db, [withShown(row, waiting)], { waiting: new Map([[row.key, waiting]]) })
  }
}

interface Editing {
  row: Row
  waiting: Queued[]
  /** The record, with the epoch and revision that its oldest pending mutation was made from. */
  about: RecordName & { baseEpoch: string; baseRev: number }
  device: DeviceState
}

/** Replaces undefined by null: JSON drops undefined, and the server would keep the old value. */
function sayable(set: RecordData): RecordData {
  return Object.fromEntries(Object.entries(set).map(([field, value]) => [field, value ?? null]))
}

/** Base values of fields that the server does not have: all null. */
function emptied(set: RecordData): RecordData {
  return Object.fromEntries(Object.keys(set).map((field) => [field, null]))
}

/** Whether a mutation only restores a deleted record: it sets no fields. */
function isTakingBack(item: Queued, device: DeviceState): boolean {
  return canJoin(item, device) && Object.keys(item.intent.set).length === 0
}

function isGone(row: Row): boolean {
  return row.shown ? row.shown.deleted : row.deleted
}

/** Whether a later edit may be coalesced into this mutation: only if it was never sent. */
function canJoin(item: Queued, device: DeviceState): item is Queued & { intent: Patch } {
  return item.intent.op === 'patch' && !isNumbered(item, device) && !item.again
}

/**
 * Coalesces two edits: base values of the first, set values of the second where both have a field.
 */
function joined(intent: Patch, { base, set }: FieldsEdit): Patch {
  const from = (field: string) => (Object.hasOwn(intent.set, field) ? intent.base : base)[field]
  const last = { ...intent.set, ...set }
  const fields = Object.keys(last).filter((field) => !sameValue(from(field), last[field]))
  return {
    ...intent,
    base: Object.fromEntries(fields.map((field) => [field, from(field)])),
    set: Object.fromEntries(fields.map((field) => [field, last[field]])),
  }
}
