import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Tx } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { isKeyTaken } from '#server/db/storage-faults.ts'
import { Limiter } from '#server/http/limiter.ts'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { testKeys } from '#tests/support/server/keys.ts'

let folder: string
let database: PostgresDatabase
let processes: Database[]
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'writes-'))
  database = await PostgresDatabase.create()
  const open = () => openDatabase(folder, { url: database.url })
  processes = [await open(), await open()]
  await processes[0]?.write((tx) => writeMark(tx, 0))
})
afterEach(async () => {
  for (const db of processes) await db.close()
  await database.drop()
  fs.rmSync(folder, { recursive: true })
})

const NAME = 'sum'

const readMark = async (tx: Tx) =>
  Number((await tx.selectFrom('mark').select('value').where('name', '=', NAME).execute())[0]?.value)

const writeMark = (tx: Tx, sum: number) =>
  tx
    .insertInto('mark')
    .values({ name: NAME, value: String(sum) })
    .onConflict((known) => known.column('name').doUpdateSet({ value: String(sum) }))
    .execute()

/** Whether no other transaction can write before this one ends. */
async function isAlone(tx: Tx): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_locks WHERE relation = 'write_lock'::regclass
    AND pid = pg_backend_pid() AND mode = 'ExclusiveLock'`.execute(tx)
  return rows.length > 0
}

/** Resolves when `open` was called. */
function createGate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

const insertForm = (tx: Tx, id?: number) =>
  tx
    .insertInto('form_submissions')
    .values({ ...(id !== undefined && { id }), form_type: 'contact', data: '{}', created_at: 1 })
    .execute()

const countForms = async (tx: Tx) =>
  Number((await tx.selectFrom('form_submissions').select(tx.fn.countAll().as('n')).execute())[0]?.n)

describe('Writes at the same time', () => {
  it('give the same result as one after the other, however often they conflict', async () => {
    const add = (db: Database) => db.write(async (tx) => writeMark(tx, (await readMark(tx)) + 1))
    const all = Array.from({ length: 20 }, () => processes.map(add)).flat()
    const settled = await Promise.allSettled(all)
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
    const [db] = processes
    expect(db && (await readMark(db.read))).toBe(all.length)
    expect(processes.reduce((sum, { lockRetries }) => sum + lockRetries, 0)).toBeGreaterThan(0)
  })

  it('end while another one that changed other rows is still open', async () => {
    const [one, two] = processes
    const { open, passed } = createGate()
    const begun = createGate()
    const long = one?.write(async (tx) => {
      await insertForm(tx)
      begun.open()
      await passed
    })
    await begun.passed
    await two?.write((tx) => insertForm(tx))
    expect(await database.count('form_submissions')).toBe(1)
    open()
    await long
    expect(await database.count('form_submissions')).toBe(2)
  })

  it('include one that conflicts each time it runs beside others, since it is run alone in the end', async () => {
    const [one, two] = processes
    let conflicts = 0
    await one?.write(async (tx) => {
      const sum = await readMark(tx)
      if (!(await isAlone(tx))) {
        conflicts++
        await two?.write((theirs) => writeMark(theirs, 1000 + conflicts))
      }
      await writeMark(tx, sum + 1)
    })
    expect(conflicts).toBe(3)
    expect(one && (await readMark(one.read))).toBe(1004)
  })

  it('run again if a key was taken that they had found free, which PostgreSQL does not call a conflict', async () => {
    const [one, two] = processes
    let attempts = 0
    const number = await one?.write(async (tx) => {
      attempts++
      const free = await countForms(tx)
      if (attempts === 1) await two?.write((theirs) => insertForm(theirs, free))
      await insertForm(tx, free)
      return free
    })
    expect([number, attempts]).toEqual([1, 2])
  })

  it('fail with a key that is taken each time, also while no other write runs', async () => {
    const [db] = processes
    await db?.write((tx) => insertForm(tx, 1))
    const attempts: boolean[] = []
    const written = db?.write(async (tx) => {
      attempts.push(await isAlone(tx))
      await insertForm(tx, 1)
    })
    await expect(written).rejects.toSatisfy(isKeyTaken)
    expect(attempts).toEqual([false, false, false, true])
  })

  it('fail if a step failed and its error was ignored, and store nothing', async () => {
    const [db] = processes
    const written = db?.write(async (tx) => {
      await writeMark(tx, 7)
      await sql`SELECT 1 / 0`.execute(tx).catch(() => undefined)
    })
    await expect(written).rejects.toThrow()
    expect(db && (await readMark(db.read))).toBe(0)
  })
})

it('Of forty guesses that reach two servers at once, a limit of thirty refuses exactly ten', async () => {
  const limiters = processes.map(
    (db) => new Limiter({ db, keys: testKeys, name: 'guesses', limit: 30, seconds: 60 }),
  )
  const counted = await Promise.all(
    limiters.flatMap((limiter) => Array.from({ length: 20 }, () => limiter.consume('a stranger'))),
  )
  expect(counted.filter(({ isAllowed }) => isAllowed)).toHaveLength(30)
})
