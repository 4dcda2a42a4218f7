import type { SCHEDULE } from '#client/book/store/schema.ts'
import type { PendingEdit } from '#client/book/store/types.ts'
import { getFieldLabel, listSectionFields } from '#shared/clients/client-fields.ts'

const preferences: readonly string[] = listSectionFields('preferences')

// Only the type is imported: the value would bring a module of the client book into this bundle.
const SCHEDULE_ID: (typeof SCHEDULE)['id'] = 'weekly'

/** `Notes edited`, `Phone and preferences edited`, `Client added`, `Conflict resolved`. */
export function formatPendingEdit({ op, id, isNew, fields }: PendingEdit): string {
  if (op === 'publish') return 'Will be published'
  if (op === 'resolve') return 'Conflict resolved'
  if (op === 'delete') return 'Client deleted'
  if (id === SCHEDULE_ID) return 'Draft of the schedule'
  if (isNew) return 'Client added'
  // The edit that restores a deleted client sets no fields.
  if (fields.length === 0) return 'Client restored'
  const names = new Set(fields.map((field) => formatFieldName(field, fields)))
  return `${toSentence([...names])} edited`
}

/** Several edited preferences become the word `preferences`; a single one keeps its name. */
function formatFieldName(field: string, fields: readonly string[]): string {
  const many = fields.filter((one) => preferences.includes(one)).length > 1
  return many && preferences.includes(field) ? 'preferences' : getFieldLabel(field).toLowerCase()
}

/** `Phone, notes and preferences` */
function toSentence(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  const text = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
  return text.charAt(0).toUpperCase() + text.slice(1)
}
