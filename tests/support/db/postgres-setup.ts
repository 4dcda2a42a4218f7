import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/db/open-database.ts'
import { TEMPLATE } from './database.ts'
import { PostgresCluster } from './postgres.ts'

/** Faster and less durable: these tests kill no server. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'on',
  full_page_writes: 'off',
  // Milliseconds; two writes that wait for each other do so for this long, by default a second.
  deadlock_timeout: 50,
  max_connections: 200,
}

let cluster: PostgresCluster | undefined

/** Starts a server for the tests, unless `TEST_DATABASE_URL` names one; prepares the template. */
export async function setup(): Promise<void> {
  const given = process.env.TEST_DATABASE_URL
  cluster = given ? undefined : await PostgresCluster.start({ settings: SETTINGS })
  const url = given ?? cluster?.url('postgres') ?? ''
  process.env.TEST_DATABASE_URL = url
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS "${TEMPLATE}" WITH (FORCE)`)
  await client.query(`CREATE DATABASE "${TEMPLATE}"`)
  await client.end()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'template-'))
  const template = new URL(url)
  template.pathname = TEMPLATE
  const db = await openDatabase(folder, { url: template.href })
  await db.close()
  fs.rmSync(folder, { recursive: true })
}

export async function teardown(): Promise<void> {
  await cluster?.remove()
}
