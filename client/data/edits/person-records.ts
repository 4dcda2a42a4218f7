import type { OwnerDatabase } from '#client/data/store/database.ts'
import { getDraftKeys } from '#client/data/store/erase.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import {
  getRecordId,
  type PendingMutation,
  type RecordKey,
  type RejectedMutation,
  toRecordKey,
  toRecordRef,
} from '#client/data/store/schema.ts'
import {
  type Collection,
  collectionNames,
  collections,
  findParent,
  getCollection,
  getPersonCollection,
  type RecordData,
  type RecordRef,
} from '#shared/sync/collections.ts'

// The records about a person on this device, by what their collections define.

type Mutation = Pick<PendingMutation | RejectedMutation, 'key' | 'intent'>

/** A state of a record: confirmed, as shown here, or of an edit. */
interface RecordState {
  key: RecordKey
  data: RecordData
}

export interface PersonRecords {
  /** The person's record that this record belongs to, such as a journey, or the record itself if it is the person's; else undefined. */
  findRoot: (key: RecordKey) => RecordKey | undefined
  /** The found records that are also about other people. */
  shared: ReadonlySet<RecordKey>
  /** The records that this device must erase: they are only here, or belong to the person alone. */
  toErase: RecordKey[]
}

/**
 * Finds the records that name a person, or did so before an edit that is not sent yet, and what belongs to them.
 * `own`: the records of this person alone, whose ids others name.
 */
export async function findPersonRecords(
  { records, queue, rejected }: OwnerDatabase,
  own: ReadonlySet<RecordKey>,
): Promise<PersonRecords> {
  const prefixes = listPrefixes()
  const rows = await records.where('key').startsWithAnyOf(prefixes).toArray()
  const unsent: Mutation[] = [
    ...(await queue.where('key').startsWithAnyOf(prefixes).toArray()),
    ...(await rejected.where('key').startsWithAnyOf(prefixes).toArray()),
  ]
  const states: RecordState[] = [
    ...rows.flatMap(({ key, ...row }) =>
      [row.data, getOptimistic(row).data].map((data) => ({ key, data })),
    ),
    ...unsent.flatMap(({ key, intent }) =>
      intent.op === 'patch' ? [intent.base, intent.set].map((data) => ({ key, data })) : [],
    ),
  ]
  const { named, shared } = findNaming(states, new Set([...own].map(getRecordId)))
  const findAnyRoot = createRootSearch(states)
  const findRoot = (key: RecordKey) => {
    const root = findAnyRoot(key)
    return root && (own.has(root) || named.has(root)) ? root : undefined
  }
  const sent = new Set(rows.filter(({ rev }) => rev > 0).map(({ key }) => findRoot(key)))
  const here = [...rows, ...unsent].flatMap(({ key }) => {
    const root = findRoot(key)
    const isErased = root && (own.has(root) || !(shared.has(root) || sent.has(root)))
    return isErased ? [key] : []
  })
  return { findRoot, shared, toErase: [...new Set([...own, ...here])] }
}

/**
 * Which of these people this device has something about: a record that names them or belongs to theirs, an unfinished
 * form or note, or an edit that the server refused.
 */
