import { afterEach, expect, it } from 'vitest'
import { DataDevice } from '#tests/support/data/data-device.ts'

const closed = { enabled: false, timeSlots: [] }
const open = { enabled: true, timeSlots: [{ start: '09:00', end: '17:00' }] }

let device: DataDevice
afterEach(() => device.closeAll())

/** A book in which another device has changed Friday as this one did. */
async function openDataWithConflict() {
  device = new DataDevice()
  await device.storeRows([
    {
      coll: 'schedule',
      id: 'day-5',
      rev: 2,
      seq: 7,
      data: { day: closed },
      conflicts: [
        {
          cid: 'd1:4:day',
          kind: 'field',
          field: 'day',
          value: open,
          deviceId: 'd1',
          deviceName: 'Laptop',
          at: '2026-11-21T11:00:00Z',
          rev: 2,
        },
      ],
      createdAt: 1,
      updatedAt: 2,
    },
  ])
  return device.openLoadedTab()
}

const attention = {
  ...{ coll: 'schedule', id: 'schedule', name: 'Calendar Settings' },
  path: '/admin/settings',
}

it('Opening hours changed on two devices are reported at startup, before the schedule is opened', async () => {
  const book = await openDataWithConflict()
  expect(await book.sync.getState()).toMatchObject({ conflicts: 1 })
  expect(await book.records.listNeedingAttention(5)).toMatchObject([
    { ...attention, mark: 'conflict' },
  ])
})

it('A conflict of the schedule is no longer reported once it is decided, though the server does not know yet', async () => {
  const book = await openDataWithConflict()
  const choice = { cid: 'd1:4:day', choice: 'take' as const, seen: closed }
  await book.records.resolveConflicts([{ coll: 'schedule', id: 'day-5', choices: [choice] }])
  expect(await book.sync.getState()).toMatchObject({ conflicts: 0, pending: 1 })
  expect(await book.schedule.get()).toMatchObject({
    isPending: true,
    disputed: [],
    parts: [['day:5', open]],
  })
})

it('A part of the schedule that the server rejected is reported until it is discarded', async () => {
  const book = await openDataWithConflict()
  const db = device.openDatabase()
  const target = { coll: 'schedule', id: 'day-1', baseEpoch: 'e', baseRev: 0 } as const
  await db.rejected.put({
    n: 9,
    key: 'schedule/day-1',
    intent: { op: 'patch', ...target, base: { day: open }, set: { day: closed }, at: '' },
    at: '',
    reason: 'Please check the highlighted fields.',
    fieldErrors: { day: 'Please add a time slot, or switch the day off.' },
  })
  db.close()
  await book.refresh(['day-1'])
  expect(await book.records.listNeedingAttention(5)).toMatchObject([
    { ...attention, mark: 'rejected' },
  ])
  expect((await book.schedule.get()).rejected).toEqual([
    {
      n: 9,
      edit: { part: 'day:1', base: open, value: closed },
      reason: 'Please add a time slot, or switch the day off.',
    },
  ])
  await book.records.discardRejected(9)
  expect(await book.records.listNeedingAttention(5)).toMatchObject([
    { ...attention, mark: 'conflict' },
  ])
})

it('A deletion that the server rejected is reported as such, and so is a decision about a conflict', async () => {
  const book = await openDataWithConflict()
  const db = device.openDatabase()
  const target = { coll: 'schedule', id: 'day-5', baseEpoch: 'e', baseRev: 2 } as const
  const reason = 'This is not a change.'
  const rest = { key: 'schedule/day-5', at: '', reason, fieldErrors: {} } as const
  const decision = { op: 'resolve', cid: 'd1:4:day', choice: 'take', seen: closed } as const
  await db.rejected.bulkPut([
    { n: 8, ...rest, intent: { op: 'delete', ...target, at: '' } },
    { n: 9, ...rest, intent: { ...decision, ...target } },
  ])
  db.close()
  await book.refresh(['day-5'])
  expect((await book.schedule.get()).rejected).toEqual([
    { n: 8, edit: { part: 'day:5', base: closed, value: null }, reason },
    { n: 9, edit: undefined, reason },
  ])
})

it('Saved hours replace what was saved before and not sent, so that one edit of each part waits', async () => {
  device = new DataDevice()
  const book = await device.openLoadedTab()
  const exception = { date: '2026-12-24', timeSlots: [], note: 'Christmas' }
  const part = 'date:2026-12-24'
  await book.schedule.save([
    { part: 'day:1', base: open, value: closed },
    { part, base: null, value: exception },
  ])
  expect(await book.sync.getState()).toMatchObject({ pending: 2 })
  await book.schedule.save([
    { part: 'day:1', base: closed, value: open },
    { part, base: exception, value: null },
  ])
  expect(await book.sync.getState()).toMatchObject({ pending: 0 })
  expect(await book.schedule.get()).toMatchObject({ isPending: false })
})
