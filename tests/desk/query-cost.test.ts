import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import { CompiledQuery, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { findExpiredHolds } from '#server/booking/store.ts'
import { DATABASE_FILE } from '#server/db/data-dir.ts'
import type { Tx } from '#server/db/database.ts'
import { readEpoch } from '#server/db/metadata.ts'
import { findPersonRows, searchClientsByMailbox } from '#server/db/privacy/personal-data.ts'
import { findDueJobs, findNextFreeRunAt, findNextRunAt } from '#server/jobs/store.ts'
import { findBookingsWithOpenIntents } from '#server/payment/store.ts'
import {
  deleteExpiredRows,
  deleteExpiredSyncRows,
  findExpiredMails,
} from '#server/privacy/store.ts'
import type { ReadOnlyCollection } from '#shared/sync/read-only-collections.ts'
import { engine } from '#tests/support/db/database.ts'
import { getStatementPrototype, wrapMethod } from '#tests/support/db/sqlite-driver.ts'
import { REGULAR_EMAIL, seedDesk } from '#tests/support/desk/desk-seed.ts'
import { parseCsvRows } from '#tests/support/lib/csv-parser.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite, TODAY } from '#tests/support/server/site.ts'

let site: Site
afterEach(() => site.close())

interface Cost {
  statements: number
  /** Rows returned or changed: in all, and (`maxRows`) by one statement. */
  rows: number
  maxRows: number
  /** The parameters of the distinct statements, by SQL. */
  distinctStatements: Map<string, unknown[]>
}

/** Counts every statement from now on; the returned function ends it and gives the cost. */
function measureCost(): () => Cost {
  const cost: Cost = { statements: 0, rows: 0, maxRows: 0, distinctStatements: new Map() }
  const note = ({ database, source }: Sqlite.Statement, parameters: unknown, rows: number) => {
    if (path.basename(database.name) !== DATABASE_FILE || TRANSACTION_CONTROL.test(source)) return
    cost.statements++
    cost.rows += rows
    cost.maxRows = Math.max(cost.maxRows, rows)
    if (/^\s*(SELECT|WITH|UPDATE|DELETE)/i.test(source))
      cost.distinctStatements.set(source, parameters as unknown[])
  }
  const countRows = (name: string, count: (result: unknown) => number) =>
    wrapMethod(getStatementPrototype(), name, (before) => {
      return function (this: Sqlite.Statement, ...given: unknown[]) {
        const result = before.apply(this, given)
        note(this, given[0], count(result))
        return result
      }
    })
  const restoreFunctions = [
    countRows('all', (rows) => (rows as unknown[]).length),
    countRows('get', (row) => (row ? 1 : 0)),
    countRows('run', (result) => (result as Sqlite.RunResult).changes),
  ]
  return () => {
    for (const restore of restoreFunctions) restore()
    return cost
  }
}

const TRANSACTION_CONTROL = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/i

const AMOUNTS = [
  { bookings: 300, submissions: 400, sales: 200 },
  { bookings: 1500, submissions: 2000, sales: 200 },
]

const day = (days: number) => new Date(TODAY + days * 86_400_000).toISOString().slice(0, 10)

type SendRequest = (cookie: string) => Promise<unknown>

/** Pulls the changes from the last fifty of a collection on. */
async function pullLast(cookie: string, coll: ReadOnlyCollection): Promise<Response> {
  const { last } = await site.db.read
    .selectFrom('desk_change')
    .select((is) => is.fn.max('seq').as('last'))
    .where('kind', '=', coll)
    .executeTakeFirstOrThrow()
  const cursor = Number(last) - 50
  const { id: userId } = await site.db.read
    .selectFrom('user')
    .select('id')
    .executeTakeFirstOrThrow()
  const epoch = await readEpoch(site.db.read)
  const query = { userId, deviceId: 'desk', schema: '1', limit: '50', resyncHorizon: '0' }
  const address = new URLSearchParams({ ...query, epoch, cursor: String(cursor) })
  return site.get(`/functions/sync-pull?${address}`, cookie)
}

const reads: Record<string, SendRequest> = {
  'the state of the site': (cookie) => site.get('/functions/get-site-state', cookie),
  'the failing jobs': (cookie) => site.get('/functions/get-failing-jobs', cookie),
  'the near bookings': (cookie) => site.get('/functions/get-bookings', cookie),
  'a device’s pull of the last bookings': (cookie) => pullLast(cookie, 'booking'),
  'a device’s pull of the last payments': (cookie) => pullLast(cookie, 'booking-money'),
  'the latest forms': (cookie) => site.get('/functions/get-forms', cookie),
  'a device’s pull of the last submissions': (cookie) => pullLast(cookie, 'submission'),
  'a device’s pull of the last receipts': (cookie) => pullLast(cookie, 'receipt'),
  'sales of a month': (cookie) =>
    site.get(`/functions/get-sales?from=${day(-30)}&to=${day(0)}`, cookie),
  'the schedule': (cookie) => site.get('/functions/get-schedule-settings', cookie),
  'the open times of a month': () =>
    site.get(
      `/functions/get-availability?service=initial-consultation&from=${day(0)}&to=${day(30)}`,
    ),
  'a summary of a person’s data': (cookie) =>
    site.call('find-person', { email: REGULAR_EMAIL }, cookie),
  'the audit log': (cookie) => site.get('/functions/gdpr-audit?userId=default-user', cookie),
  'a booking': () => site.post(buildBookingFields()),
  'an account’s own bookings': (cookie) => site.get('/functions/get-my-bookings', cookie),
  'the owner’s devices': (cookie) => site.get('/functions/get-devices', cookie),
  'what a timer looks for': async () => {
    const { read, processId } = site.db
    const worker = { processId, now: TODAY }
    await findDueJobs(read, worker, { limit: 10 })
    await findNextFreeRunAt(read, worker)
    await findNextRunAt(read)
    await findExpiredHolds(read, TODAY)
    await findBookingsWithOpenIntents(read)
    await findExpiredMails(read, 0)
    const limits = { submissions: 0, mails: 0, answers: 0, jobs: 0, now: TODAY }
    await site.db.write(async (tx) => {
      await deleteExpiredRows(tx, limits)
      await deleteExpiredSyncRows(tx, TODAY)
    })
  },
}

/** Allowed scans: tables that stay small, and partial indexes of only the requested rows. */
const SMALL_TABLES =
  /^SCAN (value|json_each|interval|page|desk_clock|sync_clock|mark|schedule|calendar_feed|bookings_feed|busy_time|form_count|retention|device|CONSTANT ROW|n\b|\d+ CONSTANT|user|erasure|job USING COVERING INDEX job_due$|job USING INDEX job_in_trouble$|payment_intent USING INDEX payment_intent_unsettled$)/

/** The full scans in a statement's query plan, without the allowed ones, and changes that would be sorted. */
async function listTableScans(text: string, parameters: unknown[]): Promise<string[]> {
  const explain = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${text}`, parameters)
  const { rows } = await site.db.read.executeQuery(explain as CompiledQuery<{ detail: string }>)
  return rows
    .map(({ detail }) => detail)
    .filter((detail) => {
      const isScan = detail.startsWith('SCAN ') && !SMALL_TABLES.test(detail)
      return isScan || (text.includes('desk_change') && detail.includes('TEMP B-TREE'))
    })
}

describe.runIf(engine === 'sqlite')('The database cost', () => {
  it.each(Object.entries(reads))(
    'of %s does not grow with the amount of stored data',
    async (_what, sendRequest) => {
      const costs: Cost[] = []
      const found: { text: string; scans: string[] }[] = []
      for (const amounts of AMOUNTS) {
        site = await startSite()
        await seedDesk(site.db, { ...amounts, now: TODAY })
        const cookie = await site.signInOwner()
        const end = measureCost()
        const answer = await sendRequest(cookie)
        costs.push(end())
        if (answer instanceof Response) expect(answer.status).toBeLessThan(300)
        for (const [text, parameters] of costs.at(-1)?.distinctStatements ?? [])
          found.push({ text, scans: await listTableScans(text, parameters) })
        if (amounts !== AMOUNTS.at(-1)) await site.close()
      }
      const [few, many] = costs
      expect(few?.statements).toBeGreaterThan(0)
      expect([many?.statements, many?.rows]).toEqual([few?.statements, few?.rows])
      expect(found.filter(({ scans }) => scans.length > 0)).toEqual([])
    },
  )
})

// The rows are counted in SQLite’s driver.
it.runIf(engine === 'sqlite')(
  'A file is read and sent in batches of rows, so that other requests run in between',
  async () => {
    site = await startSite()
    await seedDesk(site.db, { bookings: 300, submissions: 3000, sales: 300, now: TODAY })
    const cookie = await site.signInOwner()
    const end = measureCost()
    const sent = await site.call('export-forms', { formName: 'contact' }, cookie)
    expect(parseCsvRows(await sent.text())).toHaveLength(1000)
    const cost = end()
    expect([sent.headers.get('content-length'), cost.maxRows]).toEqual([null, 250])
    const sales = await site.call('export-sales', {}, cookie)
    expect(parseCsvRows(await sales.text())).toHaveLength(300)
  },
)

it('A search for a person reads clients in batches, and also finds a client added meanwhile', async () => {
  site = await startSite()
  const client = (seq: number, email: string) =>
    sql`INSERT INTO record VALUES (${seq}, 'client', ${`c${seq}`}, 1, 0, 0, '{}',
      ${JSON.stringify({ email })}, '{}', '[]', 1, 1, NULL, NULL)`
  const setClock = (tx: Tx, seq: number) => tx.updateTable('sync_clock').set({ seq }).execute()
  await site.db.write(async (tx) => {
    for (let seq = 1; seq <= 2500; seq++)
      await client(seq, seq === 1700 ? REGULAR_EMAIL : `c${seq}@example.com`).execute(tx)
    await setClock(tx, 2500)
  })
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const read = site.db.read.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      begin()
      return result
    },
  })
  const searching = searchClientsByMailbox({ read }, REGULAR_EMAIL)
  await begun
  await site.db.write(async (tx) => {
    await client(2501, REGULAR_EMAIL).execute(tx)
    await setClock(tx, 2501)
    await tx.updateTable('record').set({ seq: 2502 }).where('seq', '=', 10).execute()
  })
  const searched = await searching
  expect(searched).toEqual({ throughSeq: 2500, foundSeqs: [1700] })
  const { clients } = await findPersonRows(site.db.read, REGULAR_EMAIL, searched)
  expect(clients).toEqual(['c1700', 'c2501'])
})
