import * as v from 'valibot'
import { clientCollection } from '#shared/clients/client-fields.ts'
import { getJourneyId } from '#shared/journeys/item-id.ts'
import {
  itemCollection,
  journeyCollection,
  passCollection,
} from '#shared/journeys/journey-fields.ts'
import { toShortMessage } from '#shared/lib/result.ts'
import { scheduleCollection } from '#shared/schedule/schedule-records.ts'
import type {
  CollectionDefinition,
  FieldDefinition,
  MergeKind,
  RecordData,
} from './define-collection.ts'

export type { RecordData } from './define-collection.ts'

const all = [
  clientCollection,
  scheduleCollection,
  journeyCollection,
  itemCollection,
  passCollection,
] as const

export type Collection = (typeof all)[number]['name']

/** Every synced collection. What the server and the devices do with records derives from this. */
export const collections: ReadonlyMap<Collection, CollectionDefinition> = new Map(
  all.map((definition) => [definition.name, definition]),
)

export const collectionNames = all.map(({ name }) => name)

export function getCollection(coll: Collection): CollectionDefinition {
  const definition = collections.get(coll)
  if (!definition) throw new Error(`There is no collection ${coll}`)
  return definition
}

/** Undefined for a field that this version does not know. */
export function findField(coll: Collection, name: string): FieldDefinition | undefined {
  const { fields, findNumberedField } = getCollection(coll)
  return Object.hasOwn(fields, name) ? fields[name] : findNumberedField?.(name)
}

/** A field that this version does not know is shown by its own name. */
export function getFieldLabel(coll: Collection, name: string): string {
  return findField(coll, name)?.label ?? name
}

/** Returns how the server merges two edits of a field. */
export function getMergeKind(coll: Collection, field: string): MergeKind {
  return findField(coll, field)?.merge ?? 'value'
}

export function isRecordId(coll: Collection, id: string): boolean {
  return getCollection(coll).idForm?.test(id) ?? true
}

/** The record that a record belongs to, as far as its id or its data say; undefined if it has none. */
export function findParent(
  { coll, id }: { coll: Collection; id: string },
  data: RecordData,
): { coll: Collection; id: string } | undefined {
  const { parent } = getCollection(coll)
  if (!parent) return undefined
  const found = parent.idIn === 'id' ? getJourneyId(id) : data[parent.idIn.field]
  return typeof found === 'string' ? { coll: parent.coll as Collection, id: found } : undefined
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
  const length = JSON.stringify(value)?.length ?? 0
  return length > MAX_UNKNOWN_LENGTH ? 'This is too long.' : undefined
}
