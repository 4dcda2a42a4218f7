import pg from 'pg'
import { readTables } from './server-data.ts'

/** Each row as text, in an order of its own, so that two engines can be compared. */
export type SiteRows = Record<string, string[]>

/** All rows of a data folder's SQLite file. */
export function readSqliteSite(folder: string): SiteRows {
  return toSiteRows(readTables(folder))
}

const POSTGRES_ONLY = ['counter', 'schema_version', 'write_lock']

/** All rows of a PostgreSQL database, without its own tables. */
export async function readPostgresSite(url: string): Promise<SiteRows> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
  const tables: Record<string, unknown[]> = {}
  for (const { tablename } of rows)
    if (!POSTGRES_ONLY.includes(tablename))
      tables[tablename] = (await client.query(`SELECT * FROM "${tablename}"`)).rows
  tables.sync_clock = (await client.query('SELECT * FROM sync_clock')).rows
  await client.end()
  return toSiteRows(tables)
}

function toValueText(value: unknown): string | null {
  if (Buffer.isBuffer(value)) return value.toString('base64')
  return value === null ? null : `${value}`
}

function toSiteRows(tables: Record<string, unknown[]>): SiteRows {
  const toText = (row: unknown) => {
    const values = Object.entries(row as object).sort(([a], [b]) => (a < b ? -1 : 1))
    return JSON.stringify(values.map(([name, value]) => [name, toValueText(value)]))
  }
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      rows
        .map(toText)
        // The life of the database differs from one to the next, by its nature.
        .filter((text) => name !== 'mark' || !text.includes('["name","life"]'))
        .sort(),
    ]),
  )
}
