import type { DataCore } from '#client/data/data-core.ts'
import { CLIENT } from '#client/data/index/client-index.ts'
import { getOptimistic, loadRecords, readPendingByKey } from '#client/data/store/record.ts'
import type { RecordKey, RecordRef, StoredRecord } from '#client/data/store/schema.ts'
import { isJourneyCollection } from '#shared/journeys/collections.ts'
import { type RemovedDocument, toItemData } from '#shared/journeys/journey-fields.ts'
import { CONTENT_RETENTION } from '#shared/lib/define-collection.ts'
import { formatBytes } from '#shared/lib/format-number.ts'
import {
  type Collection,
  collections,
  findParent,
  getCollection,
} from '#shared/sync/collections.ts'
import type { RecordDecision, RecordEdit } from './types.ts'

/** The title of the list of documents that were removed from their items. */
const DOCUMENTS = 'Documents'

/** Identifies what was deleted: a record or, with `document`, a document that was removed from an item. */
export interface DeletedRef extends RecordRef {
  document?: string
}

/** A line of the recently deleted. */
export interface DeletedLine extends DeletedRef {
  /** The title of its list. */
  list: string
  name: string
  /** One useful fact; may be empty. */
  fact: string
  /** UTC milliseconds, by the clock of the device that deleted it. */
  deletedAt: number
  /** The device that deleted it; empty if it is not known. */
  device: string
  /** It was deleted on this device. */
  isHere: boolean
}

/** When and where a record was deleted: the same for all that was deleted in one action. */
interface Deletion {
  deviceId: string
  deviceName: string
  /** ISO 8601. */
  at: string
}

interface DeletedRow {
  row: StoredRecord
  deletion: Deletion
}

/** What was deleted and can still be restored; loaded when first used. */
export class DeletedPart {
  constructor(private readonly core: DataCore) {}

  /** The latest first. */
  async list(): Promise<DeletedLine[]> {
    const lines: DeletedLine[] = []
    for (const [coll, { recentlyDeleted }] of collections) {
      if (!recentlyDeleted) continue
      for (const found of await this.readDeleted(coll))
        if (this.isListed(found.row)) lines.push(this.toLine(found, recentlyDeleted))
    }
    return [...lines, ...this.listDocuments()].sort((a, b) => b.deletedAt - a.deletedAt)
  }

