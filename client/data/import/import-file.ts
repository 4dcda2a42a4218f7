import { EXPORT_FORMAT_ID } from '#shared/clients/client-export.ts'
import { detectDateOrder, isAmbiguousDate } from '#shared/clients/import/date-parser.ts'
import {
  exportColumns,
  findTarget,
  getColumnName,
  type ImportTarget,
} from '#shared/clients/import/import-columns.ts'
import { parseRow } from '#shared/clients/import/import-row.ts'
import { type ImportedRow, parseExportedRecord } from '#shared/clients/import/imported-row.ts'
import { isLegacyClient, parseLegacyClient } from '#shared/clients/import/legacy-clients.ts'
import { PRODUCT_ID } from '#shared/clients/import/vcard.ts'
import type { ImportKind } from '#shared/clients/imports.ts'
import { contentId } from './content-id.ts'
import { isEmptyRow, type Pause, readTable, type Table } from './csv.ts'
import { detectTextKind, refuseBinaryFile } from './file-type.ts'
import { recognizeColumns } from './recognize-columns.ts'
import { decodeBytes, decodeText, detectEncoding, toUtf8 } from './text-encoding.ts'
import type { Encoding, ImportColumn, ImportMapping, ImportView } from './types.ts'
import { readVcards } from './vcard.ts'

const MAX_SAMPLES = 3
/** Most texts without a client that are shown. */
const MAX_LEFT_OUT = 20
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
  /** Whether the ids in the file are record ids of a client book. */
  hasOwnIds: boolean
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

interface ReadOptions {
  /** The owner's choice for a file that is not plainly Unicode. */
  encoding?: Encoding | undefined
  /** Called between slices of the work, so that other tasks run. */
  pause: Pause
}

/**
 * Parses a CSV, vCard or JSON file. Throws an `Error` with a sentence for the owner if it is no list
 * of clients, or if JSON cannot be parsed.
 */
export async function readImportFile(
  bytes: Uint8Array,
  name: string,
  { encoding, pause }: ReadOptions,
): Promise<ImportFile> {
  refuseBinaryFile(bytes)
  const fileId = await hashFile(bytes, pause)
  const getRowId = (index: number) => contentId(`${fileId}/${index}`)
  const body = toUtf8(bytes)
  const detected = detectEncoding(body, encoding)
  const head = decodeBytes(body.subarray(0, HEAD_BYTES), detected.fallback)
  const kind = detectTextKind(head, name)
  const guessedEncoding = detected.isGuessed ? detected.fallback : undefined
  if (kind === 'vcard') {
    const table = await readVcards(body, detected.fallback, pause)
    const isOwnExport = head.includes(`PRODID:${PRODUCT_ID}`)
    return toTableFile({ kind, getRowId, guessedEncoding, pause, isOwnExport }, table)
  }
  const text = await decodeText(body, detected, pause)
  if (kind === 'json') return toJsonFile(text, getRowId)
  const table = await readTable(text, pause)
  const isOwnExport = exportColumns.every((column) => table.columns.includes(getColumnName(column)))
  return toTableFile({ kind, getRowId, guessedEncoding, pause, isOwnExport }, table)
}

/** Bytes at the start by which a text is recognised. */
const HEAD_BYTES = 64 * 1024
/** Bytes that are hashed at once. */
const HASH_BYTES = 256 * 1024

async function hashFile(bytes: Uint8Array, pause: Pause): Promise<string> {
  if (bytes.length <= HASH_BYTES) return contentId(bytes)
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += HASH_BYTES) {
    parts.push(contentId(bytes.subarray(from, from + HASH_BYTES)))
    await pause()
  }
  return contentId(parts.join())
}

const NO_PEOPLE =
  'This is no list of people: it has no column of names, email addresses or telephone numbers. A list has one person in each row. Add a first row with the names of the columns, such as Name, Email and Phone.'

/** A cell with this many words is a sentence, not a name. */
const SENTENCE_WORDS = 7

/** Targets that say who a person is, or how to reach them. */
const personTargets: readonly ImportTarget[] = [
  'name',
  'firstName',
  'lastName',
  'company',
  'email',
  'otherEmails',
  'phone',
]

interface ColumnTargets {
  targets: ImportTarget[]
  /** The names of the columns do not say it, so their content did. */
  isRecognized: boolean
}

/** Finds what each column contains. Throws if the file is a text, or a list of something else than people. */
function findTargets({ columns, rows }: Pick<Table, 'columns' | 'rows'>): ColumnTargets {
  const named = columns.map(findTarget)
  const hasPerson = named.some((target) => personTargets.includes(target))
  const hasOther = named.some((target) => target !== 'rest') && columns.length > 1
  const recognized = recognizeColumns(rows)
  if (hasPerson ? isProse(rows) : !hasOther && recognized.size === 0) throw new Error(NO_PEOPLE)
  // The name of a column counts more than its content: a number may be that of an emergency.
  const isOpen = (at: number) =>
    named[at] === 'rest' && (!hasPerson || /^Column \d+$/.test(columns[at] ?? ''))
  const targets = named.map((target, at) => {
    const content = recognized.get(at)
    return content && isOpen(at) && !named.includes(content) ? content : target
  })
  return { targets, isRecognized: targets.some((target, at) => target !== named[at]) }
}

