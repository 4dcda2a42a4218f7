import type { WaitingChange } from '#client/book/store/types.ts'
import { fieldName, fieldsIn } from '#shared/clients/fields.ts'

const preferences: readonly string[] = fieldsIn('preferences')

/** `Notes edited`, `Phone and preferences edited`, `Client added`. */
export function changeWords({ op, id, added, fields }: WaitingChange): string {
  if (op === 'publish') return 'Will be published'
  if (op === 'resolve') return 'Conflict settled'
  if (op === 'delete') return 'Client deleted'
  if (id === 'weekly') return 'Draft of the schedule'
  if (added) return 'Client added'
  const names = new Set(fields.map((field) => wordOf(field, fields)))
  return `${sentence([...names])} edited`
}

/** Several edited preferences become the word `preferences`; a single one keeps its name. */
function wordOf(field: string, fields: readonly string[]): string {
  const many = fields.filter((one) => preferences.includes(one)).length > 1
  return many && preferences.includes(field) ? 'preferences' : fieldName(field).toLowerCase()
}

function sentence(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  const words = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
  return words.charAt(0).toUpperCase() + words.slice(1)
}