  /** How many lines each list has, by its title. */
  async count(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const { list } of await this.list()) counts[list] = (counts[list] ?? 0) + 1
    return counts
  }

  /** Restores a record with the parts that were deleted together with it, or a document. */
  async restore(ref: DeletedRef): Promise<void> {
    if (ref.document !== undefined) return this.editDocuments(ref, { isRestored: true })
    const found = (await this.readDeleted(ref.coll)).find(({ row }) => row.id === ref.id)
    const parts = found ? await this.listParts(ref, [found.deletion]) : []
    const edits = [ref, ...parts].map(({ coll, id }): RecordEdit => ({ coll, id, op: 'restore' }))
    await this.edit(edits)
  }

  /** The parts of records that the owner keeps, which were deleted together with them on another device. */
  async listPartsOfKept(decisions: readonly RecordDecision[]): Promise<RecordRef[]> {
    const parts = decisions.map(({ coll, id, choices }) => {
      const row = this.core.cache.journeys.find({ coll, id })
      const kept = choices.filter(({ choice }) => choice === 'keep').map(({ cid }) => cid)
      const deletions = row?.conflicts?.filter(
        ({ kind, cid }) => kind === 'delete' && kept.includes(cid),
      )
      return deletions?.length ? this.listParts({ coll, id }, deletions) : []
    })
    return (await Promise.all(parts)).flat()
  }

  /** Deletes for good, here and on the server. */
  async erase(ref: DeletedRef): Promise<void> {
    if (ref.document === undefined) return this.edit([{ coll: ref.coll, id: ref.id, op: 'erase' }])
    await this.editDocuments(ref, { isRestored: false })
    await this.core.db.documents.delete(ref.document)
  }

  /** The owner has read that an edit could not be kept. */
  async forgetLostEdit(): Promise<void> {
    await this.core.db.device.update('device', { hasLostEdit: false })
    await this.core.reportChange([])
  }

  private edit(edits: readonly RecordEdit[]): Promise<void> {
    const ids = edits.map(({ id }) => id)
    return this.core.edit(ids, () => this.core.edits.applyAll(edits))
  }

  /** Before this instant nothing can be restored any more; UTC milliseconds, by the server's clock. */
  private get since(): number {
    const { clock, cache } = this.core
    return clock() + (cache.device?.clockSkew ?? 0) - CONTENT_RETENTION
  }

  /** The deleted records of a collection that have their content, with their deletions. */
  private async readDeleted(coll: Collection): Promise<DeletedRow[]> {
    const rows = (await this.readRows(coll)).filter(
      (row) =>
        !row.erased &&
        !row.optimistic?.erased &&
        getOptimistic(row).deleted &&
        Object.keys(getOptimistic(row).data).length > 0,
    )
    const { db, cache } = this.core
    const pending = await readPendingByKey(
      db,
      rows.flatMap(({ key, optimistic }) => (optimistic ? key : [])),
    )
    const { deviceId = '', deviceName = '' } = cache.device ?? {}
    return rows.flatMap((row) => {
      const unsent = pending.get(row.key)?.findLast(({ intent }) => intent.op === 'delete')
      if (unsent) return [{ row, deletion: { deviceId, deviceName, at: unsent.at } }]
      if (row.updatedAt <= this.since) return []
      const unknown = { deviceId: '', deviceName: '', at: new Date(row.updatedAt).toISOString() }
      return [{ row, deletion: row.deletedBy ?? unknown }]
    })
  }

  private async readRows(coll: Collection): Promise<StoredRecord[]> {
    const { db, cache, hints } = this.core
    if (isJourneyCollection(coll)) return cache.journeys.listDeleted(coll)
    if (coll !== CLIENT) return db.records.where('key').startsWith(`${coll}/`).toArray()
    const { device } = cache
    const ids = cache.index.listDeletedSince(this.since)
    const keys = ids.map((id): RecordKey => `${coll}/${id}`)
    return device ? loadRecords(db, keys, { device, hints }) : []
  }

  /** A part of something deleted is not listed: it comes back with that, or after it. */
  private isListed(row: StoredRecord): boolean {
    const { journeys } = this.core.cache
    // A deleted journey in which another device planned something is among the journeys, and asks there.
    if (row.coll === 'journey') return !journeys.isShown(row.id)
    if (getCollection(row.coll).parent?.idIn !== 'start of id') return true
    const whole = findParent(row, row.data)
    const found = whole && journeys.find(whole)
    return found !== undefined && !found.erased && !getOptimistic(found).deleted
  }

  private toLine(
    { row, deletion }: DeletedRow,
    { title, describe }: NonNullable<ReturnType<typeof getCollection>['recentlyDeleted']>,
  ): DeletedLine {
    const { coll, id } = row
    const { name, fact } = describe(this.core.cache.journeys.readWhole(row) ?? {})
    const described = coll === CLIENT ? describe(getOptimistic(row).data) : { name, fact }
    const whole = this.nameWhole(row)
    return {
      ...{ coll, id, list: title, name: described.name },
      fact: [whole, described.fact].filter(Boolean).join('. '),
      ...this.toPlace(deletion),
    }
  }

  private toPlace({ deviceId, deviceName, at }: Deletion) {
    const isHere = deviceId !== '' && deviceId === this.core.cache.device?.deviceId
    return { deletedAt: Date.parse(at), device: deviceName, isHere }
  }

  /** `In Lofoten, by sea`; empty for a record that is no part. */
  private nameWhole(row: StoredRecord): string {
    const whole = row.coll === 'journey-item' ? findParent(row, row.data) : undefined
    const describe = whole && getCollection(whole.coll).recentlyDeleted?.describe
    return describe ? `In ${describe(this.core.cache.journeys.readWhole(whole)).name}` : ''
  }

  /** The deleted parts of a record that were deleted in the same actions. */
  private async listParts(
    whole: RecordRef,
    deletions: readonly Omit<Deletion, 'deviceName'>[],
  ): Promise<RecordRef[]> {
    const found: RecordRef[] = []
    for (const [coll, { parent }] of collections) {
      if (parent?.idIn !== 'start of id' || parent.coll !== whole.coll) continue
      for (const { row, deletion } of await this.readDeleted(coll))
        if (
          row.id.startsWith(`${whole.id}-`) &&
          deletions.some((one) => isSameDeletion(deletion, one))
        )
          found.push({ coll, id: row.id })
    }
    return found
  }

  private listDocuments(): DeletedLine[] {
    const { journeys } = this.core.cache
    return journeys.listLivingItems().flatMap((row) => {
      const { id, coll } = row
      const item = toItemData(getOptimistic(row).data)
      const itemName = getCollection(coll).recentlyDeleted?.describe(item).name ?? ''
      return listRemoved(item, this.since).map(
        (document): DeletedLine => ({
          ...{ coll, id, document: document.id, list: DOCUMENTS, name: document.name },
          fact: `${itemName}. ${this.nameWhole(row)}. ${formatBytes(document.size)}`,
          ...{ deletedAt: document.removedAt, device: '', isHere: false },
        }),
      )
    })
  }

  private async editDocuments(
    { coll, id, document }: DeletedRef,
    { isRestored }: { isRestored: boolean },
  ): Promise<void> {
    const row = this.core.cache.journeys.find({ coll, id })
    if (!row) return
    const { documents, removedDocuments } = toItemData(getOptimistic(row).data)
    const found = removedDocuments.find((one) => one.id === document)
    if (!found) return
    const { removedAt: _at, ...description } = found
    const set = {
      removedDocuments: removedDocuments.filter((one) => one !== found),
      ...(isRestored && { documents: [...documents, description] }),
    }
    const base = { removedDocuments, ...(isRestored && { documents }) }
    await this.edit([{ coll, id, op: 'set', base, set, rev: row.rev }])
  }
}

function listRemoved(
  { documents, removedDocuments }: ReturnType<typeof toItemData>,
  since: number,
): RemovedDocument[] {
  const listed = new Set(documents.map(({ id }) => id))
  return removedDocuments.filter(({ id, removedAt }) => removedAt > since && !listed.has(id))
}

function isSameDeletion(
  one: Omit<Deletion, 'deviceName'>,
  other: Omit<Deletion, 'deviceName'>,
): boolean {
  return one.deviceId === other.deviceId && one.at === other.at
}