/** In a text, most rows have one cell, with a sentence or a part of one. */
function isProse(rows: readonly string[][]): boolean {
  const filled = rows.filter((row) => !isEmptyRow(row))
  const sentences = filled.filter((row) => {
    const [text = '', ...others] = row.map((cell) => cell.trim()).filter((cell) => cell !== '')
    const isSentence = text.split(/\s+/).length >= SENTENCE_WORDS || /[\p{L})][.,:;!?]$/u.test(text)
    return others.length === 0 && isSentence
  })
  return sentences.length * 2 > filled.length
}

type GetRowId = ImportFile['getRowId']

interface TableFileParts {
  kind: ImportKind
  getRowId: GetRowId
  guessedEncoding: Encoding | undefined
  pause: Pause
  isOwnExport: boolean
}

async function toTableFile(
  { kind, getRowId, guessedEncoding, pause, isOwnExport }: TableFileParts,
  { columns, rows, labels, rowNumbers, leftOut }: Table,
): Promise<ImportFile> {
  if (rows.every(isEmptyRow)) throw new Error('There are no clients in this file.')
  const { targets: found, isRecognized } =
    kind === 'csv'
      ? findTargets({ columns, rows })
      : { targets: columns.map(findTarget), isRecognized: false }
  const known = await describeColumns({ columns, rows, targets: found }, pause)
  const orders = columns.map(
    (_, index) => known.find((column) => column.index === index)?.dateOrder,
  )
  const cells = (index: number) => rows[index] ?? []
  return {
    view: {
      kind,
      rows: rows.length,
      columns: known,
      leftOut: { count: leftOut.length, first: leftOut.slice(0, MAX_LEFT_OUT).map(shorten) },
      encoding: guessedEncoding,
      isRecognized,
      isOwnExport,
    },
    hasOwnIds: false,
    parseRow: (index, { targets, dateOrders, isIdText = false }, readAt) =>
      parseRow(
        { cells: cells(index), labels: labels[index] ?? [] },
        {
          // The id of a card says nothing to a person.
          isIdText: isIdText && kind !== 'vcard',
          columns,
          targets: found.map((target, column) => targets[column] ?? target),
          dateOrders: orders.map((order, column) =>
            order === 'ask' ? dateOrders[column] : (dateOrders[column] ?? order),
          ),
          importedAt: readAt,
        },
      ),
    getRowNumber: (index) => rowNumbers[index] ?? 0,
    getRowId,
    getRowText: (index) =>
      cells(index)
        .filter((cell) => cell.trim() !== '')
        .join(', ')
        .slice(0, MAX_TEXT_LENGTH),
    isRowEmpty: (index) => isEmptyRow(cells(index)),
  }
}

const shorten = (text: string) => text.slice(0, MAX_TEXT_LENGTH)

async function describeColumns(
  { columns, rows, targets }: Pick<Table, 'columns' | 'rows'> & { targets: ImportTarget[] },
  pause: Pause,
): Promise<ImportColumn[]> {
  const described: ImportColumn[] = []
  for (const [index, name] of columns.entries()) {
    await pause()
    const cells = rows.map((row) => row[index]?.trim() ?? '')
    const dateOrder = detectDateOrder(cells)
    // The sample must show the ambiguous date that the owner is asked about.
    const ambiguousDate = dateOrder === 'ask' ? cells.find(isAmbiguousDate) : undefined
    const samples = firstValues(ambiguousDate === undefined ? cells : [ambiguousDate, ...cells])
    if (samples.length > 0)
      described.push({ index, name, target: targets[index] ?? 'rest', samples, dateOrder })
  }
  return described
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
function toJsonFile(text: string, getRowId: GetRowId): ImportFile {
  const { list, isOwn } = parseRecords(text)
  return {
    view: {
      kind: 'json',
      rows: list.length,
      columns: [],
      leftOut: { count: 0, first: [] },
      encoding: undefined,
      isRecognized: false,
      isOwnExport: isOwn,
    },
    hasOwnIds: isOwn,
    parseRow: (index, _mapping, readAt) => parseRecord(list[index], readAt),
    getRowNumber: (index) => index + 1,
    getRowId,
    getRowText: (index) => JSON.stringify(list[index])?.slice(0, MAX_TEXT_LENGTH) ?? '',
    isRowEmpty: (index) => list[index] === null,
  }
}

function parseRecord(record: unknown, readAt: string): ImportedRow {
  const old = isLegacyClient(record) ? parseLegacyClient(record, readAt) : undefined
  return old ?? parseExportedRecord(record)
}

function parseRecords(text: string): { list: unknown[]; isOwn: boolean } {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new Error('This file is incomplete: it cannot be read as JSON.')
  }
  const own = isOwnExport(content) && content.format === EXPORT_FORMAT_ID ? content : undefined
  const list = own ? own.clients : content
  if (!Array.isArray(list) || !list.some((one) => typeof one === 'object' && one !== null))
    throw new Error('There are no clients in this file.')
  return { list, isOwn: own !== undefined }
}

function isOwnExport(content: unknown): content is { format: unknown; clients: unknown } {
  return (
    typeof content === 'object' && content !== null && 'format' in content && 'clients' in content
  )
}
