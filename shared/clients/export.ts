import { type Cell, csv } from '#shared/lib/csv.ts'
import { type Client, clientOf } from './fields.ts'
import { chipsText, journalText, tripsText } from './import/cells.ts'
import { type Column, columnName, exportColumns } from './import/import-columns.ts'

/** A client in an export, including fields that only a later version of the site knows. */
export type ExportedClient = { id: string } & Record<string, unknown>

const exportFormats = ['csv', 'json', 'vcf'] as const

export type ExportFormat = (typeof exportFormats)[number]

export const exportTypes: Record<ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  vcf: 'text/vcard;charset=utf-8',
}

/** The `format` by which the import recognises our own JSON files. */
export const EXPORT_MARK = 'lysning-clients'

/** A field as one text, which the import can read back. */
export function fieldText(client: Client & { id: string }, column: Column): string {
  if (column === 'trips') return tripsText(client.trips)
  if (column === 'journal') return journalText(client.journal)
  const value = client[column]
  return Array.isArray(value) ? chipsText(value) : value
}

export function clientsCsv(clients: readonly ExportedClient[]): string {
  const rows = clients.map((one): Cell[] => {
    const client = { ...clientOf(one), id: one.id }
    return exportColumns.map((column) => fieldText(client, column))
  })
  return csv(exportColumns.map(columnName), rows)
}

export function clientsJson(clients: readonly ExportedClient[], exportedAt: string): string {
  return `${JSON.stringify({ format: EXPORT_MARK, version: 1, exportedAt, clients }, null, 1)}\n`
}
