import { type RawBuilder, sql } from 'kysely'
import { type Tx, toTextList } from '#server/db/database.ts'
import { takeSeqs } from '#server/db/sync-clock.ts'
import { getJourneyId } from '#shared/journeys/item-id.ts'
import { toItemData } from '#shared/journeys/journey-fields.ts'
import type { CollectionDefinition, ExportedRow } from '#shared/lib/define-collection.ts'
import {
  type Collection,
  collections,
  getCollection,
  type RecordData,
  type RecordRef,
} from '#shared/sync/collections.ts'

// Records with all that belongs to them, in a person's export and erasure, by what the collections define.

interface RecordList {
  coll: Collection
  ids: readonly string[]
}

/** Ids of records and of all that belongs to them; a collection without any is there, too. */
type RecordTrees = ReadonlyMap<Collection, ReadonlySet<string>>

/** Finds what belongs to records, which themselves need not exist. */
export async function findTrees(tx: Tx, roots: RecordList): Promise<RecordTrees> {
  const found = new Map<Collection, ReadonlySet<string>>()
  const add = async ({ coll, ids }: RecordList): Promise<void> => {
    const known = found.get(coll) ?? new Set()
    found.set(coll, new Set([...known, ...ids]))
    const added = ids.filter((id) => !known.has(id))
    for (const part of collections.keys()) {
      const isPart = matchPart(part, coll)
      if (isPart) await add({ coll: part, ids: await readParts(tx, { part, isPart, of: added }) })
    }
  }
  await add(roots)
  return found
}

/** SQL for whether a `record` of a collection belongs to `parent.value`, an id of `coll`; undefined if none does. */
function matchPart(part: Collection, coll: Collection): RawBuilder<unknown> | undefined {
  const { parent } = getCollection(part)
  if (!parent) return undefined
  const { idIn } = parent
  // The record that it extends may be missing, so what says where that one belongs counts, too.
  if (idIn === 'id' && parent.coll !== coll)
    return isInId(parent.coll as Collection)
      ? matchPart(parent.coll as Collection, coll)
      : undefined
  if (parent.coll !== coll) return undefined
  if (idIn === 'id') return sql`record.id = parent.value`
  // Ids of parts begin with their parent's and a hyphen; the point is the character after it.
  if (idIn === 'start of id')
    return sql`record.id > parent.value || '-' AND record.id < parent.value || '.'`
  return sql`json_extract(record.data, ${`$.${idIn.field}`}) = parent.value`
}

function isInId(coll: Collection): boolean {
  return typeof getCollection(coll).parent?.idIn === 'string'
}

