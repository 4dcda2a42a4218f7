import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** An empty PostgreSQL database of a test's own, with a connection of the test. */
export class PostgresDatabase {
  private constructor(
    private readonly adminUrl: string,
    readonly name: string,
    readonly url: string,
    private client: pg.Client | undefined,
  ) {}

  /** `adminUrl`: any database of a server, with a user who may create others. */
  static async create(adminUrl = process.env.TEST_DATABASE_URL ?? ''): Promise<PostgresDatabase> {
    const name = `own_${randomUUID().replaceAll('-', '')}`
    await runStatement(adminUrl, `CREATE DATABASE "${name}"`)
    const url = new URL(adminUrl)
    url.pathname = name
    return new PostgresDatabase(adminUrl, name, url.href, undefined)
  }

  /** The rows of a statement; connects again if the server was restarted since. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    this.client ??= await connect(this.url, () => {
      this.client = undefined
    })
    return (await this.client.query<Row>(text, values)).rows
  }

  async count(from: string): Promise<number> {
    const [row] = await this.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`)
    return row?.count ?? 0
  }

  countTables(): Promise<number> {
    return this.count("pg_tables WHERE schemaname = 'public'")
  }

  async drop(): Promise<void> {
    await this.client?.end()
    await runStatement(this.adminUrl, `DROP DATABASE IF EXISTS "${this.name}" WITH (FORCE)`)
  }
}

async function connect(url: string, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', onLost)
  await client.connect()
  return client
}

/** Runs one statement on a connection of its own. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = await connect(url, () => undefined)
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
