import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, inSavepoint, type Tx, writeLater } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { together } from '#server/lib/in-order.ts'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { TcpProxy } from '#tests/support/db/tcp-proxy.ts'

interface Mark {
  name: string
  value: string
}

const markLater = writeLater((tx, mark: Mark) => tx.insertInto('mark').values(mark))
const mark = async (tx: Tx, values: Mark) => {
  await tx.insertInto('mark').values(values).execute()
}
const readNames = async (tx: Tx) =>
  (await tx.selectFrom('mark').select('name').where('value', '=', 'test').execute())
    .map(({ name }) => name)
    .sort()

let database: PostgresDatabase
let proxy: TcpProxy
let folder: string
let db: Database
beforeAll(async () => {
  database = await PostgresDatabase.create()
  const url = new URL(database.url)
  proxy = await TcpProxy.start(Number(url.port))
  url.port = String(proxy.port)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipelined-'))
  db = await openDatabase(folder, { url: url.href })
})
beforeEach(async () => {
  await db.write((tx) => tx.deleteFrom('mark').where('value', '=', 'test').execute())
})
afterAll(async () => {
  await db?.close()
  await proxy?.close()
  await database?.drop()
  fs.rmSync(folder, { recursive: true })
})

const value = 'test'
const TAKEN = { code: '23505' }

describe('Writes whose results nobody needs', () => {
  it('share a round trip, as queries that run together do', async () => {
    // Longer than this process needs for sending, so that no answer arrives in between.
    proxy.latency = 20
    const before = proxy.roundTrips
    const names = await db.write(async (tx) => {
      for (const name of ['a', 'b', 'c', 'd']) await markLater(tx, { name, value })
      const [first] = await together([readNames(tx), readNames(tx), readNames(tx)])
      for (const name of ['e', 'f']) await markLater(tx, { name, value })
      return first
    })
    proxy.latency = 0
    expect(names).toEqual(['a', 'b', 'c', 'd'])
    // Begin, read, commit.
    expect(proxy.roundTrips - before).toBe(3)
    expect(await readNames(db.read)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('fail their own write with their own error, and no other write of the commit', async () => {
    const failing = db.write(async (tx) => {
      await markLater(tx, { name: 'epoch', value })
      await markLater(tx, { name: 'a', value })
    })
    const reading = db.write(async (tx) => {
      await markLater(tx, { name: 'epoch', value })
      await readNames(tx)
    })
    const good = db.write((tx) => markLater(tx, { name: 'b', value }))
    const outcomes = await Promise.allSettled([failing, reading, good])
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: TAKEN },
      { status: 'rejected', reason: TAKEN },
      { status: 'fulfilled' },
    ])
    expect(await readNames(db.read)).toEqual(['b'])
  })

  it('fail only the step that they belong to', async () => {
    const outcome = await db.write(async (tx) => {
      await markLater(tx, { name: 'a', value })
      const error = await inSavepoint(tx, () => markLater(tx, { name: 'epoch', value })).catch(
        (thrown: unknown) => thrown,
      )
      await markLater(tx, { name: 'b', value })
      return error
    })
    expect(outcome).toMatchObject(TAKEN)
    expect(await readNames(db.read)).toEqual(['a', 'b'])
  })
})

type Step =
  | { kind: 'now' | 'later'; name: string }
  | { kind: 'read' }
  | { kind: 'savepoint'; steps: Step[] }

const { step: anyStep } = fc.letrec<{ step: Step }>((tie) => ({
  step: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constantFrom('now' as const, 'later' as const),
      // One that every database has already.
      name: fc.constantFrom('epoch', 'a', 'b', 'c', 'd', 'e', 'f'),
    }),
    fc.constant<Step>({ kind: 'read' }),
    fc.record({
      kind: fc.constant('savepoint' as const),
      steps: fc.array(tie('step'), { maxLength: 3 }),
    }),
  ),
}))

/** Runs the steps; a savepoint that fails is rolled back, and the steps go on. */
async function run(tx: Tx, steps: readonly Step[], isPipelined: boolean): Promise<void> {
  for (const step of steps) {
    if (step.kind === 'read') await readNames(tx)
    else if (step.kind === 'savepoint')
      await inSavepoint(tx, () => run(tx, step.steps, isPipelined)).catch(() => undefined)
    else
      await (step.kind === 'later' && isPipelined ? markLater : mark)(tx, {
        name: step.name,
        value,
      })
  }
}

it('Whatever writes do, what is stored and which of them fail is as if each answer had been waited for', async () => {
  const runWrites = async (writes: Step[][], isPipelined: boolean) => {
    await db.write((tx) => tx.deleteFrom('mark').where('value', '=', 'test').execute())
    const outcomes: string[] = []
    for (const steps of writes) {
      const [result] = await Promise.allSettled([db.write((tx) => run(tx, steps, isPipelined))])
      outcomes.push(result.status)
    }
    return { outcomes, stored: await readNames(db.read) }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyStep, { maxLength: 5 }), { minLength: 1, maxLength: 4 }),
      async (writes) => {
        expect(await runWrites(writes, true)).toEqual(await runWrites(writes, false))
      },
    ),
    { numRuns: 60 },
  )
})
