import type { PendingEdit } from '#client/data/store/types.ts'
import { formatJourneyRecord } from '#client/desk/journeys/journey-labels.ts'
import { listSectionFields } from '#shared/clients/client-fields.ts'
import { formatNames } from '#shared/clients/person-names.ts'
import { getCollection, getFieldLabel } from '#shared/sync/collections.ts'

const preferences: readonly string[] = listSectionFields('preferences')

/** `Claire Marchetti`, `Sauna on the pier, in Lofoten, by sea`, `Calendar Settings`. */
export function formatPendingSubject({ coll, name, item }: PendingEdit): string {
  const { page } = getCollection(coll)
  if (page) return page.title
  return coll === 'client' ? name : formatJourneyRecord({ coll, title: name, item })
}

/** The address of the page on which the edit was made. */
export function getPendingPath({ coll, id, journeyId }: PendingEdit): string {
  const { page } = getCollection(coll)
  if (page) return page.path
  return coll === 'client' ? `/admin/crm/${id}` : `/admin/journeys/${journeyId}`
}

/** `Notes edited`, `Phone and preferences edited`, `Client added`, `Conflict resolved`. */
export function formatPendingEdit(edit: PendingEdit): string {
  const { op, coll, isNew, fields } = edit
  if (op === 'resolve') return 'Conflict resolved'
  const { noun, page } = getCollection(coll)
  if (op === 'delete') return coll === 'schedule' ? 'Exception removed' : `${noun} deleted`
  if (coll === 'guest-pass') return formatPassEdit(edit)
  // Hours have a default, and messages are unread, before there is a record: the edit adds nothing new.
  if (isNew && !page) return `${noun} added`
  // The edit that restores a deleted record sets no fields.
  if (fields.length === 0) return `${noun} restored`
  if (coll === 'client') return formatClientEdit(fields)
  if (coll === 'journey-item' && fields.every((field) => field === 'day' || field === 'order'))
    return 'Item moved'
  const named = fields.filter((field) => field !== 'order')
  return formatFieldNames(named.map((field) => getFieldLabel(coll, field).toLowerCase()))
}

function formatPassEdit({ isNew, fields }: PendingEdit): string {
  // Closing a link counts no version.
  if (!fields.includes('version')) return 'Link will be closed'
  return isNew ? 'Will be shared' : 'Will be updated'
}

function formatClientEdit(fields: readonly string[]): string {
  return formatFieldNames(fields.map((field) => formatFieldName(field, fields)))
}

/** Several edited preferences become the word `preferences`; a single one keeps its name. */
function formatFieldName(field: string, fields: readonly string[]): string {
  const many = fields.filter((one) => preferences.includes(one)).length > 1
  return many && preferences.includes(field)
    ? 'preferences'
    : getFieldLabel('client', field).toLowerCase()
}

/** `Phone, notes and preferences edited` */
function formatFieldNames(names: readonly string[]): string {
  const text = formatNames([...new Set(names)])
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} edited`
}
