import { formatChips, formatJournal, formatTrips } from '#shared/clients/import/cell-format.ts'
import {
  type ExportColumn,
  exportColumns,
  getColumnName,
} from '#shared/clients/import/import-columns.ts'
import { type CsvCell, formatCsv } from '#shared/lib/csv.ts'
import { type Client, toClient } from './client-fields.ts'

/** A client in an export, including fields that only a later version of the site knows. */
export type ExportedClient = { id: string } & Record<string, unknown>

const clientExportFormats = ['csv', 'json', 'vcf'] as const

export type ClientExportFormat = (typeof clientExportFormats)[number]

export const exportMimeTypes: Record<ClientExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  vcf: 'text/vcard;charset=utf-8',
}

/** The `format` by which the import recognises our own JSON files. */
export const EXPORT_FORMAT_ID = 'lysning-clients'

/** A field as one text, which the import can read back. */
export function formatField(client: Client & { id: string }, column: ExportColumn): string {
  if (column === 'trips') return formatTrips(client.trips)
  if (column === 'journal') return formatJournal(client.journal)
  const value = client[column]
  return Array.isArray(value) ? formatChips(value) : value
}

export function formatClientsCsv(clients: readonly ExportedClient[]): string {
  const rows = clients.map((one): CsvCell[] => {
    const client = { ...toClient(one), id: one.id }
    return exportColumns.map((column) => formatField(client, column))
  })
  return formatCsv(exportColumns.map(getColumnName), rows)
}

export function formatClientsJson(clients: readonly ExportedClient[], exportedAt: string): string {
  return `${JSON.stringify({ format: EXPORT_FORMAT_ID, version: 1, exportedAt, clients }, null, 1)}\n`
}