async function readParts(
  tx: Tx,
  { part, isPart, of }: { part: Collection; isPart: RawBuilder<unknown>; of: readonly string[] },
): Promise<string[]> {
  if (of.length === 0) return []
  const { rows } = await sql<{ id: string }>`SELECT record.id AS id FROM ${toTextList(of)} AS parent
    JOIN record ON record.coll = ${part} AND ${isPart} ORDER BY record.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Erases records and all that belongs to them; returns how many of these records were not erased yet. */
export async function eraseTrees(tx: Tx, roots: RecordList, now: number): Promise<number> {
  for (const [coll, ids] of await findTrees(tx, roots))
    if (coll !== roots.coll) await eraseRecords(tx, { coll, ids: [...ids] }, now)
  return eraseRecords(tx, roots, now)
}

/**
 * Erases a deleted record and all that belongs to it, with the documents of its items. Returns their ids; undefined, and
 * nothing is done, if a part is not deleted.
 */
export async function eraseDeletedTree(
  tx: Tx,
  { coll, id }: RecordRef,
  now: number,
): Promise<RecordTrees | undefined> {
  const trees = await findTrees(tx, { coll, ids: [id] })
  for (const [part, ids] of trees)
    if (getCollection(part).parent?.idIn === 'start of id' && (await hasLiving(tx, part, ids)))
      return undefined
  await eraseDocuments(tx, trees)
  await eraseTrees(tx, { coll, ids: [id] }, now)
  return trees
}

async function hasLiving(tx: Tx, coll: Collection, ids: ReadonlySet<string>): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM record
    WHERE coll = ${coll} AND deleted = 0 AND id IN ${toTextList([...ids])} LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** Deletes the documents of journeys, and those that only these items list. */
async function eraseDocuments(tx: Tx, trees: RecordTrees): Promise<void> {
  const journeys = toTextList([...(trees.get('journey') ?? [])])
  await sql`DELETE FROM journey_document WHERE journey IN ${journeys}`.execute(tx)
  for (const item of trees.get('journey-item') ?? []) {
    const journey = getJourneyId(item)
    const { rows } = await sql<{ id: string; data: string }>`SELECT id, data FROM record
      WHERE coll = 'journey-item' AND id > ${`${journey}-`} AND id < ${`${journey}.`}`.execute(tx)
    const listed = rows.map(({ id, data }) => [id, listDocumentIds(JSON.parse(data))] as const)
    const others = new Set(listed.flatMap(([id, ids]) => (id === item ? [] : ids)))
    const own = listed.flatMap(([id, ids]) => (id === item ? ids : []))
    await sql`DELETE FROM journey_document WHERE journey = ${journey}
      AND id IN ${toTextList(own.filter((id) => !others.has(id)))}`.execute(tx)
  }
}

function listDocumentIds(data: RecordData): string[] {
  const { documents, removedDocuments } = toItemData(data)
  return [...documents, ...removedDocuments].map(({ id }) => id)
}

/**
 * Erases records with their history. A tombstone with the id stays under a new seq, so that each
 * device erases its copy. Returns how many of them were not erased yet.
 */
export async function eraseRecords(
  tx: Tx,
  { coll, ids }: RecordList,
  now: number,
): Promise<number> {
  const remaining = (
    await sql<{ id: string }>`SELECT id FROM record
      WHERE coll = ${coll} AND erased = 0 AND id IN ${toTextList(ids)} ORDER BY seq`.execute(tx)
  ).rows
  for (const { id } of remaining) {
    const seq = await takeSeqs(tx, 1)
    await sql`UPDATE record SET seq = ${seq}, rev = rev + 1, deleted = 1, erased = 1,
          link_state = '{}', data = '{}', revs = '{}', conflicts = '[]', updated_at = ${now}, deleted_at = ${now},
          deleted_by = NULL
        WHERE coll = ${coll} AND id = ${id}`.execute(tx)
  }
  await sql`DELETE FROM field_history
    WHERE coll = ${coll} AND record_id IN ${toTextList(ids)}`.execute(tx)
  return remaining.length
}

/** Exported data about a person, by section name; internal hashes and secrets are left out. */
export type PersonData = Record<string, Record<string, unknown>[]>

/** Runs a statement; returns its rows in readable form. */
export type RowReader = (statement: RawBuilder<unknown>) => Promise<Record<string, unknown>[]>

/**
 * The sections of the collections that are exported, and the earlier values that are still in the history. `people`:
 * the clients whose export it is; others are not named.
 */
export async function readTreeSections(
  read: RowReader,
  trees: RecordTrees,
  people: readonly string[],
): Promise<{ sections: PersonData; history: PersonData[string] }> {
  const sections: PersonData = {}
  const histories: RawBuilder<unknown>[] = []
  for (const [coll, ids] of trees) {
    const definition = getCollection(coll)
    if (!definition.exported) continue
    const list = toTextList([...ids])
    const rows = await read(sql`
      SELECT id, data, conflicts AS alternatives, created_at, updated_at, deleted_at
      FROM record WHERE coll = ${coll} AND id IN ${list} ORDER BY id`)
    sections[definition.exported.section] = rows.map((row) =>
      toExportedRow(definition, row, people),
    )
    histories.push(sql`(coll = ${coll} AND record_id IN ${list}
      AND field NOT IN ${toTextList(listHiddenFields(definition))})`)
  }
  const history = await read(sql`SELECT record_id, field, value AS earlier_value, at
    FROM field_history WHERE ${sql.join(histories, sql` OR `)} ORDER BY id`)
  return { sections, history }
}

/** A row as it is exported: without the other people it names. */
function toExportedRow(
  { personalData, exported }: CollectionDefinition,
  row: Record<string, unknown>,
  people: readonly string[],
): Record<string, unknown> {
  const whole = row as ExportedRow
  const shown = { ...whole.data }
  if (personalData.kind === 'of people') {
    const named = shown[personalData.field]
    shown[personalData.field] = (Array.isArray(named) ? named : []).filter((one) =>
      people.includes(String(one)),
    )
  }
  const found = { ...whole, data: shown }
  return exported?.toRow?.(found) ?? found
}

/** The fields of a history that a person's export leaves out, because they name others. */
function listHiddenFields({ personalData }: CollectionDefinition): string[] {
  return personalData.kind === 'of people' ? [personalData.field] : []
}
