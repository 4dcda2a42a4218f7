import type { PersonData } from '#server/db/privacy/person.ts'
import { type Cell, csv } from '#shared/lib/csv.ts'
import type { ExportFormat } from '#shared/privacy/api.ts'

interface Export {
  email: string
  data: PersonData
  now: number
}

/** The same in both formats; in the table each field has a line of its own. */
export function exportFile({ email, data, now }: Export, format: ExportFormat): string {
  const exportedAt = new Date(now).toISOString()
  if (format === 'json') return `${JSON.stringify({ exportedAt, email, ...data }, null, 2)}\n`
  const rows = Object.entries(data).flatMap(([record, found]) =>
    found.flatMap((row, index) =>
      fieldsOf(row).map(([field, value]) => [record, index + 1, field, value]),
    ),
  )
  return csv(['record', 'number', 'field', 'value'], rows as Cell[][])
}

function fieldsOf(row: Record<string, unknown>): [string, Cell][] {
  return Object.entries(row).flatMap(([name, value]): [string, Cell][] => {
    if (value === null) return [[name, '']]
    if (typeof value === 'object' && !Array.isArray(value))
      return fieldsOf(value as Record<string, unknown>).map(([inner, cell]) => [
        `${name}.${inner}`,
        cell,
      ])
    if (typeof value === 'number') return [[name, value]]
    return [[name, Array.isArray(value) ? JSON.stringify(value) : String(value)]]
  })
}