export async function findPeopleInUse(
  { records, rejected, drafts }: OwnerDatabase,
  ids: readonly string[],
): Promise<Set<string>> {
  const { coll } = getPersonCollection()
  const rows = await records.where('key').startsWithAnyOf(listPrefixes()).toArray()
  const refused = await rejected.toArray()
  const ofPeople = refused.flatMap(({ intent }) => (intent.coll === coll ? intent.id : []))
  const keys = ofPeople.map((id): RecordKey => `${coll}/${id}`)
  // A person whom the server does not have exists only in the refused edits.
  const unknown = (await records.bulkGet(keys)).flatMap((row) => (row?.rev === 0 ? row.id : []))
  const states = [
    ...rows.flatMap((row) => {
      const { data, deleted } = getOptimistic(row)
      return deleted || row.erased ? [] : { key: row.key, data }
    }),
    ...refused.flatMap(({ key, intent }) =>
      intent.op === 'patch' ? { key, data: intent.set } : [],
    ),
  ]
  const stored = await drafts.toArray()
  const draftKeys = new Set(stored.map(({ key }) => key))
  const found = new Set([
    ...ofPeople.filter((id) => !unknown.includes(id)),
    ...states.flatMap(({ key, data }) => listPeopleOf(toRecordRef(key), data)),
    ...stored.flatMap(({ key, data }) => listNamedInDraft(key, data)),
  ])
  const hasDraft = (id: string) => getDraftKeys(`${coll}/${id}`).some((key) => draftKeys.has(key))
  return new Set(ids.filter((id) => found.has(id) || hasDraft(id)))
}

/** Ids of the people whom a record names or whose record it is a part of. */
function listPeopleOf(ref: RecordRef, data: RecordData): string[] {
  const parent = findParent(ref, data)
  const isPart = parent?.coll === getPersonCollection().coll
  return [...listNamed(ref.coll, data), ...(isPart ? [parent.id] : [])]
}

/** Ids of the people whom the draft of a new record names. */
function listNamedInDraft(key: string, data: unknown): string[] {
  const coll = findDraftCollection(key)
  return coll && typeof data === 'object' && data !== null
    ? listNamed(coll, data as RecordData)
    : []
}

export function findDraftCollection(key: string): Collection | undefined {
  return collectionNames.find((name) => key.startsWith(`${name}:`))
}

/** Key prefixes of the collections whose records name people or belong to another record. */
function listPrefixes(): string[] {
  return [...collections].flatMap(([coll, { personalData }]) =>
    personalData.kind === 'of people' || personalData.kind === 'of parent' ? `${coll}/` : [],
  )
}

function findNaming(states: readonly RecordState[], people: ReadonlySet<string>) {
  const all = states.flatMap(({ key, data }) =>
    listNamed(toRecordRef(key).coll, data).map((id) => ({ key, isPerson: people.has(id) })),
  )
  const named = new Set(all.flatMap(({ key, isPerson }) => (isPerson ? key : [])))
  return { named, shared: new Set(all.flatMap(({ key, isPerson }) => (isPerson ? [] : key))) }
}

/** Ids of the people whom a record names. */
export function listNamed(coll: Collection, data: RecordData): string[] {
  const { personalData } = getCollection(coll)
  const named = personalData.kind === 'of people' ? data[personalData.field] : []
  return Array.isArray(named) ? named : []
}

/** Returns a search for the record without a parent to which a record belongs, as far as it is known here. */
function createRootSearch(states: readonly RecordState[]) {
  const links = new Map(
    states.flatMap(({ key, data }) => {
      const { parent } = getCollection(toRecordRef(key).coll)
      const field = typeof parent?.idIn === 'object' ? parent.idIn.field : ''
      return typeof data[field] === 'string' ? [[key, { [field]: data[field] }] as const] : []
    }),
  )
  return function findRoot(key: RecordKey): RecordKey | undefined {
    const ref = toRecordRef(key)
    if (!getCollection(ref.coll).parent) return key
    const parent = findParent(ref, links.get(key) ?? {})
    return parent && findRoot(toRecordKey(parent))
  }
}

/** The content of an edit as it is exported: without other people, and without a copy, which only repeats the journey. */
export function toExportedEdit(
  coll: Collection,
  set: RecordData,
  people: ReadonlySet<string>,
): RecordData {
  const { personalData } = getCollection(coll)
  return Object.fromEntries(
    Object.entries(set).flatMap(([name, value]) => {
      if (name === 'ciphertext') return []
      const isNames = personalData.kind === 'of people' && personalData.field === name
      return [[name, isNames ? listNamed(coll, set).filter((one) => people.has(one)) : value]]
    }),
  )
}
