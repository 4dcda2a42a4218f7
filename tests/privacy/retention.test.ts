import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JobQueue } from '#server/jobs/queue.ts'
import { createLog } from '#server/lib/log.ts'
import { RetentionCleanup } from '#server/privacy/retention.ts'
import { writeRetention } from '#server/privacy/store.ts'
import { defaultRetention } from '#shared/privacy/api.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

const DAY = 86_400_000

let site: Site
let rounds: RetentionCleanup
let jobs: JobQueue
beforeEach(async () => {
  site = await startSite()
  const parts = { db: site.db, clock: () => site.time.now, log: createLog('silent') }
  jobs = new JobQueue(parts)
  const cleanUpRecords = async () => undefined
  rounds = new RetentionCleanup({ ...parts, jobs, dataDir: site.dataDir, cleanUpRecords })
})
afterEach(() => site.close())

const countRows = async (table: 'form_submissions' | 'answer' | 'mail' | 'job' | 'booking') =>
  (
    await site.db.read
      .selectFrom(table)
      .select((all) => all.fn.countAll().as('rows'))
      .execute()
  )[0]?.rows
const countAllRows = async () => ({
  submissions: await countRows('form_submissions'),
  answers: await countRows('answer'),
  mails: await countRows('mail'),
  files: fs.readdirSync(path.join(site.dataDir, 'mail')).length,
})

describe('Data past its retention period', () => {
  beforeEach(async () => {
    await site.post(buildBookingFields())
    await site.post({
      'form-name': 'contact',
      first_name: 'Elisabeth',
      last_name: 'Sørbø',
      email: 'elisabeth@example.com',
      message: 'Hello',
    })
    await site.drain()
  })

  it('is deleted automatically, each kind after its own period, while bookings stay', async () => {
    const all = await countAllRows()
    expect(all).toMatchObject({ submissions: 2, answers: 2 })
    expect(all.mails).toBe(all.files)
    await rounds.cleanUp()
    expect(await countAllRows()).toEqual(all)
    site.time.now += defaultRetention.mailDays * DAY + 1
    await rounds.cleanUp()
    expect(await countAllRows()).toEqual({ ...all, mails: 0, files: 0 })
    site.time.now += (defaultRetention.idempotencyKeyDays - defaultRetention.mailDays) * DAY
    await rounds.cleanUp()
    expect(await countAllRows()).toEqual({ submissions: 2, answers: 0, mails: 0, files: 0 })
    site.time.now += (defaultRetention.submissionDays - defaultRetention.idempotencyKeyDays) * DAY
    await rounds.cleanUp()
    expect(await countAllRows()).toMatchObject({ submissions: 0 })
    expect(await countRows('booking')).toBe(1)
  })

  it('includes the networks of a booking once its meeting has begun', async () => {
    const networks = async () =>
      (
        await site.db.read
          .selectFrom('booking')
          .select(['block', 'site', 'network'])
          .orderBy('starts_at')
          .execute()
      ).map(({ block, site: home, network }) => [block, home, network])
    const stored = [expect.any(String), expect.any(String), expect.any(String)]
    const later = { start: '2026-11-25T09:00:00Z', email: 'otto@example.com' }
    expect((await site.post(buildBookingFields(later))).status).toBe(201)
    expect(await networks()).toEqual([stored, stored])
    await rounds.cleanUp()
    expect(await networks()).toEqual([stored, stored])
    site.time.now = Date.parse('2026-11-24T09:00:00Z') + 1
    await rounds.cleanUp()
    expect(await networks()).toEqual([[null, null, null], stored])
  })

  it('includes done jobs, but none that is pending, failed or has an email that is still stored', async () => {
    const base = {
      kind: 'x',
      payload: '{}',
      run_at: 0,
      attempts: 1,
      created_at: 0,
      last_error: null,
    }
    await site.db.write(async (tx) => {
      for (const [state, done_at] of [
        ['done', 1],
        ['failed', null],
        ['waiting', null],
      ] as const)
        await tx
          .insertInto('job')
          .values({ ...base, dedupe: state, state, done_at })
          .execute()
    })
    const before = Number(await countRows('job'))
    await rounds.cleanUp()
    expect(await countRows('job')).toBe(before - 1)
    const remaining = await site.db.read
      .selectFrom('job')
      .select('state')
      .where('kind', '=', 'x')
      .execute()
    expect(remaining.map(({ state }) => state).sort()).toEqual(['failed', 'waiting'])
  })

  it('is deleted after the period that the owner set', async () => {
    await site.db.write((tx) => writeRetention(tx, { ...defaultRetention, submissionDays: 30 }))
    site.time.now += 30 * DAY + 1
    await rounds.cleanUp()
    expect(await countAllRows()).toMatchObject({ submissions: 0, answers: 2 })
  })

  it('is deleted completely, even if it exceeds one batch', async () => {
    const row = { form_type: 'contact' as const, user_id: null, booking_id: null, data: '{}' }
    await site.db.write(async (tx) => {
      for (let index = 0; index < 1200; index++)
        await tx
          .insertInto('form_submissions')
          .values({ ...row, created_at: 1 })
          .execute()
    })
    await rounds.cleanUp()
    expect(await countAllRows()).toMatchObject({ submissions: 2 })
  })
})

describe('The retention runs', () => {
  const planned = async () =>
    (
      await site.db.read
        .selectFrom('job')
        .select(['run_at', 'state'])
        .where('kind', '=', 'retention')
        .orderBy('run_at')
        .execute()
    ).map(({ run_at, state }) => `${new Date(run_at).toISOString().slice(0, 10)} ${state}`)

  it('take place once a day, however often the server starts', async () => {
    await rounds.start()
    await rounds.start()
    await expect.poll(planned).toEqual(['2026-11-21 waiting'])
    await jobs.drain()
    expect(await planned()).toEqual(['2026-11-21 done', '2026-11-22 waiting'])
    await rounds.start()
    site.time.now += DAY
    await jobs.drain()
    expect(await planned()).toEqual(['2026-11-21 done', '2026-11-22 done', '2026-11-23 waiting'])
  })
})

describe('The retention periods', () => {
  it('can be set by the owner, within the limits of the privacy policy', async () => {
    const owner = await site.signInOwner()
    const read = async () => (await site.get('/functions/get-retention', owner)).json()
    expect(await read()).toEqual(defaultRetention)
    const updated = { ...defaultRetention, mailDays: 60 }
    expect((await site.call('update-retention', updated, owner)).status).toBe(200)
    expect(await read()).toEqual(updated)
    const tooLong = await site.call('update-retention', { ...updated, submissionDays: 731 }, owner)
    expect([tooLong.status, Object.keys((await tooLong.json()).fields)]).toEqual([
      400,
      ['submissionDays'],
    ])
    expect(await read()).toEqual(updated)
  })
})
