import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { writeCalendarFile } from '#shared/journeys/calendar-file.ts'
import { createSampleCopy, type SampleItem } from '#tests/support/journeys/guest-journey.ts'

interface ReadEvent {
  summary: string
  /** UTC, or a date. */
  start: string
  end: string
  location: string
  description: string
}

/** Reads a file as calendars do, by the zones that it defines itself. */
function read(text: string): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
  )
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const readTime = (name: string) => {
      const property = component.getFirstProperty(name)
      const time = property?.getFirstValue()
      if (!property || !(time instanceof ICAL.Time)) return ''
      if (time.isDate) return time.toString()
      if (time.zone === ICAL.Timezone.utcTimezone) return time.toJSDate().toISOString()
      const zone = zones.get(String(property.getParameter('tzid')))
      if (!zone) throw new Error('The zone is not in the file')
      return new Date(
        Date.parse(`${time.toString().slice(0, 19)}Z`) - zone.utcOffset(time) * 1000,
      ).toISOString()
    }
    const value = (name: string) => String(component.getFirstPropertyValue(name) ?? '')
    return {
      summary: value('summary'),
      start: readTime('dtstart'),
      end: readTime('dtend'),
      location: value('location'),
      description: value('description'),
    }
  })
}

const readItems = (start: string, items: readonly SampleItem[]) =>
  read(writeCalendarFile(createSampleCopy({ start, items })))

describe('The calendar file of a journey', () => {
  test('has every plan with a time, and every stay by its nights', () => {
    const events = read(writeCalendarFile(createSampleCopy()))
    expect(events).toHaveLength(18)
    expect(events.find(({ summary }) => summary === 'Sauna on the pier')).toEqual({
      summary: 'Sauna on the pier',
      start: '2026-06-11T14:00:00.000Z',
      end: '2026-06-11T16:00:00.000Z',
      location: 'The pier, by the harbour office, Havnepromenaden 4, 8300 Svolvær',
      description:
        'Confirmation S-1106\nMarit, harbour office, +47 400 00 027\nThe key is at the harbour office next door. Towels are in the changing room; bring something for your feet.',
    })
    expect(events.find(({ summary }) => summary === 'Havnehuset')).toMatchObject({
      start: '2026-06-10',
      end: '2026-06-12',
      description: expect.stringContaining('From 15:00'),
    })
  })

  test('is right for a flight that ends in another zone', () => {
    const flight = read(writeCalendarFile(createSampleCopy())).at(-1)
    expect(flight).toMatchObject({
      summary: 'Flight to New York',
      start: '2026-06-16T10:05:00.000Z',
      end: '2026-06-16T18:20:00.000Z',
    })
  })

  test('is right around both changes of the clocks', () => {
    const items: SampleItem[] = [
      { id: 'a', on: 1, title: 'Before', begins: '12:00', ends: '13:00' },
      { id: 'b', on: 1, title: 'Over night', begins: '23:00', ends: '04:00', endDay: 1 },
      { id: 'c', on: 2, title: 'At the change', begins: '02:30', ends: '03:30' },
      { id: 'd', on: 2, title: 'After', begins: '12:00', ends: '13:00' },
    ]
    expect(readItems('2026-03-28', items).map(({ start, end }) => `${start} ${end}`)).toEqual([
      '2026-03-28T11:00:00.000Z 2026-03-28T12:00:00.000Z',
      '2026-03-28T22:00:00.000Z 2026-03-29T02:00:00.000Z',
      // 02:30 does not exist that night; 03:00 is the first time after it.
      '2026-03-29T01:00:00.000Z 2026-03-29T01:30:00.000Z',
      '2026-03-29T10:00:00.000Z 2026-03-29T11:00:00.000Z',
    ])
    expect(readItems('2026-10-24', items).map(({ start, end }) => `${start} ${end}`)).toEqual([
      '2026-10-24T10:00:00.000Z 2026-10-24T11:00:00.000Z',
      '2026-10-24T21:00:00.000Z 2026-10-25T03:00:00.000Z',
      // The first of the two.
      '2026-10-25T00:30:00.000Z 2026-10-25T02:30:00.000Z',
      '2026-10-25T11:00:00.000Z 2026-10-25T12:00:00.000Z',
    ])
  })

  test('has no end where the journey has a wrong one, and no event without a time', () => {
    const items: SampleItem[] = [
      { id: 'a', on: 1, title: 'Wrong', begins: '12:00', ends: '11:00' },
      { id: 'b', on: 1, title: 'Open' },
    ]
    expect(readItems('2026-06-09', items)).toMatchObject([{ summary: 'Wrong', end: '' }])
    expect(read(writeCalendarFile(createSampleCopy({ start: '' })))).toEqual([])
  })

  test('takes any text as text, and breaks lines at 75 octets', () => {
    const title = 'Sauna; 1, 2\\ — ærlig 🧖 '.repeat(8).trim()
    const guestText = 'One\r\nEND:VEVENT\nBEGIN:VEVENT\nTwo'
    const text = writeCalendarFile(
      createSampleCopy({ items: [{ id: 'a', on: 1, title, guestText, begins: '12:00' }] }),
    )
    const lines = text.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(read(text)).toMatchObject([
      { summary: title, description: 'One\nEND:VEVENT\nBEGIN:VEVENT\nTwo' },
    ])
  })

  test('changes the entries of an older copy: same ids, a higher sequence', () => {
    const now = Date.parse('2087-12-31T23:59:58Z')
    const [older, newer] = [now, now + 1000].map((at) =>
      writeCalendarFile({ ...createSampleCopy(), publishedAt: at }),
    )
    const list = (text = '', pattern: RegExp) => text.match(pattern) ?? []
    expect(list(newer, /^UID:.*$/gm)).toEqual(list(older, /^UID:.*$/gm))
    const readSequence = (text = '') => Number(/^SEQUENCE:(\d+)\r$/m.exec(text)?.[1])
    expect(readSequence(newer)).toBe(readSequence(older) + 1)
    // RFC 5545 has integers of 32 bits.
    expect(readSequence(newer)).toBeLessThan(2 ** 31)
  })
})
