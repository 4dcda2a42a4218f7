import { EXPORT_MARK } from '../../../shared/crm/export.ts'
import { checked, type ImportedRow, readRecord, readRow } from '../../../shared/crm/import.ts'
import { targetNamed } from '../../../shared/crm/import-columns.ts'
import { isOldClient, readOldClient } from '../../../shared/crm/old-clients.ts'
import { readTable, type Table } from './import-csv.ts'
import { textOf } from './import-text.ts'
import type { ImportColumn, ImportKind, ImportReading, ImportView } from './import-types.ts'
import { readVcards } from './import-vcard.ts'
import { namedId } from './named-id.ts'

const SAMPLES = 3
const LONGEST_TEXT = 160

/** A file of clients, read once; what its columns mean may change. */
export interface ImportFile {
  view: ImportView
  row(at: number, reading: ImportReading): ImportedRow
  /** Where a row stands in the file, counted as its program counts. */
  number(at: number): number
  /** The same for the same content of the same file, however often it is read. */
  id(at: number): string
  /** What a row says, for a person to recognise it. */
  text(at: number): string
}

/** Throws an error with a sentence for the owner where it is no file of clients. */
export function readImportFile(bytes: Uint8Array, name: string): ImportFile {
  const text = textOf(bytes)
  const file = namedId(bytes)
  const id = (at: number) => namedId(`${file}/${at}`)
  if (/^\s*[[{]/.test(text) && !/\.(csv|vcf)$/i.test(name)) return records(text, id)
  const isVcard = /^\ufeff?\s*BEGIN:VCARD/i.test(text)
  return isVcard ? table('vcard', readVcards(text), id) : table('csv', readTable(text), id)
}

type IdOf = ImportFile['id']

function table(kind: ImportKind, { columns, rows, numbers }: Table, id: IdOf): ImportFile {
  if (rows.length === 0) throw new Error('There are no clients in this file.')
  const guessed = columns.map(targetNamed)
  const cells = (at: number) => rows[at] ?? []
  return {
    view: { kind, rows: rows.length, columns: columnsOf(columns, rows) },
    row: (at, { targets, nameFromEmail }) =>
      readRow(cells(at), {
        columns,
        targets: guessed.map((target, column) => targets[column] ?? target),
        nameFromEmail,
      }),
    number: (at) => numbers[at] ?? 0,
    id,
    text: (at) =>
      cells(at)
        .filter((cell) => cell.trim() !== '')
        .join(', ')
        .slice(0, LONGEST_TEXT),
  }
}

function columnsOf(columns: readonly string[], rows: readonly string[][]): ImportColumn[] {
  return columns.flatMap((name, at) => {
    const samples: string[] = []
    for (const row of rows) {
      const cell = row[at]?.trim()
      if (cell && !samples.includes(cell)) samples.push(cell.slice(0, LONGEST_TEXT))
      if (samples.length === SAMPLES) break
    }
    return samples.length > 0 ? [{ at, name, target: targetNamed(name), samples }] : []
  })
}

/** Our own export, or what the site's old store held. */
function records(text: string, id: IdOf): ImportFile {
  const list = recordsIn(text)
  return {
    view: { kind: 'json', rows: list.length, columns: [] },
    row: (at) => recordRow(list[at]),
    number: (at) => at + 1,
    id,
    text: (at) => JSON.stringify(list[at])?.slice(0, LONGEST_TEXT) ?? '',
  }
}

function recordRow(record: unknown): ImportedRow {
  const old = isOldClient(record) ? readOldClient(record) : undefined
  if (old) return old
  if (typeof record === 'object' && record !== null && !Array.isArray(record))
    return readRecord(record as Record<string, unknown>)
  return checked(undefined, {})
}

function recordsIn(text: string): unknown[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new Error('This file is not whole: it cannot be read as JSON.')
  }
  const list = isOurs(content) && content.format === EXPORT_MARK ? content.clients : content
  if (!Array.isArray(list) || list.length === 0)
    throw new Error('There are no clients in this file.')
  return list
}

function isOurs(content: unknown): content is { format: unknown; clients: unknown } {
  return (
    typeof content === 'object' && content !== null && 'format' in content && 'clients' in content
  )
}
