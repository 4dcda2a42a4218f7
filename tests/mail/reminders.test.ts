import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBooking, insertEvent, updateStatus, updateTime } from '#server/booking/store.ts'
import { bookingRow, openPostOffice, type PostOffice } from './post-office.ts'

const HOUR = 3_600_000
const row = bookingRow()

let office: PostOffice

beforeEach(async () => {
  office = openPostOffice()
  await office.keep(row)
  await office.db.write((tx) => office.booking.confirmed(tx, row))
  await office.jobs.drain()
})

afterEach(() => office.close())

const kinds = () => office.files().map(([name]) => name.replace(/^\d+-|\.eml$/g, ''))
const sentReminders = () => kinds().filter((kind) => kind.startsWith('reminder'))

async function runUntil(instant: number) {
  office.time.now = instant
  await office.jobs.drain()
}

async function move(hours: number) {
  await office.db.write((tx) => {
    const time = {
      starts_at: row.starts_at + hours * HOUR,
      ends_at: row.ends_at + hours * HOUR,
      occupied_until: row.ends_at + hours * HOUR,
      shown_date: row.shown_date,
      shown_time: row.shown_time,
    }
    const data = { from: row.starts_at, to: time.starts_at }
    const at = office.time.now
    insertEvent(tx, { booking_id: row.id, kind: 'moved', made_by: 'guest', at, data })
    updateTime(tx, row.id, { ...time, updated_at: office.time.now })
    const moved = findBooking(tx, row.id)
    if (moved) office.booking.moved(tx, moved, { by: 'guest', first: false })
  })
}

async function cancel() {
  await office.db.write((tx) => {
    updateStatus(tx, row.id, { status: 'cancelled', updated_at: office.time.now })
    const cancelled = findBooking(tx, row.id)
    if (cancelled) office.booking.cancelled(tx, cancelled, { refund: 0, by: 'guest' })
  })
}

describe('reminders', () => {
  test('go out 24 hours and 1 hour before, and not earlier', async () => {
    await runUntil(row.starts_at - 24 * HOUR - 1)
    expect(sentReminders()).toEqual([])
    await runUntil(row.starts_at - 24 * HOUR)
    expect(sentReminders()).toEqual(['reminder-24h'])
    await runUntil(row.starts_at - HOUR - 1)
    expect(sentReminders()).toEqual(['reminder-24h'])
    await runUntil(row.starts_at - HOUR)
    expect(sentReminders()).toEqual(['reminder-24h', 'reminder-1h'])
  })

  test('never follow a cancellation', async () => {
    await cancel()
    await runUntil(row.starts_at - HOUR)
    expect(sentReminders()).toEqual([])
    expect(kinds()).toContain('cancelled')
  })

  test('keep to the new time after a move, once each', async () => {
    await move(24)
    await runUntil(row.starts_at - 24 * HOUR)
    await runUntil(row.starts_at - HOUR)
    expect(sentReminders()).toEqual([])
    await runUntil(row.starts_at)
    expect(sentReminders()).toEqual(['reminder-24h'])
    expect(office.mail('reminder-24h').text).toContain('Thursday 26 November 2026')
    await runUntil(row.starts_at + 24 * HOUR - HOUR)
    expect(sentReminders()).toEqual(['reminder-24h', 'reminder-1h'])
  })

  test('are left out when the server was off and they come too late', async () => {
    await runUntil(row.starts_at - HOUR)
    expect(sentReminders()).toEqual(['reminder-1h'])
    office.close()
    office = openPostOffice()
    await office.keep(row)
    await office.db.write((tx) => office.booking.confirmed(tx, row))
    await runUntil(row.starts_at + 1)
    expect(sentReminders()).toEqual([])
  })

  test('a day before, what can no longer be changed by the link is not offered', async () => {
    await runUntil(row.starts_at - 24 * HOUR + 1)
    const { text } = office.mail('reminder-24h')
    expect(text).toContain('See your booking:')
    expect(text).not.toContain('See, move or cancel')
  })
})

describe('mails that are overtaken', () => {
  test('a move is told once for each new time, and not at all when a later move came first', async () => {
    await move(24)
    await move(48)
    await office.jobs.drain()
    expect(kinds().filter((kind) => kind === 'moved')).toEqual(['moved'])
    expect(office.mail('moved').text).toContain('Friday 27 November 2026')
  })

  test('a confirmation that waited behind a cancellation is not sent', async () => {
    office.close()
    office = openPostOffice()
    await office.keep(row)
    await office.db.write((tx) => office.booking.confirmed(tx, row))
    await cancel()
    await office.jobs.drain()
    expect(kinds()).toEqual(['owner-new', 'cancelled', 'owner-cancelled'])
  })
})
