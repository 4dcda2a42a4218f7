import type { PendingEdit } from '#client/data/store/types.ts'
import { formatNames } from '#shared/clients/person-names.ts'
import { capitalize } from '#shared/lib/normalize-text.ts'
import {
  type Collection,
  findField,
  findOnlyField,
  getCollection,
  getFieldLabel,
  getRecordPath,
} from '#shared/sync/collections.ts'

// What the desk says about records of every collection, from the registry.

/** The page on which the edit was made. */
export function getPendingPath({ coll, id, journeyId, path }: PendingEdit): string {
  return path ?? getRecordPath(coll, journeyId ?? id)
}

/** `Sauna on the pier, in Lofoten, by sea`, `Their copy of Lofoten, by sea`, `Claire Marchetti`, `Calendar Settings`. */
export function formatRecordName({
  coll,
  name,
  item,
}: {
  coll: Collection
  /** The client's name, the journey's title, or what a mark is about. */
  name: string
  /** The name of a part; undefined if the record is none. */
  item?: string | undefined
}): string {
  const { page, nameOfPart } = getCollection(coll)
  if (page) return name || page.title
  if (nameOfPart) return nameOfPart(name)
  return item === undefined ? name : `${item}, in ${name}`
}

/** Fields that change with others: a position, and the marks of imports. */
const unnamedFields: readonly string[] = ['order', 'imports', 'removedDocuments']

/** `Notes edited`, `Phone and preferences edited`, `Client added`, `Conflict resolved`. */
export function formatPendingEdit({ op, coll, id, isNew, fields, set = {} }: PendingEdit): string {
  const { noun, page, describeEdit } = getCollection(coll)
  if (op === 'resolve') return 'Conflict resolved'
  if (op === 'delete') {
    const field = findOnlyField({ coll, id })
    return field === undefined ? `${noun} deleted` : `${getFieldLabel(coll, field)} removed`
  }
  const described = describeEdit?.({ isNew, fields, set })
  if (described !== undefined) return described
  // Hours have a default, and messages are unread, before there is a record: the edit adds nothing new.
  if (isNew && !page) return `${noun} added`
  // The edit that restores a deleted record sets no fields.
  if (fields.length === 0) return `${noun} restored`
  const names = fields
    .filter((field) => !unnamedFields.includes(field))
    .map((field) => getEditedName({ coll, field }, fields))
  return `${capitalize(formatNames([...new Set(names)]))} edited`
}

/** Several edited fields of a group are named by it; a single one keeps its label. */
function getEditedName(
  { coll, field }: { coll: Collection; field: string },
  fields: readonly string[],
): string {
  const group = findField(coll, field)?.group
  const isOne = fields.filter((one) => findField(coll, one)?.group === group).length === 1
  return group === undefined || isOne ? getFieldLabel(coll, field).toLowerCase() : group
}
