import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { createLog } from '#server/lib/log.ts'
import { RetentionRounds } from '#server/privacy/retention.ts'
import { writeRetention } from '#server/privacy/store.ts'
import { defaultRetention } from '#shared/privacy/api.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const DAY = 86_400_000

let site: Site
let rounds: RetentionRounds
let jobs: JobQueue
beforeEach(async () => {
  site = await startSite()
  const parts = { db: site.db, clock: () => site.time.now, log: createLog('silent') }
  jobs = new JobQueue(parts)
  rounds = new RetentionRounds({ ...parts, jobs, dataDir: site.dataDir })
})
afterEach(() => site.close())

const count = (table: 'form_submissions' | 'answer' | 'mail' | 'job' | 'booking') =>
  site.db.read.all(query.selectFrom(table).select((all) => all.fn.countAll().as('rows')))[0]?.rows
const counts = () => ({
  submissions: count('form_submissions'),
  answers: count('answer'),
  mails: count('mail'),
  files: fs.readdirSync(path.join(site.dataDir, 'mail')).length,
})

describe('what has been kept long enough', () => {
  beforeEach(async () => {
    await site.post(bookingFields())
    await site.post({
      'form-name': 'contact',
      first_name: 'Elisabeth',
      last_name: 'Sørbø',
      email: 'elisabeth@example.com',
      message: 'Hello',
    })
    await site.drain()
  })

  it('goes by itself, each kind after its own time, and bookings stay', async () => {
    const all = counts()
    expect(all).toMatchObject({ submissions: 2, answers: 2 })
    expect(all.mails).toBe(all.files)
    await rounds.run()
    expect(counts()).toEqual(all)
    site.time.now += defaultRetention.mailDays * DAY + 1
    await rounds.run()
    expect(counts()).toEqual({ ...all, mails: 0, files: 0 })
    site.time.now += (defaultRetention.answerDays - defaultRetention.mailDays) * DAY
    await rounds.run()
    expect(counts()).toEqual({ submissions: 2, answers: 0, mails: 0, files: 0 })
    site.time.now += (defaultRetention.submissionDays - defaultRetention.answerDays) * DAY
    await rounds.run()
    expect(counts()).toMatchObject({ submissions: 0 })
    expect(count('booking')).toBe(1)
  })

  it('are the networks of bookings, once their meetings have begun', async () => {
    const networks = () =>
      site.db.read
        .all(query.selectFrom('booking').select('network').orderBy('starts_at'))
        .map(({ network }) => network)
    const later = { start: '2026-11-25T09:00:00Z', email: 'otto@example.com' }
    expect((await site.post(bookingFields(later))).status).toBe(201)
    expect(networks()).toEqual([expect.any(String), expect.any(String)])
    await rounds.run()
    expect(networks()).toEqual([expect.any(String), expect.any(String)])
    site.time.now = Date.parse('2026-11-24T09:00:00Z') + 1
    await rounds.run()
    expect(networks()).toEqual([null, expect.any(String)])
  })

  it('takes done jobs along, but none that waits, failed, or has a mail that is kept', async () => {
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
    const before = Number(count('job'))
    await rounds.run()
    expect(count('job')).toBe(before - 1)
    const left = site.db.read.all(query.selectFrom('job').select('state').where('kind', '=', 'x'))
    expect(left.map(({ state }) => state).sort()).toEqual(['failed', 'waiting'])
  })

  it('goes after the time that the owner set', async () => {
    await site.db.write((tx) => writeRetention(tx, { ...defaultRetention, submissionDays: 30 }))
    site.time.now += 30 * DAY + 1
    await rounds.run()
    expect(counts()).toMatchObject({ submissions: 0, answers: 2 })
  })

  it('is more than one step takes, and all of it goes', async () => {
    const row = { form_type: 'contact' as const, user_id: null, booking_id: null, data: '{}' }
    await site.db.write((tx) => {
      for (let index = 0; index < 1200; index++)
        tx.run(query.insertInto('form_submissions').values({ ...row, created_at: 1 }))
    })
    await rounds.run()
    expect(counts()).toMatchObject({ submissions: 2 })
  })
})

describe('the rounds', () => {
  const planned = () =>
    site.db.read
      .all(query.selectFrom('job').select(['run_at', 'state']).where('kind', '=', 'retention'))
      .map(({ run_at, state }) => `${new Date(run_at).toISOString().slice(0, 10)} ${state}`)

  it('are one each day, however often the server starts', async () => {
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

describe('the times', () => {
  it('are the owner’s to set, within what the privacy policy promises', async () => {
    const owner = await site.owner()
    const read = async () => (await site.get('/functions/get-retention', owner)).json()
    expect(await read()).toEqual(defaultRetention)
    const wanted = { ...defaultRetention, mailDays: 60 }
    expect((await site.call('update-retention', wanted, owner)).status).toBe(200)
    expect(await read()).toEqual(wanted)
    const tooLong = await site.call('update-retention', { ...wanted, submissionDays: 731 }, owner)
    expect([tooLong.status, Object.keys((await tooLong.json()).fields)]).toEqual([
      400,
      ['submissionDays'],
    ])
    expect(await read()).toEqual(wanted)
  })
})
