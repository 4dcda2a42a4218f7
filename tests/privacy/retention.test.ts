import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { createLog } from '#server/lib/log.ts'
import { RetentionCleanup } from '#server/privacy/retention.ts'
import { writeRetention } from '#server/privacy/store.ts'
import { defaultRetention } from '#shared/privacy/api.ts'
import { buildBookingFields } from '#tests/support/forms.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const DAY = 86_400_000

let site: Site
let rounds: RetentionCleanup
let jobs: JobQueue
beforeEach(async () => {
  site = await startSite()
  const parts = { db: site.db, clock: () => site.time.now, log: createLog('silent') }
  jobs = new JobQueue(parts)
  rounds = new RetentionCleanup({ ...parts, jobs, dataDir: site.dataDir })
})
afterEach(() => site.close())

const countRows = (table: 'form_submissions' | 'answer' | 'mail' | 'job' | 'booking') =>
  site.db.read.all(query.selectFrom(table).select((all) => all.fn.countAll().as('rows')))[0]?.rows
const countAllRows = () => ({
  submissions: countRows('form_submissions'),
  answers: countRows('answer'),
  mails: countRows('mail'),
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
    const all = countAllRows()
    expect(all).toMatchObject({ submissions: 2, answers: 2 })
    expect(all.mails).toBe(all.files)
    await rounds.cleanUp()
    expect(countAllRows()).toEqual(all)
    site.time.now += defaultRetention.mailDays * DAY + 1
    await rounds.cleanUp()
    expect(countAllRows()).toEqual({ ...all, mails: 0, files: 0 })
    site.time.now += (defaultRetention.idempotencyKeyDays - defaultRetention.mailDays) * DAY
    await rounds.cleanUp()
    expect(countAllRows()).toEqual({ submissions: 2, answers: 0, mails: 0, files: 0 })
    site.time.now += (defaultRetention.submissionDays - defaultRetention.idempotencyKeyDays) * DAY
    await rounds.cleanUp()
    expect(countAllRows()).toMatchObject({ submissions: 0 })
    expect(countRows('booking')).toBe(1)
  })

  it('includes the network of a booking once its meeting has begun', async () => {
    const networks = () =>
      site.db.read
        .all(query.selectFrom('booking').select('network').orderBy('starts_at'))
        .map(({ network }) => network)
    const later = { start: '2026-11-25T09:00:00Z', email: 'otto@example.com' }
    expect((await site.post(buildBookingFields(later))).status).toBe(201)
    expect(networks()).toEqual([expect.any(String), expect.any(String)])
    await rounds.cleanUp()
    expect(networks()).toEqual([expect.any(String), expect.any(String)])
    site.time.now = Date.parse('2026-11-24T09:00:00Z') + 1
    await rounds.cleanUp()
    expect(networks()).toEqual([null, expect.any(String)])
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
    await site.db.write((tx) => {
      for (const [state, done_at] of [
        ['done', 1],
        ['failed', null],
        ['waiting', null],
      ] as const)
        tx.run(query.insertInto('job').values({ ...base, dedupe: state, state, done_at }))
    })
    const before = Number(countRows('job'))
    await rounds.cleanUp()
    expect(countRows('job')).toBe(before - 1)
    const remaining = site.db.read.all(
      query.selectFrom('job').select('state').where('kind', '=', 'x'),
    )
    expect(remaining.map(({ state }) => state).sort()).toEqual(['failed', 'waiting'])
  })

  it('is deleted after the period that the owner set', async () => {
    await site.db.write((tx) => writeRetention(tx, { ...defaultRetention, submissionDays: 30 }))
    site.time.now += 30 * DAY + 1
    await rounds.cleanUp()
    expect(countAllRows()).toMatchObject({ submissions: 0, answers: 2 })
  })

  it('is deleted completely, even if it exceeds one batch', async () => {
    const row = { form_type: 'contact' as const, user_id: null, booking_id: null, data: '{}' }
    await site.db.write((tx) => {
      for (let index = 0; index < 1200; index++)
        tx.run(query.insertInto('form_submissions').values({ ...row, created_at: 1 }))
    })
    await rounds.cleanUp()
    expect(countAllRows()).toMatchObject({ submissions: 2 })
  })
})

describe('The retention runs', () => {
  const planned = () =>
    site.db.read
      .all(query.selectFrom('job').select(['run_at', 'state']).where('kind', '=', 'retention'))
      .map(({ run_at, state }) => `${new Date(run_at).toISOString().slice(0, 10)} ${state}`)

  it('take place once a day, however often the server starts', async () => {
    await rounds.start()
    await rounds.start()
    await expect.poll(planned).toEqual(['2026-11-21 waiting'])
    await jobs.drain()
    expect(planned()).toEqual(['2026-11-21 done', '2026-11-22 waiting'])
    await rounds.start()
    site.time.now += DAY
    await jobs.drain()
    expect(planned()).toEqual(['2026-11-21 done', '2026-11-22 done', '2026-11-23 waiting'])
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
