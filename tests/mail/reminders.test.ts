import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBooking, insertEvent, updateStatus, updateTime } from '#server/booking/store.ts'
import { bookingRow, type MailHarness, openMailHarness } from './mail-harness.ts'

const HOUR = 3_600_000
const row = bookingRow()

let office: MailHarness

beforeEach(async () => {
  office = await openMailHarness()
  await office.keep(row)
  await office.db.write((tx) => office.booking.onConfirmed(tx, row))
  await office.jobs.drain()
})

afterEach(() => office.close())

const listMailKinds = () => office.files().map(([name]) => name.replace(/^\d+-|\.eml$/g, ''))
const listReminderKinds = () => listMailKinds().filter((kind) => kind.startsWith('reminder'))

async function runUntil(instant: number) {
  office.time.now = instant
  await office.jobs.drain()
}

async function move(hours: number) {
  await office.db.write(async (tx) => {
    const time = {
      starts_at: row.starts_at + hours * HOUR,
      ends_at: row.ends_at + hours * HOUR,
      occupied_until: row.ends_at + hours * HOUR,
      local_date: row.local_date,
      local_time: row.local_time,
      seen_offset: row.seen_offset,
    }
    const data = { from: row.starts_at, to: time.starts_at }
    const at = office.time.now
    await insertEvent(tx, { booking_id: row.id, kind: 'moved', made_by: 'guest', at, data })
    await updateTime(tx, row.id, { ...time, updated_at: office.time.now })
    const moved = await findBooking(tx, row.id)
    if (moved) await office.booking.onMoved(tx, moved, { by: 'guest', isFirstConfirmation: false })
  })
}

async function cancel() {
  await office.db.write(async (tx) => {
    await updateStatus(tx, row.id, { status: 'cancelled', updated_at: office.time.now })
    const cancelled = await findBooking(tx, row.id)
    if (cancelled) await office.booking.onCancelled(tx, cancelled, { refund: 0, by: 'guest' })
  })
}

describe('Reminders', () => {
  test('are sent 24 hours and 1 hour before the meeting, and not earlier', async () => {
    await runUntil(row.starts_at - 24 * HOUR - 1)
    expect(listReminderKinds()).toEqual([])
    await runUntil(row.starts_at - 24 * HOUR)
    expect(listReminderKinds()).toEqual(['reminder-24h'])
    await runUntil(row.starts_at - HOUR - 1)
    expect(listReminderKinds()).toEqual(['reminder-24h'])
    await runUntil(row.starts_at - HOUR)
    expect(listReminderKinds()).toEqual(['reminder-24h', 'reminder-1h'])
  })

  test('are never sent after a cancellation', async () => {
    await cancel()
    await runUntil(row.starts_at - HOUR)
    expect(listReminderKinds()).toEqual([])
    expect(listMailKinds()).toContain('cancelled')
  })

  test('are sent for the new time after a move, once each', async () => {
    await move(24)
    await runUntil(row.starts_at - 24 * HOUR)
    await runUntil(row.starts_at - HOUR)
    expect(listReminderKinds()).toEqual([])
    await runUntil(row.starts_at)
    expect(listReminderKinds()).toEqual(['reminder-24h'])
    expect(office.mail('reminder-24h').text).toContain('Thursday 26 November 2026')
    await runUntil(row.starts_at + 24 * HOUR - HOUR)
    expect(listReminderKinds()).toEqual(['reminder-24h', 'reminder-1h'])
  })

  test('are skipped if the server was off and they would be too late', async () => {
    await runUntil(row.starts_at - HOUR)
    expect(listReminderKinds()).toEqual(['reminder-1h'])
    await office.close()
    office = await openMailHarness()
    await office.keep(row)
    await office.db.write((tx) => office.booking.onConfirmed(tx, row))
    await runUntil(row.starts_at + 1)
    expect(listReminderKinds()).toEqual([])
  })

  test('a day before do not offer changes that the link no longer allows', async () => {
    await runUntil(row.starts_at - 24 * HOUR + 1)
    const { text } = office.mail('reminder-24h')
    expect(text).toContain('See your booking:')
    expect(text).not.toContain('See, move or cancel')
  })
})

describe('Emails that are superseded', () => {
  test('two moves in a row cause one email, about the second', async () => {
    await move(24)
    await move(48)
    await office.jobs.drain()
    expect(listMailKinds().filter((kind) => kind === 'moved')).toEqual(['moved'])
    expect(office.mail('moved').text).toContain('Friday 27 November 2026')
  })

  test('a confirmation is not sent if its booking was cancelled while it was queued', async () => {
    await office.close()
    office = await openMailHarness()
    await office.keep(row)
    await office.db.write((tx) => office.booking.onConfirmed(tx, row))
    await cancel()
    await office.jobs.drain()
    expect(listMailKinds()).toEqual(['owner-new', 'cancelled', 'owner-cancelled'])
  })
})
