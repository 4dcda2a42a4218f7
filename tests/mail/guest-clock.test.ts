import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Booking } from '#server/booking/store.ts'
import { getOffset } from '#shared/lib/time-zone.ts'
import { listOldZones } from '#shared/lib/zones/zone-law.ts'
import { bookingRow, type MailHarness, openMailHarness } from './mail-harness.ts'

let office: MailHarness

beforeEach(async () => {
  office = await openMailHarness()
})

afterEach(() => office.close())

/** Friday 15 January 2027, when clocks in Vancouver are at −7 by law, and at −8 by older zone data. */
const starts_at = Date.parse('2027-01-15T15:00:00Z')
const inVancouver = (seen_offset: number | null): Booking =>
  bookingRow({ starts_at, time_zone: 'America/Vancouver', seen_offset })

/** The confirmation, and the description in its calendar file, on one line each. */
async function confirm(row: Booking) {
  await office.keep(row)
  await office.db.write((tx) => office.booking.onConfirmed(tx, row))
  await office.jobs.drain()
  const { text, calendar = '' } = office.mail('confirmed')
  const file = calendar.replaceAll('\r\n ', '').replaceAll('\\', '')
  return { text: text.replaceAll(/\s+/g, ' '), file }
}

test('A booking is confirmed at the time that the guest saw, with its offset, whatever our zone data says', async () => {
  const { text, file } = await confirm(inVancouver(-420))
  expect(text).toContain('Friday 15 January 2027 08:00 to 08:30 America/Vancouver (GMT−7)')
  expect(text).toContain('Thursday 14 January 2027, 08:00, America/Vancouver (GMT−7)')
  expect(text).not.toContain('In UTC')
  expect(file).toContain('Friday 15 January 2027, 08:00, America/Vancouver (GMT−7)')
})

test('If the guest’s browser is older than the law, the email says what clocks there will show', async () => {
  const { text, file } = await confirm(inVancouver(-480))
  const note =
    'This time counts with the clock of the browser in which you booked. By law, clocks in Vancouver will show 08:00 (GMT−7). In UTC, it is 15:00.'
  expect(text).toContain(`07:00 to 07:30 America/Vancouver (GMT−8) ${note}`)
  expect(file).toContain(note)
})

test('If no law is known, the email says what our zone data has instead of the guest’s browser', async () => {
  const seen = getOffset(starts_at, 'Asia/Kathmandu') / 60_000 + 60
  const row = bookingRow({ starts_at, time_zone: 'Asia/Kathmandu', seen_offset: seen })
  const { text } = await confirm(row)
  expect(text).toContain('21:45 to 22:15 Asia/Kathmandu (GMT+6:45) This time counts with the clock')
  expect(text).toContain(
    'By this server’s time zone data, clocks in Kathmandu will show 20:45 (GMT+5:45).',
  )
})

test('A time that the guest has not seen is named as computed where our zone data is older than the law', async () => {
  const { text } = await confirm(inVancouver(null))
  const isOld = listOldZones().includes('America/Vancouver')
  const note =
    'This time is computed with this server’s time zone data, which is older than the law there. By law, clocks in Vancouver will show 08:00 (GMT−7). In UTC, it is 15:00.'
  expect(text.includes(note)).toBe(isOld)
  expect(text).toContain(`America/Vancouver (${isOld ? 'GMT−8' : 'GMT−7'})`)
})

test('Other times that the owner offers are named as computed likewise', async () => {
  const row = { ...inVancouver(null), status: 'needs_new_time' as const }
  await office.keep(row)
  const other = starts_at + 86_400_000
  await office.db.write((tx) => office.booking.onOffered(tx, row, [other]))
  await office.jobs.drain()
  const notes = office.mail('offered').text.replaceAll(/\s+/g, ' ').split('This time is computed')
  expect(notes).toHaveLength(listOldZones().includes('America/Vancouver') ? 3 : 1)
})
