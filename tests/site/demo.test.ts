import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDemoVisits } from '#server/demo/visits.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'

let dataDir: string
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true }))

function rows(sql: string): Record<string, number>[] {
  const db = new Sqlite(path.join(dataDir, 'lysning.sqlite'), { readonly: true })
  const found = db.prepare(sql).all() as Record<string, number>[]
  db.close()
  return found
}

describe('npm run demo', () => {
  it('fills an empty folder with a valid year of data, and refuses a used folder', async () => {
    const filled = await runCliCommand('demo', dataDir)
    expect([filled.code, filled.errors]).toEqual([0, ''])
    const [{ bookings = 0, months = 0, ahead = 0 } = {}] = rows(
      `SELECT count(*) AS bookings, count(DISTINCT strftime('%Y-%m', starts_at / 1000, 'unixepoch')) AS months,
       sum(status = 'confirmed') AS ahead FROM booking`,
    )
    expect(bookings).toBeGreaterThan(100)
    expect(months).toBeGreaterThanOrEqual(12)
    expect(ahead).toBeGreaterThan(0)
    const [{ clients = 0, guests = 0, travelling = 0 } = {}] = rows(
      `SELECT count(*) AS clients,
       sum(json_extract(data, '$.email') IN (SELECT email FROM booking)) AS guests,
       sum(EXISTS (SELECT 1 FROM json_each(data, '$.trips')
         WHERE json_extract(value, '$.end') >= date('now'))) AS travelling
       FROM record WHERE coll = 'client'`,
    )
    expect([clients, guests > 10, travelling > 5]).toEqual([41, true, true])
    expect(rows("SELECT DISTINCT series FROM receipt WHERE series <> 'demo'")).toEqual([])
    expect(rows("SELECT id FROM job WHERE state = 'failed'")).toEqual([])
    const [{ unread = 0, older = 0 } = {}] = rows(
      `SELECT count(*) AS unread, sum(created_at < (unixepoch() - 3 * 86400) * 1000) AS older
       FROM form_submissions WHERE id || '-' || created_at NOT IN
         (SELECT id FROM record WHERE coll = 'submission-mark')`,
    )
    expect([unread < 20, older ?? 0]).toEqual([true, 0])
    const again = await runCliCommand('demo', dataDir)
    expect([again.code, rows('SELECT count(*) AS n FROM booking')]).toEqual([2, [{ n: bookings }]])
    expect(again.errors).toMatch(/Set DATA_DIR to an empty folder/)
  })

  it('generates the same year from the same seed, and another year from another seed', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    expect(createDemoVisits(now, 7)).toEqual(createDemoVisits(now, 7))
    expect(createDemoVisits(now, 7)).not.toEqual(createDemoVisits(now, 8))
    expect(createDemoVisits(now).every(({ at }) => at <= now)).toBe(true)
  })
})
