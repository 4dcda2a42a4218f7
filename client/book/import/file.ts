import { EXPORT_MARK } from '#shared/clients/export.ts'
import { targetNamed } from '#shared/clients/import/import-columns.ts'
import { type ImportedRow, readRecord, readRow } from '#shared/clients/import/import-row.ts'
import { isOldClient, readOldClient } from '#shared/clients/import/old-clients.ts'
import { dateOrderIn, isTwoDates } from '#shared/clients/import/read-date.ts'
import { contentId } from './content-id.ts'
import { isEmpty, readTable, type Table } from './csv.ts'
import type { ImportColumn, ImportKind, ImportReading, ImportView } from './types.ts'
import { readVcards } from './vcard.ts'

const SAMPLES = 3
const LONGEST_TEXT = 160

/** A parsed file of clients. The mapping of its columns may change without parsing again. */
export interface ImportFile {
  view: ImportView
  /** Reads a row with the given mapping. `at`: time of reading, ISO 8601. */
  row(index: number, reading: ImportReading, at: string): ImportedRow
  /** Row number in the file, as the program that wrote it counts. */
  number(index: number): number
  /**
   * Id derived from the file's content and the row's index, so reading the same file again gives
   * the same id.
   */
  id(index: number): string
  /** Text of a row, so that a person recognises it. */
  text(index: number): string
  /** Whether the row has no content. */
  isEmpty(index: number): boolean
}

/**
 * Parses a CSV, vCard or JSON file. Throws an `Error` with a sentence for the owner if there are no
 * clients in it.
 */
export function readImportFile(bytes: Uint8Array, name: string): ImportFile {
  const text = textOf(bytes)
  const file = contentId(bytes)
  const id = (index: number) => contentId(`${file}/${index}`)
  if (/^\s*[[{]/.test(text) && !/\.(csv|vcf)$/i.test(name)) return records(text, id)
  const isVcard = /^\ufeff?\s*BEGIN:VCARD/i.test(text)
  return isVcard ? table('vcard', readVcards(text), id) : table('csv', readTable(text), id)
}

type IdOf = ImportFile['id']

function table(kind: ImportKind, { columns, rows, numbers }: Table, id: IdOf): ImportFile {
  if (rows.every(isEmpty)) throw new Error('There are no clients in this file.')
  const known = columnsOf(columns, rows)
  const guessed = columns.map(targetNamed)
  const orders = columns.map((_, at) => known.find((column) => column.at === at)?.dates)
  const cells = (index: number) => rows[index] ?? []
  const number = (index: number) => numbers[index] ?? 0
  return {
    view: { kind, rows: rows.length, columns: known },
    row: (index, { targets, dateOrders }, at) =>
      readRow(
        cells(index),
        {
          columns,
          targets: guessed.map((target, column) => targets[column] ?? target),
          dateOrders: orders.map((order, column) =>
            order === 'ask' ? dateOrders[column] : (dateOrders[column] ?? order),
          ),
          at,
        },
        `Client without a name (row ${number(index)})`,
      ),
    number,
    id,
    text: (index) =>
      cells(index)
        .filter((cell) => cell.trim() !== '')
        .join(', ')
        .slice(0, LONGEST_TEXT),
    isEmpty: (index) => isEmpty(cells(index)),
  }
}

function columnsOf(columns: readonly string[], rows: readonly string[][]): ImportColumn[] {
  return columns.flatMap((name, at) => {
    const cells = rows.map((row) => row[at]?.trim() ?? '')
    const dates = dateOrderIn(cells)
    // The sample must show the ambiguous date that the owner is asked about.
    const asked = dates === 'ask' ? cells.find(isTwoDates) : undefined
    const samples = firstValues(asked === undefined ? cells : [asked, ...cells])
    return samples.length > 0 ? [{ at, name, target: targetNamed(name), samples, dates }] : []
  })
}

function firstValues(cells: readonly string[]): string[] {
  const samples: string[] = []
  for (const cell of cells) {
    if (cell && !samples.includes(cell)) samples.push(cell.slice(0, LONGEST_TEXT))
    if (samples.length === SAMPLES) break
  }
  return samples
}

/** JSON: our own export, or the stored list of the old site. */
function records(text: string, id: IdOf): ImportFile {
  const list = recordsIn(text)
  return {
    view: { kind: 'json', rows: list.length, columns: [] },
    row: (index, _reading, at) => recordRow(list[index], at),
    number: (index) => index + 1,
    id,
    text: (index) => JSON.stringify(list[index])?.slice(0, LONGEST_TEXT) ?? '',
    isEmpty: (index) => list[index] === null,
  }
}

function recordRow(record: unknown, at: string): ImportedRow {
  const old = isOldClient(record) ? readOldClient(record, at) : undefined
  return old ?? readRecord(record)
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

/** Bytes examined to detect UTF-16. */
const SAMPLE = 4096

/** Decodes a file. Old Windows programs do not mark their encoding, so it is guessed. */
function textOf(bytes: Uint8Array): string {
  const marked = encodingMarked(bytes) ?? wideEncoding(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function encodingMarked([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Detects UTF-16 without a byte order mark: in European text every other byte is zero. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < sample.length / 8) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}
