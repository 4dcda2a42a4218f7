import * as v from 'valibot'
import { clientCollection } from '#shared/clients/client-fields.ts'
import { importCollection } from '#shared/clients/imports.ts'
import { contentCollections } from '#shared/content/collections.ts'
import { bookingMarkCollection } from '#shared/desk/booking-marks.ts'
import { journeyCollections } from '#shared/journeys/collections.ts'
import type {
  CollectionDefinition,
  ExtendedParent,
  FieldDefinition,
  LabelledRecord,
  MergeKind,
  Names,
  Parent,
  RecordData,
} from '#shared/lib/define-collection.ts'
import { toShortMessage } from '#shared/lib/result.ts'
import { photographCollection } from '#shared/photographs/photographs.ts'
import { scheduleCollection } from '#shared/schedule/schedule-records.ts'
import { submissionMarkCollection } from '#shared/submissions/marks.ts'

export type { RecordData } from '#shared/lib/define-collection.ts'

const all = [
  clientCollection,
  importCollection,
  scheduleCollection,
  submissionMarkCollection,
  bookingMarkCollection,
  ...journeyCollections,
  ...contentCollections,
  photographCollection,
] as const

export type Collection = (typeof all)[number]['name']

/** Every synced collection. What the server and the devices do with records derives from this. */
export const collections: ReadonlyMap<Collection, CollectionDefinition> = new Map(
  all.map((definition) => [definition.name, definition]),
)

type DefinitionOf<Coll extends Collection> = Extract<(typeof all)[number], { name: Coll }>

/** The collections whose records one page edits; see `CollectionDefinition.page`. */
export type PageCollection = Extract<(typeof all)[number], { page: object }>['name']

type FieldsOf<Coll extends Collection> = DefinitionOf<Coll>['fields']

/** The fields of a record; one that was never set is absent. */
export type DataOf<Coll extends Collection> = {
  [Field in keyof FieldsOf<Coll>]?: FieldsOf<Coll>[Field] extends { schema: infer Schema }
    ? Schema extends v.GenericSchema
      ? v.InferOutput<Schema>
      : never
    : never
}

export const collectionNames = all.map(({ name }) => name)

/** The collections whose records one page edits. */
export function listPageCollections(): PageCollection[] {
  return all.flatMap((one) => ('page' in one ? one.name : []))
}

export function getCollection(coll: Collection): CollectionDefinition {
  const definition = collections.get(coll)
  if (!definition) throw new Error(`There is no collection ${coll}`)
  return definition
}

const requiredFields = new Map<Collection, string[]>(
  all.map(({ name, fields }: CollectionDefinition) => [
    name as Collection,
    Object.entries(fields).flatMap(([field, { isRequired }]) => (isRequired ? field : [])),
  ]),
)

/** Whether a record lacks a field that it must have. */
export function isIncomplete(coll: Collection, data: RecordData): boolean {
  return requiredFields.get(coll)?.some((field) => data[field] === undefined) ?? false
}

/** Undefined for a field that this version does not know. */
export function findField(coll: Collection, name: string): FieldDefinition | undefined {
  const { fields, findNumberedField } = getCollection(coll)
  return Object.hasOwn(fields, name) ? fields[name] : findNumberedField?.(name)
}

/** The page of the desk with a record; `id`: its own, or that of the record that it is a part of. */
export function getRecordPath(coll: Collection, id: string): string {
  const { page, path, parent } = getCollection(coll)
  if (page) return page.path
  if (path !== undefined) return `${path}/${id}`
  if (!parent) throw new Error(`No page of the desk shows records of the collection ${coll}`)
  return getRecordPath(parent.coll as Collection, id)
}

function findFieldOfWhole(coll: Collection, name: string): FieldDefinition | undefined {
  return findField(coll, name) ?? findExtension(coll, name)?.fields[name]
}

/**
 * The label of a field of a record or of its extensions; one that this version does not know is its own label.
 * With the record, the label that is right for it.
 */
export function getFieldLabel(coll: Collection, name: string, record?: LabelledRecord): string {
  const ofRecord = record && getCollection(coll).getLabel?.(name, record)
  return ofRecord ?? findFieldOfWhole(coll, name)?.label ?? name
}

/** A value of a field of a record or of its extensions as text; empty for an empty value. */
export function formatFieldValue(
  { coll, field }: { coll: Collection; field: string },
  value: unknown,
  names?: Names,
): string {
  if (value == null) return ''
  const format = findFieldOfWhole(coll, field)?.format
  if (format) return format(value, names)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const isListOfTexts = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isListOfTexts ? value.join(', ') : JSON.stringify(value)
}

/** Returns how the server merges two edits of a field. */
export function getMergeKind(coll: Collection, field: string): MergeKind {
  return findField(coll, field)?.merge ?? 'value'
}

export function isRecordId(coll: Collection, id: string): boolean {
  return getCollection(coll).idForm?.test(id) ?? true
}

export interface RecordRef {
  coll: Collection
  id: string
}

/** The record that a record belongs to, as far as its id or its data say; undefined if it has none. */
export function findParent({ coll, id }: RecordRef, data: RecordData): RecordRef | undefined {
  const { parent } = getCollection(coll)
  if (!parent) return undefined
  const found = findParentId(id, parent.idIn, data)
  return typeof found === 'string' ? { coll: parent.coll as Collection, id: found } : undefined
}

