import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mapInOrder } from '#server/lib/in-order.ts'
import type { PushAnswer } from '#shared/sync/protocol.ts'
import { engine } from '#tests/support/db/database.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { OWNER, SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'

// Ids have gaps where writes are run twice.
beforeAll(() => vi.stubEnv('REPEAT_WRITES', ''))
afterAll(() => vi.unstubAllEnvs())

/** Each run makes two databases, and PostgreSQL takes longer for each of them. */
const RUNS = engine === 'postgres' ? 20 : 60

const AT = '2026-05-04T10:00:00.000Z'
const TABLES = ['record', 'field_history', 'mutation_result', 'sync_clock', 'device']

const clients = ['ada', 'bo', 'new']
/** Few values, so that the edits of one device conflict with those of the other. */
const values = ['', 'Þóra\u0000\n"', '\ud83d\ude00', 'a\nb', "O'Neil; --"]
const fields = fc.dictionary(
  fc.constantFrom('name', 'phone', 'notes', 'x-later'),
  fc.constantFrom(...values),
  { minKeys: 1, maxKeys: 3 },
)
const about = { id: fc.constantFrom(...clients), baseRev: fc.nat({ max: 5 }) }

const mutation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ op: fc.constant('patch'), ...about, base: fields, set: fields }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('delete'), ...about }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('resolve'),
      ...about,
      cid: fc
        .tuple(
          fc.constantFrom('phone', 'tablet'),
          fc.nat({ max: 8 }),
          fc.constantFrom('name', 'notes', 'delete'),
        )
        .map((parts) => parts.join(':')),
      choice: fc.constantFrom('keep', 'take'),
      seen: fc.constantFrom(...values, null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constantFrom('patch', 'delete'),
      id: fc.constantFrom('date-2026-12-24', 'date-2026-12-31'),
      baseRev: fc.nat({ max: 5 }),
      base: fc.constantFrom({}, { date: null }, { date: { timeSlots: [], note: 'a' } }),
      set: fc.constantFrom('a', 'b').map((note) => ({ date: { timeSlots: [], note } })),
    }),
  },
)
const mutations = fc.array(mutation, { minLength: 2, maxLength: 12 })

/** Versions of the schedule are numbered by the same clock, one for each push. */
const NO_VERSIONS = {}

type Sent = { id: string; op: string }
/** Ids of the history have gaps where PostgreSQL ran a transaction again. */
type Row = Record<string, unknown>

class Server {
  private epoch = ''

  constructor(private readonly world: SyncServer) {}

  async begin(): Promise<void> {
    const query = {
      userId: OWNER.userId,
      deviceId: 'tablet',
      epoch: '',
      schema: 1,
      cursor: 0,
      limit: 1,
    }
    this.epoch = (toAnswer(await this.world.pull(query)).body as { epoch: string }).epoch
    // A pull does not wait until its device is noted, which would race with the first push.
    await expect
      .poll(() => this.world.db.read.selectFrom('device').select('id').execute())
      .toEqual([{ id: 'tablet' }])
  }

  async push(deviceId: string, sent: readonly Sent[], first = 1): Promise<PushAnswer['results']> {
    const answer = toAnswer(
      await this.world.push({
        userId: OWNER.userId,
        deviceId,
        deviceName: deviceId,
        epoch: this.epoch,
        schema: 1,
        mutations: sent.map((one, i) => ({
          mid: first + i,
          coll: one.id.startsWith('date-') ? 'schedule' : 'client',
          baseEpoch: this.epoch,
          at: AT,
          ...one,
        })),
      }),
    )
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('stopped')
    return (answer.body as PushAnswer).results
  }

  async pushEach(deviceId: string, sent: readonly Sent[]): Promise<PushAnswer['results']> {
    const results: PushAnswer['results'] = []
    for (const [i, one] of sent.entries())
      results.push(...(await this.push(deviceId, [one], i + 1)))
    return results
  }

  async readTables(): Promise<unknown[][]> {
    return mapInOrder(TABLES, async (table) =>
      (
        await sql<Row>`SELECT * FROM ${sql.table(table)} ORDER BY 1, 2`.execute(this.world.db.read)
      ).rows.map((row) => ({ ...row, ...(table === 'field_history' && { id: 'any' }) })),
    )
  }

  async close(): Promise<void> {
    await this.world.close()
  }
}

it('A batch gives the same answers and stored state as its edits sent one by one, even if it is sent twice', async () => {
  await assertProperty(
    fc.asyncProperty(mutations, mutations, async (theirs, ours) => {
      const [together, apart] = [
        new Server(await SyncServer.open(NO_VERSIONS)),
        new Server(await SyncServer.open(NO_VERSIONS)),
      ]
      try {
        for (const server of [together, apart]) {
          await server.begin()
          await server.push('phone', [
            ...['ada', 'bo'].map((id) => ({
              op: 'patch',
              id,
              baseRev: 0,
              base: {},
              set: { name: id },
            })),
            ...theirs,
          ])
        }
        const answered = await together.push('tablet', ours)
        expect(answered).toEqual(await apart.pushEach('tablet', ours))
        expect(await together.readTables()).toEqual(await apart.readTables())
        expect(await together.push('tablet', ours)).toEqual(await apart.pushEach('tablet', ours))
        expect(await together.readTables()).toEqual(await apart.readTables())
      } finally {
        await together.close()
        await apart.close()
      }
    }),
    { numRuns: RUNS },
  )
}, 120_000)
