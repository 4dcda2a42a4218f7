import type pg from 'pg'
import { DataError } from '#server/db/data-dir.ts'
import { POSTGRES_TABLES } from '#server/db/migrations/migrate.ts'
import { getStorageFault } from '#server/db/storage-faults.ts'
import { type Digest, digestRows, isSameDigest, type Row, type Table } from './table-rows.ts'

type Batches = Iterable<Row[]> | AsyncIterable<Row[]>

interface CopyParts {
  read(table: Table): Batches
  /** Deletes the rows of a target that has only those of the migrations. */
  clear(table: Table): Promise<void>
  createInsert(table: Table): (rows: Row[]) => Promise<void>
  readBack(table: Table): Batches
}

export interface CopyResult {
  tableCount: number
  rowCount: number
}

/**
 * Copies the tables, and then reads all of them again from the target. Throws `DataError` if a table
 * cannot be copied or differs.
 */
export async function copyTables(tables: Table[], parts: CopyParts): Promise<CopyResult> {
  const digests = new Map<Table, Digest>()
  for (const table of tables) {
    await parts.clear(table)
    digests.set(table, await copyTable(table, parts))
  }
  let rowCount = 0
  for (const [table, copied] of digests) {
    const found = await digestRows(parts.readBack(table))
    if (!isSameDigest(found, copied))
      throw new DataError(
        `The copy of the table ${table.name} differs from the original: ${found.rowCount} rows of ${copied.rowCount}. Nothing was moved.`,
      )
    rowCount += found.rowCount
  }
  return { tableCount: tables.length, rowCount }
}

async function copyTable(table: Table, { read, createInsert }: CopyParts): Promise<Digest> {
  try {
    return await digestRows(read(table), createInsert(table))
  } catch (error) {
    if (getStorageFault(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataError(`The table ${table.name} cannot be copied: ${reason}. Nothing was moved.`, {
      cause: error,
    })
  }
}

/**
 * Throws `DataError` if a table is on one side only, such as one that somebody added: it would be
 * lost.
 */
export async function assertSameTables(tables: Table[], client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables
      WHERE schemaname = current_schema() AND tablename <> ALL ($1)`,
    [POSTGRES_TABLES],
  )
  const there = new Set(rows.map(({ name }) => name))
  const here = new Set(tables.map(({ name }) => name))
  const alone =
    [...here].find((name) => !there.has(name)) ?? [...there].find((name) => !here.has(name))
  if (alone)
    throw new DataError(
      `The table ${alone} is in only one of the two databases, so nothing was moved. Remove it if it is not needed.`,
    )
}
