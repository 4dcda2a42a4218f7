import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LocalBook } from '#client/book/local-book.ts'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import { rowFrom } from '#client/book/store/row.ts'
import { getScheduleSettings, wireOf } from '#shared/schedule/desk-api.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'
import { BookDevice } from '#tests/support/kept-book.ts'

const { version: _version, ...content } = defaultSchedule
const open = { enabled: true, timeSlots: [{ start: '09:00', end: '17:00' }] }
const shorter = { enabled: true, timeSlots: [{ start: '09:00', end: '12:00' }] }

const nothing = { conflicts: 0, scheduleAsks: false }
const aChoice = { conflicts: 1, scheduleAsks: true }

let device: BookDevice
let db: OwnerDatabase
let book: LocalBook
beforeEach(() => {
  device = new BookDevice()
  db = device.database()
})
afterEach(() => {
  db.close()
  device.closeAll()
})

/** Stores a draft of Friday that began from `base`, and the schedule last seen on the server. */
async function draft(base: typeof open, server = content): Promise<void> {
  const made = { baseVersion: 4, baseEpoch: 'e', deviceId: 'd', device: '', at: '' }
  const data = { 'draft.day:5': { value: { enabled: false, timeSlots: [] }, base, ...made } }
  const change = { coll: 'schedule', id: 'weekly', rev: 1, seq: 0, data } as const
  await db.rows.put(rowFrom({ ...change, createdAt: 0, updatedAt: 0 }, { epoch: '', round: 0 }))
  const kept = { ...wireOf(server), version: 5, epoch: 'e', changedAt: {}, meetings: [] }
  await db.copies.put({ key: getScheduleSettings.path, data: kept, asOf: 1 })
}

/** The conflicts that every page of the desk shows, polled. */
function told() {
  return expect.poll(async () => {
    const { conflicts, scheduleAsks } = await book.state()
    return { conflicts, scheduleAsks }
  })
}

it('hours that were changed on two devices are told from the start, before the hours are looked at', async () => {
  await draft(shorter)
  book = device.tab()
  await told().toEqual(aChoice)
})

it('so is a publication that the server met with another, until it was shown', async () => {
  await db.drafts.put({ key: 'schedule-answer', data: { status: 'conflict' } })
  book = device.tab()
  await told().toEqual(aChoice)
  await db.drafts.clear()
  await book.cache.refresh('all')
  await told().toEqual(nothing)
})

it('unpublished work that meets nothing is no conflict, nor what waits to be published', async () => {
  await draft(shorter)
  book = device.tab()
  await told().toEqual(aChoice)
  await draft(open)
  await book.cache.refresh('all')
  await told().toEqual(nothing)
  await draft(shorter)
  await book.cache.refresh('all')
  await told().toEqual(aChoice)
  const update = wireOf(content)
  const about = { coll: 'schedule', id: 'weekly', baseEpoch: 'e', baseVersion: 4 } as const
  await db.queue.add({
    key: 'schedule/weekly',
    intent: { op: 'publish', ...about, update },
    at: '',
  })
  await book.cache.refresh('all')
  await told().toEqual(nothing)
})
