import * as v from 'valibot'
import {
  type Collection,
  collectionNames,
  getCollection,
  isExtension,
  isRecordId,
  listExtensions,
  type RecordRef,
} from '#shared/sync/collections.ts'

// A record of each collection that the simulation knows by its definition alone. Clients and hours have steps of their
// own; a mark is neither merged nor kept if the server ignores it.

/** A field that no version knows: every collection keeps it. */
const UNKNOWN_FIELD = 'later'

function toSampleId(coll: Collection): string {
  const { parent } = getCollection(coll)
  const own = coll.replaceAll('-', '')
  if (typeof parent?.idIn !== 'string') return own
  const whole = toSampleId(parent.coll as Collection)
  return parent.idIn === 'id' ? whole : `${whole}-${own}`
}

const isOrdinary = (coll: Collection) => {
  const { isMark, startsAnew } = getCollection(coll)
  return coll !== 'client' && !isMark && !startsAnew
}

export const OTHER_REFS: readonly RecordRef[] = collectionNames.filter(isOrdinary).map((coll) => {
  const id = toSampleId(coll)
  if (!isRecordId(coll, id)) throw new Error(`${id} is no id of the collection ${coll}`)
  return { coll, id }
})

/** The fields of a collection that hold any short text as a single value, as far as its definition says. */
export function listTextFields(coll: Collection): string[] {
  const { fields, parent, pickAccepted } = getCollection(coll)
  const link = typeof parent?.idIn === 'object' ? parent.idIn.field : undefined
  const known = Object.entries(fields).flatMap(([name, { merge, schema, isHidden }]) =>
    merge === 'value' && !isHidden && name !== link && v.is(schema, 't1;') ? name : [],
  )
  return [UNKNOWN_FIELD, ...(pickAccepted ? [] : known)]
}

/** The records that are deleted with a record: those that extend it. */
export function listDeletedWith({ coll, id }: RecordRef): RecordRef[] {
  return [{ coll, id }, ...listExtensions(coll).map(({ name }) => ({ coll: name, id }))]
}

/** Whether a record can be deleted by itself. */
export const isDeletable = ({ coll }: RecordRef) => !isExtension(coll)
