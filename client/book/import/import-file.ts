import { EXPORT_FORMAT_ID } from '#shared/clients/client-export.ts'
import { detectDateOrder, isAmbiguousDate } from '#shared/clients/import/date-parser.ts'
import { findTarget } from '#shared/clients/import/import-columns.ts'
import {
  type ImportedRow,
  parseExportedRecord,
  parseRow,
} from '#shared/clients/import/import-row.ts'
import { isLegacyClient, parseLegacyClient } from '#shared/clients/import/legacy-clients.ts'
import { contentId } from './content-id.ts'
import { isEmptyRow, readTable, type Table } from './csv.ts'
import type { ImportColumn, ImportKind, ImportMapping, ImportView } from './types.ts'
import { readVcards } from './vcard.ts'

const MAX_SAMPLES = 3
/** UTF-16 units of a row or value that are shown. */
const MAX_TEXT_LENGTH = 160

/** A parsed file of clients. The mapping of its columns may change without parsing again. */
export interface ImportFile {
  view: ImportView
  /**
   * Reads a row with the given mapping. A row that is not a valid client has a `problem`; nothing
   * is thrown. `readAt`: time of reading, ISO 8601.
   */
  parseRow(index: number, mapping: ImportMapping, readAt: string): ImportedRow
  /** Row number in the file, as the program that wrote it counts. */
  getRowNumber(index: number): number
  /**
   * Id derived from the file's content and the row's index, so reading the same file again gives
   * the same id.
   */
  getRowId(index: number): string
  /** Text of a row, so that a person recognises it. */
  getRowText(index: number): string
  /** Whether the row has no content. */
  isRowEmpty(index: number): boolean
}

/**
 * Parses a CSV, vCard or JSON file. Throws an `Error` with a sentence for the owner if there are no
 * clients in it, or if JSON cannot be parsed.
 */
export function readImportFile(bytes: Uint8Array, name: string): ImportFile {
  const text = decodeText(bytes)
  const file = contentId(bytes)
  const id = (index: number) => contentId(`${file}/${index}`)
  if (/^\s*[[{]/.test(text) && !/\.(csv|vcf)$/i.test(name)) return toJsonFile(text, id)
  const isVcard = /^\ufeff?\s*BEGIN:VCARD/i.test(text)
  return isVcard
    ? toTableFile('vcard', readVcards(text), id)
    : toTableFile('csv', readTable(text), id)
}

type GetRowId = ImportFile['getRowId']

function toTableFile(
  kind: ImportKind,
  { columns, rows, rowNumbers }: Table,
  id: GetRowId,
): ImportFile {
  if (rows.every(isEmptyRow)) throw new Error('There are no clients in this file.')
  const known = describeColumns(columns, rows)
  const guessed = columns.map(findTarget)
  const orders = columns.map(
    (_, index) => known.find((column) => column.index === index)?.dateOrder,
  )
  const cells = (index: number) => rows[index] ?? []
  const number = (index: number) => rowNumbers[index] ?? 0
  return {
    view: { kind, rows: rows.length, columns: known },
    parseRow: (index, { targets, dateOrders }, readAt) =>
      parseRow(
        cells(index),
        {
          columns,
          targets: guessed.map((target, column) => targets[column] ?? target),
          dateOrders: orders.map((order, column) =>
            order === 'ask' ? dateOrders[column] : (dateOrders[column] ?? order),
          ),
          importedAt: readAt,
        },
        `Client without a name (row ${number(index)})`,
      ),
    getRowNumber: number,
    getRowId: id,
    getRowText: (index) =>
      cells(index)
        .filter((cell) => cell.trim() !== '')
        .join(', ')
        .slice(0, MAX_TEXT_LENGTH),
    isRowEmpty: (index) => isEmptyRow(cells(index)),
  }
}

function describeColumns(columns: readonly string[], rows: readonly string[][]): ImportColumn[] {
  return columns.flatMap((name, index) => {
    const cells = rows.map((row) => row[index]?.trim() ?? '')
    const dateOrder = detectDateOrder(cells)
    // The sample must show the ambiguous date that the owner is asked about.
    const ambiguousDate = dateOrder === 'ask' ? cells.find(isAmbiguousDate) : undefined
    const samples = firstValues(ambiguousDate === undefined ? cells : [ambiguousDate, ...cells])
    return samples.length > 0 ? [{ index, name, target: findTarget(name), samples, dateOrder }] : []
  })
}

function firstValues(cells: readonly string[]): string[] {
  const samples: string[] = []
  for (const cell of cells) {
    if (cell && !samples.includes(cell)) samples.push(cell.slice(0, MAX_TEXT_LENGTH))
    if (samples.length === MAX_SAMPLES) break
  }
  return samples
}

/** JSON: our own export, or the stored list of the old site. */
function toJsonFile(text: string, id: GetRowId): ImportFile {
  const list = parseRecords(text)
  return {
    view: { kind: 'json', rows: list.length, columns: [] },
    parseRow: (index, _mapping, readAt) => parseRecord(list[index], readAt),
    getRowNumber: (index) => index + 1,
    getRowId: id,
    getRowText: (index) => JSON.stringify(list[index])?.slice(0, MAX_TEXT_LENGTH) ?? '',
    isRowEmpty: (index) => list[index] === null,
  }
}

function parseRecord(record: unknown, readAt: string): ImportedRow {
  const old = isLegacyClient(record) ? parseLegacyClient(record, readAt) : undefined
  return old ?? parseExportedRecord(record)
}

function parseRecords(text: string): unknown[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new Error('This file is incomplete: it cannot be read as JSON.')
  }
  const list =
    isOwnExport(content) && content.format === EXPORT_FORMAT_ID ? content.clients : content
  if (!Array.isArray(list) || list.length === 0)
    throw new Error('There are no clients in this file.')
  return list
}

function isOwnExport(content: unknown): content is { format: unknown; clients: unknown } {
  return (
    typeof content === 'object' && content !== null && 'format' in content && 'clients' in content
  )
}

/** Bytes examined to detect UTF-16. */
const ENCODING_SAMPLE_LENGTH = 4096

/** Decodes a file. Old Windows programs do not mark their encoding, so it is guessed. */
function decodeText(bytes: Uint8Array): string {
  const encoding = detectByteOrderMark(bytes) ?? detectUtf16(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function detectByteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Detects UTF-16 without a byte order mark: in European text every other byte is zero. */
function detectUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, ENCODING_SAMPLE_LENGTH)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < sample.length / 8) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}
