import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ClientBook } from '#client/book/book.ts'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import { changeToRecord } from '#client/book/store/record.ts'
import { getScheduleSettings, toWireSchedule } from '#shared/schedule/desk-api.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'
import { BookDevice } from '#tests/support/book-device.ts'

const { version: _version, ...content } = defaultSchedule
const open = { enabled: true, timeSlots: [{ start: '09:00', end: '17:00' }] }
const shorter = { enabled: true, timeSlots: [{ start: '09:00', end: '12:00' }] }

const nothing = { conflicts: 0, scheduleAsks: false }
const oneConflict = { conflicts: 1, scheduleAsks: true }

let device: BookDevice
let db: OwnerDatabase
let book: ClientBook
beforeEach(() => {
  device = new BookDevice()
  db = device.openDatabase()
})
afterEach(() => {
  db.close()
  device.closeAll()
})

/** Stores a draft of Friday that began from `base`, and the schedule last seen on the server. */
async function draft(base: typeof open, server = content): Promise<void> {
  const metadata = { baseVersion: 4, baseEpoch: 'e', deviceId: 'd', device: '', at: '' }
  const data = { 'draft.day:5': { value: { enabled: false, timeSlots: [] }, base, ...metadata } }
  const change = { coll: 'schedule', id: 'weekly', rev: 1, seq: 0, data } as const
  await db.records.put(
    changeToRecord({ ...change, createdAt: 0, updatedAt: 0 }, { epoch: '', resyncNo: 0 }),
  )
  const cached = { ...toWireSchedule(server), version: 5, epoch: 'e', changedAt: {}, meetings: [] }
  await db.queryCache.put({ key: getScheduleSettings.path, data: cached, asOf: 1 })
}

/** The conflicts that every page of the desk shows, polled. */
function expectConflicts() {
  return expect.poll(async () => {
    const { conflicts, hasScheduleConflict: scheduleAsks } = await book.getState()
    return { conflicts, scheduleAsks }
  })
}

it('Opening hours changed on two devices are reported as a conflict at startup, before the schedule is opened', async () => {
  await draft(shorter)
  book = device.openTab()
  await expectConflicts().toEqual(oneConflict)
})

it('A publication that met a conflict on the server is reported until the owner has seen it', async () => {
  await db.drafts.put({ key: 'schedule-answer', data: { status: 'conflict' } })
  book = device.openTab()
  await expectConflicts().toEqual(oneConflict)
  await db.drafts.clear()
  await book.cache.refresh('all')
  await expectConflicts().toEqual(nothing)
})

it('Neither an unpublished draft without a conflict nor a queued publication is reported as a conflict', async () => {
  await draft(shorter)
  book = device.openTab()
  await expectConflicts().toEqual(oneConflict)
  await draft(open)
  await book.cache.refresh('all')
  await expectConflicts().toEqual(nothing)
  await draft(shorter)
  await book.cache.refresh('all')
  await expectConflicts().toEqual(oneConflict)
  const update = toWireSchedule(content)
  const about = { coll: 'schedule', id: 'weekly', baseEpoch: 'e', baseVersion: 4 } as const
  await db.queue.add({
    key: 'schedule/weekly',
    intent: { op: 'publish', ...about, update },
    at: '',
  })
  await book.cache.refresh('all')
  await expectConflicts().toEqual(nothing)
})
