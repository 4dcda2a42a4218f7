import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { releaseTurns, takeTurn } from '#server/jobs/turns.ts'
import { engine, openDatabase } from '#tests/support/db/database.ts'

const INTERVAL = 30_000
const START = Date.parse('2026-11-21T12:00:00Z')

let folder: string
let processes: Database[]
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'turns-'))
  processes = [await openDatabase(folder), await openDatabase(folder), await openDatabase(folder)]
})
afterEach(async () => {
  for (const db of processes) await db.close()
  fs.rmSync(folder, { recursive: true })
})

const take = (db: Database, now: number) => takeTurn(db, { name: 'sweep', interval: INTERVAL, now })

it.skipIf(engine === 'sqlite')(
  'Of several processes one does the periodic work, until it stops taking its turns',
  async () => {
    const takeAll = async (now: number) => {
      const taken = await Promise.all(processes.map((db) => take(db, now)))
      return taken.flatMap((isTaken, at) => (isTaken ? [at] : []))
    }
    const [first] = await takeAll(START)
    for (let round = 1; round < 5; round++)
      expect(await takeAll(START + round * INTERVAL)).toEqual([first])
    // The first process dies: nobody takes over before its time has run out, and then one does.
    const others = processes.filter((_db, at) => at !== first)
    const takeOthers = async (now: number) =>
      (await Promise.all(others.map((db) => take(db, now)))).filter(Boolean).length
    expect(await takeOthers(START + 6 * INTERVAL)).toBe(0)
    expect(await takeOthers(START + 6 * INTERVAL + 1)).toBe(1)
  },
)

it('A process that stops in order leaves its turn to the next one at once', async () => {
  const [first, second] = processes
  if (!first || !second) throw new Error('No database was opened')
  expect(await take(first, START)).toBe(true)
  if (engine === 'postgres') expect(await take(second, START)).toBe(false)
  await releaseTurns(first)
  expect(await take(second, START)).toBe(true)
})

it('A process takes every turn while there is no other, and after a restart', async () => {
  const [db] = processes
  if (!db) throw new Error('No database was opened')
  expect(await take(db, START)).toBe(true)
  expect(await take(db, START + 1)).toBe(true)
})