function findParentId(id: string, idIn: Parent['idIn'], data: RecordData): unknown {
  if (idIn === 'id') return id
  return idIn === 'start of id' ? id.slice(0, id.indexOf('-')) : data[idIn.field]
}

interface Extension extends CollectionDefinition<Collection> {
  parent: ExtendedParent
}

const extensions = new Map<Collection, readonly Extension[]>(
  collectionNames.map((coll) => [
    coll,
    (all as readonly CollectionDefinition<Collection>[]).filter(
      (one): one is Extension => one.parent?.idIn === 'id' && one.parent.coll === coll,
    ),
  ]),
)

/** The collections whose records extend those of `coll`; see `ExtendedParent`. */
export function listExtensions(coll: Collection): readonly Extension[] {
  return extensions.get(coll) ?? []
}

function findExtension(coll: Collection, field: string): Extension | undefined {
  return listExtensions(coll).find(({ fields }) => Object.hasOwn(fields, field))
}

/** Returns the record that a record extends, or itself if it extends none. */
export function toExtended({ coll, id }: RecordRef): RecordRef {
  const { parent } = getCollection(coll)
  return { coll: parent?.idIn === 'id' ? (parent.coll as Collection) : coll, id }
}

export function isExtension(coll: Collection): boolean {
  return getCollection(coll).parent?.idIn === 'id'
}

/** Divides fields of a record and its extensions by the collection that has each. */
export function splitFields(
  coll: Collection,
  data: RecordData,
): Partial<Record<Collection, RecordData>> {
  const found = listExtensions(coll)
  if (found.length === 0) return { [coll]: data }
  const pick = (hasField: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(data).filter(([name]) => hasField(name)))
  return Object.fromEntries([
    ...found.map(({ name, fields }) => [name, pick((field) => Object.hasOwn(fields, field))]),
    [coll, pick((field) => !findExtension(coll, field))],
  ])
}

/**
 * The collection with a record for each person, and its fields with their addresses. Other records name people by
 * the ids of these records, so there is only one such collection.
 */
export function getPersonCollection(): { coll: Collection; addressFields: readonly string[] } {
  const found = [...collections].flatMap(([coll, { personalData }]) =>
    personalData.kind === 'of one person'
      ? { coll, addressFields: personalData.addressFields }
      : [],
  )
  const [only] = found
  if (!only || found.length > 1)
    throw new Error(`One collection must hold the people, but there are ${found.length}`)
  return only
}

/** The collections whose records name people, and the field of each with their ids. */
export function listNamingCollections(): { coll: Collection; field: string }[] {
  return [...collections].flatMap(([coll, { personalData }]) =>
    personalData.kind === 'of people' ? { coll, field: personalData.field } : [],
  )
}

/** The fields in which records name people: lists of them, or the one that a record belongs to. */
export function listPeopleFields(): { coll: Collection; field: string }[] {
  const { coll: people } = getPersonCollection()
  const parts = [...collections].flatMap(([coll, { parent }]) =>
    parent?.coll === people && typeof parent.idIn === 'object'
      ? { coll, field: parent.idIn.field }
      : [],
  )
  return [...listNamingCollections(), ...parts]
}

const FIELD_NAME = /^[a-z][A-Za-z0-9.:-]{0,60}$/
/** Most characters of a name that a refusal repeats. */
const MAX_NAME_SHOWN = 100
/** Longest value of a field that this version does not know: characters of JSON. */
const MAX_UNKNOWN_LENGTH = 20_000

/** Whether a record with this id may have a field; one that this version does not know is kept. */
export function hasField(coll: Collection, id: string, name: string): boolean {
  const definition = getCollection(coll)
  return !Object.hasOwn(definition.fields, name) || (definition.hasField?.(id, name) ?? true)
}

/** The name of the field of a record that has only one, because its id says what the record is about. */
export function findOnlyField({ coll, id }: RecordRef): string | undefined {
  const { fields, hasField: isOfRecord } = getCollection(coll)
  if (!isOfRecord) return undefined
  const [only, ...others] = Object.keys(fields).filter((name) => isOfRecord(id, name))
  return others.length === 0 ? only : undefined
}

/** Checks an edit's values; returns a sentence for each field that is wrong. */
export function validateRecord(coll: Collection, set: RecordData): Record<string, string> {
  const names = Object.keys(set)
  if (names.length > getCollection(coll).maxFields) return { '': 'There are too many fields.' }
  // `fromEntries` keeps a field called `__proto__`; an assignment would set the prototype instead.
  return Object.fromEntries(
    names.flatMap((name) => {
      const problem =
        FIELD_NAME.test(name) && !(name in Object.prototype)
          ? validateValue(coll, name, set[name])
          : 'This field does not exist.'
      return problem ? [[name.slice(0, MAX_NAME_SHOWN), problem]] : []
    }),
  )
}

function validateValue(coll: Collection, name: string, value: unknown): string | undefined {
  const schema = findField(coll, name)?.schema
  if (schema) {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? undefined : toShortMessage(parsed.issues[0])
  }
  if (findExtension(coll, name)) return 'This field belongs to another record.'
  const length = JSON.stringify(value)?.length ?? 0
  return length > MAX_UNKNOWN_LENGTH ? 'This is too long.' : undefined
}
