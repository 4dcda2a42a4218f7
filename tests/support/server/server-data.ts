import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { buildBookingFields, getWeekdayAhead, postForm } from './forms.ts'
import type { ServerProcess } from './server.ts'

/** Bookable starts, each once: half hours inside opening hours in both summer and winter time. */
export function listFreeStarts(days: number): string[] {
  const dates = Array.from({ length: days }, (_, day) => getWeekdayAhead(3 + day))
  const times = ['08', '09', '10', '11', '12', '13', '14'].flatMap((h) => [`${h}:00`, `${h}:30`])
  return [...new Set(dates)].flatMap((date) => times.map((time) => `${date}T${time}:00.000Z`))
}

/** Books the start; returns the booking's id once the server has acknowledged it. */
export async function postBooking(server: ServerProcess, start: string): Promise<string> {
  const response = await postForm(server.url, buildBookingFields({ start }), randomUUID())
  if (response.status !== 201)
    throw new Error(`The booking for ${start} was refused with status ${response.status}`)
  return (await response.json()).bookingId
}

/** All rows of all tables; only for a database that nobody writes to meanwhile. */
export function readTables(folder: string): Record<string, unknown[]> {
  const sqlite = new Sqlite(path.join(folder, 'lysning.sqlite'), { readonly: true })
  const names = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[]
  const tables = names.map((name) => [name, sqlite.prepare(`SELECT * FROM "${name}"`).all()])
  sqlite.close()
  return Object.fromEntries(tables)
}

export function readBookingIds(folder: string): string[] {
  return (readTables(folder).booking as { id: string }[]).map(({ id }) => id).sort()
}

/** The complete mail files; one that is being written has another extension. */
export function listMailFiles(folder: string): string[] {
  const mail = path.join(folder, 'mail')
  const names = fs.existsSync(mail) ? fs.readdirSync(mail) : []
  return names.filter((name) => name.endsWith('.eml')).sort()
}

/** Each row as text, in an order of its own, so that two engines can be compared. */
export type SiteRows = Record<string, string[]>

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
