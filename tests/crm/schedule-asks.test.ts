import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OwnerDatabase } from '../../client/offline/crm/database.ts'
import { unbegunRow } from '../../client/offline/crm/unbegun.ts'
import { defaultSchedule } from '../../shared/schedule/default-schedule.ts'
import { getScheduleSettings, wireOf } from '../../shared/schedule/desk-api.ts'
import { BookDevice } from '../support/kept-book.ts'

const { version: _version, ...content } = defaultSchedule
const open = { enabled: true, timeSlots: [{ start: '09:00', end: '17:00' }] }
const shorter = { enabled: true, timeSlots: [{ start: '09:00', end: '12:00' }] }

let device: BookDevice
let db: OwnerDatabase
beforeEach(() => {
  device = new BookDevice()
  db = device.database()
})
afterEach(() => {
  db.close()
  device.closeAll()
})

/** Unpublished work on Friday, which began from these hours; and what the server was last seen to have. */
async function draft(base: typeof open, server = content): Promise<void> {
  const made = { baseVersion: 4, baseEpoch: 'e', deviceId: 'd', device: '', at: '' }
  const data = { 'draft.day:5': { value: { enabled: false, timeSlots: [] }, base, ...made } }
  const row = unbegunRow('weekly')
  await db.rows.put({ ...row, key: 'schedule/weekly', coll: 'schedule', rev: 1, data })
  const kept = { ...wireOf(server), version: 5, epoch: 'e', changedAt: {}, meetings: [] }
  await db.copies.put({ key: getScheduleSettings.path, data: kept, asOf: 1 })
}

/** As a desk that has just been opened tells it, on whichever page. */
async function told() {
  const book = device.tab()
  await book.attention(20)
  const { conflicts, scheduleAsks } = await book.state()
  return { conflicts, scheduleAsks }
}

it('hours that were changed on two devices are told from the start, before the hours are looked at', async () => {
  await draft(shorter)
  expect(await told()).toEqual({ conflicts: 1, scheduleAsks: true })
})

it('so is a publication that the server met with another, until it was shown', async () => {
  await db.drafts.put({ key: 'schedule-answer', data: { status: 'conflict' } })
  expect(await told()).toEqual({ conflicts: 1, scheduleAsks: true })
  await db.drafts.clear()
  expect(await told()).toEqual({ conflicts: 0, scheduleAsks: false })
})

it('unpublished work that meets nothing is no conflict, nor what waits to be published', async () => {
  await draft(open)
  expect(await told()).toEqual({ conflicts: 0, scheduleAsks: false })
  await draft(shorter)
  const update = wireOf(content)
  const about = { coll: 'schedule', id: 'weekly', baseEpoch: 'e', baseVersion: 4 } as const
  await db.queue.add({
    key: 'schedule/weekly',
    intent: { op: 'publish', ...about, update },
    at: '',
  })
  expect(await told()).toEqual({ conflicts: 0, scheduleAsks: false })
})
