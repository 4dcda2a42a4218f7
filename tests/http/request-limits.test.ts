import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/db/database.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { startSite } from '#tests/support/server/site.ts'

const LIMIT = { name: 'sign-in', points: 3, duration: 900 }

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limits-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

it('A counter of attempts outlives a restart, and is shared by processes', async () => {
  const before = await openDatabase(folder)
  for (let tries = 0; tries < 2; tries++) await before.createCounter(LIMIT).consume('key')
  await before.close()
  const [one, other] = [await openDatabase(folder), await openDatabase(folder)]
  await one.createCounter(LIMIT).consume('key')
  await expect(other.createCounter(LIMIT).consume('key')).rejects.toBeInstanceOf(RateLimiterRes)
  await other.createCounter(LIMIT).consume('another key')
  await one.deleteExpiredCounters(Date.now() + 1_000_000)
  await other.createCounter(LIMIT).consume('key')
  await one.close()
  await other.close()
})

it('An address that posts too many forms in a minute is told when it may post again', async () => {
  const site = await startSite({ RATE_LIMIT: 'on' })
  const statuses: number[] = []
  for (let posts = 0; posts < 31; posts++)
    statuses.push((await site.post({ ...buildBookingFields(), first_name: '' })).status)
  expect(statuses).toEqual([...Array(30).fill(422), 429])
  const refused = await site.post(buildBookingFields())
  expect(await refused.json()).toMatchObject({ code: 'rate' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await site.close()
})
