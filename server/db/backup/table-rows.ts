import { createHash } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import type pg from 'pg'

/** A text, an integer in decimal digits, or bytes as base64: exact, and the same on both engines. */
type Value = string | null

/** The values of one row, in the order of its table's columns. */
export type Row = readonly Value[]

interface Column {
  name: string
  type: 'integer' | 'text' | 'bytes'
}

/** A table of the site; both engines have the same ones. */
export interface Table {
  name: string
  /** By name, so that the order is the same on both engines. */
  columns: Column[]
  /** The columns of the primary key. */
  key: string[]
}

/** On PostgreSQL a view; see `Ddl.clock`. */
const CLOCK = 'sync_clock'

/** The last number of a change that was taken. */
export const READ_CLOCK = `SELECT seq FROM ${CLOCK}`

export const setClockSql = (seq: string) =>
  `UPDATE ${CLOCK} SET seq = ${BigInt(seq)} WHERE seq < ${BigInt(seq)}`

/** All tables; each comes after the tables that it refers to. */
export function listTables(sqlite: Sqlite.Database): Table[] {
  const names = sqlite
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name <> ?",
    )
    .pluck()
    .all(CLOCK) as string[]
  const sorted = new Set<string>()
  const visit = (name: string) => {
    for (const target of listReferences(sqlite, name)) if (target !== name) visit(target)
    sorted.add(name)
  }
  for (const name of names.sort()) visit(name)
  return [...sorted].map((name) => readTable(sqlite, name))
}

function listReferences(sqlite: Sqlite.Database, name: string): string[] {
  const found = sqlite.pragma(`foreign_key_list("${name}")`) as { table: string }[]
  return found.map(({ table }) => table)
}

const COLUMN_TYPES: Record<string, Column['type']> = { INTEGER: 'integer', BLOB: 'bytes' }

function readTable(sqlite: Sqlite.Database, name: string): Table {
  const found = sqlite.pragma(`table_info("${name}")`) as {
    name: string
    type: string
    pk: number
  }[]
  const key = found.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  if (key.length === 0) throw new Error(`The table ${name} has no primary key`)
  return {
    name,
    columns: found
      .map((column) => ({ name: column.name, type: COLUMN_TYPES[column.type] ?? 'text' }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    key: key.map((column) => column.name),
  }
}

/** Characters and rows that are in memory at once; a single longer row is too. */
const MAX_BATCH_LENGTH = 1 << 20
const MAX_BATCH_ROWS = 500

const quote = (name: string) => `"${name}"`
export const quoteColumns = ({ columns }: Table) => columns.map(({ name }) => quote(name)).join()
const selectSql = (table: Table) =>
  `SELECT ${quoteColumns(table)} FROM ${quote(table.name)} ORDER BY ${table.key.map(quote).join()}`

/** The rows in batches, by the bytes of their key. The connection takes no other query meanwhile. */
export function* readSqliteRows(sqlite: Sqlite.Database, table: Table): Generator<Row[]> {
  const statement = sqlite.prepare(selectSql(table)).raw(true).safeIntegers(true)
  let batch: Row[] = []
  let length = 0
  for (const values of statement.iterate() as Iterable<(string | bigint | Buffer | null)[]>) {
    const row = values.map(toValue)
    batch.push(row)
    length += getLength(row)
    if (batch.length < MAX_BATCH_ROWS && length < MAX_BATCH_LENGTH) continue
    yield batch
    batch = []
    length = 0
  }
  yield batch
}

/** The same on PostgreSQL, inside the caller's transaction. */
export async function* readPostgresRows(client: pg.Client, table: Table): AsyncGenerator<Row[]> {
  await client.query(`DECLARE site_rows NO SCROLL CURSOR FOR ${selectSql(table)}`)
  let count = 10
  while (true) {
    const text = `FETCH ${count} FROM site_rows`
    // Without type parsers of its own, the driver leaves big integers as text.
    const found = await client.query<(string | Buffer | null)[]>({ text, rowMode: 'array' })
    const rows = found.rows.map((row) => row.map(toValue))
    if (rows.length === 0) break
    const length = rows.reduce((sum, row) => sum + getLength(row), 0)
    count = Math.ceil(Math.min(MAX_BATCH_ROWS, (MAX_BATCH_LENGTH * rows.length) / (length + 1)))
    yield rows
  }
  await client.query('CLOSE site_rows')
}

function toValue(value: string | bigint | Buffer | null): Value {
  if (value === null) return null
  return Buffer.isBuffer(value) ? value.toString('base64') : String(value)
}

/** A value as the column's own type, to be stored. */
export function fromValue(value: Value | undefined, { type }: Column): Value | bigint | Buffer {
  if (value === undefined || value === null) return null
  if (type === 'bytes') return Buffer.from(value, 'base64')
  return type === 'integer' ? BigInt(value) : value
}

const getLength = (row: Row) => row.reduce((sum, value) => sum + (value?.length ?? 0), 0)

export interface Digest {
  rowCount: number
  /** SHA-256 of all rows in their order, hexadecimal. */
  hash: string
}

/** Passes each batch on to `use`. */
export async function digestRows(
  batches: Iterable<Row[]> | AsyncIterable<Row[]>,
  use: (rows: Row[]) => void | Promise<void> = () => undefined,
): Promise<Digest> {
  const hash = createHash('sha256')
  let rowCount = 0
  for await (const rows of batches) {
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`)
    rowCount += rows.length
    await use(rows)
  }
  return { rowCount, hash: hash.digest('hex') }
}

export function isSameDigest(one: Digest, other: Digest): boolean {
  return one.rowCount === other.rowCount && one.hash === other.hash
}
