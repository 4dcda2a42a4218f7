import ICAL from 'ical.js'
import { afterEach, describe, expect, test } from 'vitest'
import { renderCalendarFile, renderInvitation } from '#server/booking/calendar.ts'
import type { Booking } from '#server/booking/store.ts'
import { formatSpan } from '#server/mail/meeting-text.ts'
import { bookingRow, NOW, openMailHarness } from './mail-harness.ts'

const context = {
  organizer: { name: 'Lysning', address: 'post@lysning.example' },
  manageUrl: 'https://lysning.example/booking/manage?id=a&sig=b',
  now: NOW,
}

function parse(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const events = calendar.getAllSubcomponents('vevent')
  const [event] = events
  if (!event || events.length !== 1) throw new Error(`${events.length} events`)
  const text = (name: string) => String(event.getFirstPropertyValue(name))
  const instant = (name: string) =>
    (event.getFirstPropertyValue(name) as ICAL.Time).toJSDate().getTime()
  return { method: calendar.getFirstPropertyValue('method'), event, text, instant }
}

describe('The calendar file', () => {
  test('has the same UID and a rising SEQUENCE through a move and a cancellation', () => {
    const row = bookingRow()
    const files = [
      renderInvitation(row, context),
      renderInvitation({ ...row, sequence: 1, starts_at: row.starts_at + 3_600_000 }, context),
      renderInvitation({ ...row, sequence: 2, status: 'cancelled' }, context),
    ].map(parse)
    expect(new Set(files.map(({ text }) => text('uid')))).toEqual(
      new Set([`${row.id}@bookings.invalid`]),
    )
    expect(files.map(({ text }) => text('sequence'))).toEqual(['0', '1', '2'])
    expect(files.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
    expect(files.map(({ text }) => text('status'))).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])
  })

  test('invites the guest from the email’s sender address, and requests no reply', () => {
    const { event } = parse(renderInvitation(bookingRow(), context))
    const [attendee] = event.getAllProperties('attendee')
    expect(attendee?.getFirstValue()).toBe('MAILTO:elisabeth@example.com')
    expect(attendee?.getParameter('rsvp')).toBe('FALSE')
    expect(attendee?.getParameter('partstat')).toBe('ACCEPTED')
    expect(event.getFirstPropertyValue('organizer')).toBe('mailto:post@lysning.example')
  })

  test('for download is a plain event without attendees', () => {
    const { method, event, text } = parse(renderCalendarFile(bookingRow(), context))
    expect(method).toBe('PUBLISH')
    expect(event.getAllProperties('attendee')).toEqual([])
    expect(text('url')).toBe(context.manageUrl)
  })

  test('gives its times in UTC, whatever the time zones, even in the nights when the clocks change', () => {
    for (const start of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-03-29T00:30:00Z']) {
      const starts_at = Date.parse(start)
      const row = bookingRow({ starts_at, time_zone: 'America/New_York' })
      const file = renderInvitation(row, context)
      const { instant } = parse(file)
      expect(instant('dtstart')).toBe(starts_at)
      expect(instant('dtend')).toBe(row.ends_at)
      expect(file).toContain(`DTSTART:${start.replace(/[-:]/g, '')}`)
      expect(file).not.toContain('VTIMEZONE')
    }
  })

  test('is valid to the byte: CRLF at every line end, no line over 75 bytes, nothing injected', () => {
    const hostile = bookingRow({
      first_name: 'Eve"\r\nATTENDEE:mailto:all@example.com\r\nX',
      last_name: `${'長い名前🧭'.repeat(12)};:,\\^`,
    })
    const file = renderInvitation(hostile, context)
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const { event } = parse(file)
    expect(event.getAllProperties('attendee')).toHaveLength(1)
    expect(event.getFirstProperty('attendee')?.getParameter('cn')).toBe(hostile.email)
  })
})

describe('Times in text', () => {
  const home = process.env.TZ
  afterEach(() => {
    if (home === undefined) delete process.env.TZ
    else process.env.TZ = home
  })

  const start = Date.parse('2026-11-25T09:30:00Z')
  const expected: Record<string, string[]> = {
    'Europe/Oslo': ['Wednesday 25 November 2026', '10:30 to 11:00', 'Europe/Oslo (GMT+1)'],
    'Asia/Kathmandu': ['Wednesday 25 November 2026', '15:15 to 15:45', 'Asia/Kathmandu (GMT+5:45)'],
    'Pacific/Kiritimati': [
      'Wednesday 25 November 2026',
      '23:30 to 00:00 on Thursday 26 November 2026',
      'Pacific/Kiritimati (GMT+14)',
    ],
    'America/St_Johns': [
      'Wednesday 25 November 2026',
      '06:00 to 06:30',
      'America/St Johns (GMT−3:30)',
    ],
    'Africa/Casablanca': [
      'Wednesday 25 November 2026',
      '10:30 to 11:00',
      'Africa/Casablanca (GMT+1)',
    ],
  }

  test.each(['UTC', 'America/New_York', 'Pacific/Apia', 'Asia/Tokyo'])(
    'for every time zone are the same if the process runs in %s',
    (zone) => {
      process.env.TZ = zone
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      for (const [name, lines] of Object.entries(expected))
        expect(formatSpan(start, start + 1_800_000, name)).toEqual(lines)
    },
  )

  test('show both UTC offsets if the clocks change during the meeting', () => {
    const before = Date.parse('2026-10-25T00:45:00Z')
    expect(formatSpan(before, before + 1_800_000, 'Europe/Oslo')).toEqual([
      'Sunday 25 October 2026',
      '02:45 to 02:15',
      'Europe/Oslo (begins GMT+2, ends GMT+1)',
    ])
  })

  test('appear in an email in the guest’s time zone and in ours, both labelled', async () => {
    for (const [time_zone, lines] of Object.entries(expected)) {
      const text = await readConfirmationText({ time_zone })
      const label = time_zone === 'Europe/Oslo' ? 'Your time and mine' : 'Your time'
      expect(text).toContain(`${label}:\n  ${lines.join('\n  ')}\n`)
      expect(text).toContain(`  10:30 to 11:00\n  Europe/Oslo (GMT+1)\n`)
    }
  })
})

async function readConfirmationText(over: Partial<Booking>): Promise<string> {
  const office = await openMailHarness()
  const row = bookingRow(over)
  await office.keep(row)
  await office.db.write((tx) => office.booking.onConfirmed(tx, row))
  await office.jobs.drain()
  const { text } = office.mail('confirmed')
  await office.close()
  return text
}
