import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFeed } from '#server/schedule/feed/read-feed.ts'
import { BudgetExceededError } from '#server/schedule/feed/recurrence.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { realCalendars } from '#tests/support/schedule/real-calendars.ts'
import '#tests/support/run/property-runs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WINDOW = { start: Date.parse('2026-11-20'), end: Date.parse('2027-03-20') }

/** Undefined if the file is refused as a whole, so that bookings become requests. */
function read(text: string) {
  const own = { ownZone: 'Europe/Oslo', ownUids: [], ownAddresses: [] }
  try {
    return readFeed({ text, window: WINDOW, ...own })
  } catch (error) {
    if (error instanceof BudgetExceededError) return undefined
    throw error
  }
}

const covers = (busy: readonly Interval[], { start, end }: Interval) =>
  busy.some((interval) => interval.start <= start && interval.end >= end)

const touches = (busy: readonly Interval[], instant: number) =>
  busy.some(({ start, end }) => start <= instant && end >= instant)

/** How a feed may name a zone; all of them are an hour ahead of UTC in winter. */
const zones = [
  'Europe/Oslo',
  '"Europe/Oslo"',
  'W. Europe Standard Time',
  '"W. Europe Standard Time 1"',
  '"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"',
  '"tzone://Microsoft/Custom"',
  'Customized Time Zone',
  '"(GMT +01:00)"',
  'UTC+01:00',
  'Unknown/Zone',
]

const anyZone = fc.constantFrom(...zones)
const winterDay = fc.integer({ min: 0, max: 99 }).map((day) => Date.parse('2026-11-25') + day * DAY)
const formatDay = (day: number) => new Date(day).toISOString().slice(0, 10).replaceAll('-', '')

/** An entry with a readable start that may be busy: its lines, and the least time it is busy. */
interface Entry {
  start: string
  startsAt: number
  lines: string[]
  least: Interval
}

const anyTail = fc.constantFrom<string[]>(
  [],
  ['RRULE:FREQ=WEEKLY'],
  ['RRULE:FREQ=MONTHLY;BYDAY=-1FR,2MO;BYSETPOS=-1'],
  ['RRULE:FREQ=YEARLY;BYWEEKNO=1,20,53;BYDAY=MO', 'EXDATE:20200101T000000Z'],
  ['RRULE:FREQ=DAILY;UNTIL=20270101T000000Z', 'EXDATE;VALUE=DATE:20200101,20200102'],
  ['RRULE:FREQ=DAILY;INTERVAL=3;COUNT=9', 'RDATE:20270103T100000Z'],
  ['RRULE:FREQ=MONTHLY;BYMONTHDAY=31;RSCALE=GREGORIAN;SKIP=FORWARD'],
  ['RDATE;VALUE=PERIOD:20270103T100000Z/PT1H', 'SEQUENCE:3'],
)

const anyRest = fc.constantFrom<string[]>(
  ['STATUS:CONFIRMED', 'TRANSP:OPAQUE'],
  ['STATUS:TENTATIVE', 'SUMMARY:Äpfel\\, Birnen', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'],
  ['ATTENDEE;PARTSTAT=DECLINED:mailto:other@example.org'],
  ['BEGIN:VALARM', 'TRIGGER:-PT5M', 'DURATION:PT1H', 'ACTION:DISPLAY', 'END:VALARM'],
)

const meeting = fc
  .record({
    day: winterDay,
    minute: fc.integer({ min: 0, max: 22 * 60 }),
    length: fc.integer({ min: 1, max: 600 }),
    zone: anyZone,
    end: fc.constantFrom('DTEND', 'DURATION', 'SWAPPED'),
    tail: anyTail,
    rest: anyRest,
  })
  .map(({ day, minute, length, zone, end, tail, rest }): Entry => {
    const wall = day + minute * 60_000
    const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')
    const late = wall + length * 60_000
    const [first, last] = end === 'SWAPPED' ? [late, wall] : [wall, late]
    const ending =
      end === 'DURATION' ? `DURATION:PT${length}M` : `DTEND;TZID=${zone}:${stamp(last)}`
    return {
      start: `DTSTART;TZID=${zone}:${stamp(first)}`,
      startsAt: first - HOUR,
      lines: [ending, ...tail, ...rest],
      least: { start: wall - HOUR, end: late - HOUR },
    }
  })

const wholeDays = fc
  .record({
    day: winterDay,
    count: fc.integer({ min: 0, max: 9 }),
    label: fc.constantFrom(';VALUE=DATE', '', ';TZID=Europe/Oslo'),
    tail: anyTail,
    rest: anyRest,
  })
  .map(
    ({ day, count, label, tail, rest }): Entry => ({
      start: `DTSTART${label}:${formatDay(day)}`,
      startsAt: day - HOUR,
      lines: [`DTEND${label}:${formatDay(day + count * DAY)}`, ...tail, ...rest],
      least: { start: day - HOUR, end: day + Math.max(1, count) * DAY - HOUR },
    }),
  )

const entries = fc.array(fc.oneof(meeting, wholeDays), { minLength: 1, maxLength: 6 })

/** Characters that end a line in some programs, although iCalendar's lines end with CR LF. */
const RARE_LINE_ENDS = ['\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029']
const lineEnd = fc.constantFrom('\r\n', '\n', '\r', ...RARE_LINE_ENDS)

function writeCalendar(blocks: string[][]): string {
  const lines = blocks.flatMap((block, index) => [
    'BEGIN:VEVENT',
    `UID:entry-${index}`,
    ...block,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

/** Damage to one line that is not the start; none of it says that the entry is free. */
const lineDamage = fc.oneof(
  fc.constant((): string[] => []),
  fc.constant((line: string) => [line, line]),
  fc.constant((line: string) => [line.toLowerCase()]),
  fc.constant((line: string) => [`${line.slice(0, 3)}\r\n ${line.slice(3)}`]),
  fc
    .constantFrom('garbage', '', ',', ';', '????', '\\', '"', ':::', 'Ø')
    .map((value) => (line: string) => [`${line.slice(0, line.indexOf(':') + 1)}${value}`]),
  fc
    .tuple(
      fc.nat(40),
      fc.constantFrom('?', '"', ';', ' ', '\\', ':', '\0', '\ufeff', ...RARE_LINE_ENDS),
    )
    .map(([at, text]) => (line: string) => [line.slice(0, at) + text + line.slice(at)]),
  fc.nat(40).map((at) => (line: string) => [line.slice(0, at)]),
  fc
    .constantFrom(
      'X-JUNK',
      'nonsense',
      'BEGIN:X-BOX',
      'END:X-BOX',
      'END:VCALENDAR',
      'BEGIN:VCALENDAR',
      '<p>Sign in</p>',
      'RRULE:',
    )
    .map((junk) => (line: string) => [junk, line]),
)

describe('Whatever a calendar contains', () => {
  it('entries with a readable start that may be busy are busy at least then', () => {
    fc.assert(
      fc.property(entries, fc.boolean(), (all, startsLast) => {
        const blocks = all.map(({ start, lines }) =>
          startsLast ? [...lines, start] : [start, ...lines],
        )
        const reading = read(writeCalendar(blocks))
        expect(reading).toMatchObject({ eventCount: all.length, unreadableCount: 0 })
        for (const { least } of all) expect(covers(reading?.busy ?? [], least)).toBe(true)
      }),
    )
  })

  it('entries are read the same, whatever character ends all lines', () => {
    fc.assert(
      fc.property(entries, lineEnd, (all, end) => {
        const text = writeCalendar(all.map(({ start, lines }) => [start, ...lines]))
        expect(read(text.replaceAll('\r\n', end))).toEqual(read(text))
      }),
    )
  })

  it('entries are busy at least then, also if each line ends in its own way', () => {
    const ends = fc.array(lineEnd, { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(entries, ends, fc.boolean(), (all, by, startsLast) => {
        const blocks = all.map(({ start, lines }) =>
          startsLast ? [...lines, start] : [start, ...lines],
        )
        let line = 0
        const text = writeCalendar(blocks).replaceAll('\r\n', () => by[line++ % by.length] ?? '')
        const reading = read(text)
        expect(reading).toMatchObject({ eventCount: all.length, unreadableCount: 0 })
        for (const { least } of all) expect(covers(reading?.busy ?? [], least)).toBe(true)
      }),
    )
  })

  it('an unreadable part costs only itself: the start of each entry stays busy', () => {
    const damages = fc.array(fc.tuple(fc.nat(1000), lineDamage), { minLength: 1, maxLength: 8 })
    const split = fc.tuple(fc.nat(70), fc.constantFrom('', ...RARE_LINE_ENDS))
    fc.assert(
      fc.property(entries, damages, split, (all, damage, [cut, end]) => {
        const blocks = all.map(({ start, lines }) => [
          start.slice(0, cut) + end + start.slice(cut),
          ...lines,
        ])
        for (const [place, apply] of damage) {
          const block = blocks[place % blocks.length] ?? []
          // Line 0 is the start.
          const at = 1 + (place % Math.max(1, block.length - 1))
          const line = block[at]
          if (line !== undefined) block.splice(at, 1, ...apply(line))
        }
        const reading = read(writeCalendar(blocks))
        expect(reading?.eventCount).toBe(all.length)
        // An end that cannot be read may shorten an entry, or lie before its start.
        for (const { start, startsAt } of all)
          expect(touches(reading?.busy ?? [], startsAt), start).toBe(true)
      }),
    )
  })
})

const texts = Object.values(realCalendars).map((text) => text.replaceAll('\n', '\r\n'))

type Mutation = (text: string, at: number, size: number) => string

const mutations: Mutation[] = [
  (text, at, size) => text.slice(0, at) + text.slice(at + size),
  (text, at, size) => text.slice(0, at + size) + text.slice(at),
  (text, at) => `${text.slice(0, at)}\u0000${text.slice(at)}`,
  ...RARE_LINE_ENDS.flatMap((end): Mutation[] => [
    (text, at) => text.slice(0, at) + end + text.slice(at),
    (text, at) => text.slice(0, at) + text.slice(at).replace(/\r\n/, end),
    (text) => text.replaceAll('\r\n', end),
  ]),
  (text, at) => `${text.slice(0, at)}:;",=\\${text.slice(at + 1)}`,
  (text, at) => `${text.slice(0, at)}9999999999999999${text.slice(at)}`,
  (text, at, size) =>
    text.slice(0, at) + text.slice(at, at + size).toLowerCase() + text.slice(at + size),
  (text, at) => text.slice(0, at) + text.slice(at).replace(/\r\n/, ''),
  (text, at) => text.slice(0, at) + text.slice(at).replace(/\r\n/, '\r\nBEGIN:VEVENT\r\n'),
  (text, at) => text.slice(0, at) + text.slice(at).replace(/\r\n/, '\r\nEND:VEVENT\r\n'),
  (text, at) => text.slice(0, at) + text.slice(at).replace(/\r\n/, '\r\n\r\n '),
  (text, at) => text.slice(0, at) + text.slice(at).replace(/FREQ=\w+/, 'FREQ=HOURLY'),
  (text, at) => text.slice(0, at) + text.slice(at).replace(/BYDAY=\S+/, 'BYMONTHDAY=30;BYMONTH=2'),
]

const mutatedText = fc
  .record({
    text: fc.constantFrom(...texts),
    changes: fc.array(
      fc.tuple(fc.constantFrom(...mutations), fc.nat(9999), fc.integer({ min: 1, max: 60 })),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ text, changes }) =>
    changes.reduce((now, [mutate, place, size]) => mutate(now, place % now.length, size), text),
  )

const FREE_OR_REPLACED = /TRANSPARENT|CANCELLED|DECLINED|FREE|EXDATE|RECURRENCE-ID|SEQUENCE/i

const unfold = (text: string) => text.replace(/\r?\n[ \t]/g, '')

const getUid = (block: string) => /^UID:(.*)$/im.exec(block)?.[1]?.trim() ?? block

/**
 * Starts that anybody can see in the text, of entries without a word that they may be free, and
 * without another version.
 */
function listVisibleStarts(text: string): number[] {
  const blocks = unfold(text)
    .split(/^BEGIN:VEVENT\r?$/m)
    .slice(1)
  return blocks.flatMap((block) => {
    const inside = block.split(/^(?:END|BEGIN):/m)[0] ?? ''
    const [, year, month, day, hour = '0'] =
      /^DTSTART(?:;[A-Z]+=[\w/. ]+)?:(\d{4})(\d{2})(\d{2})(?:T(\d{2})[0-5]\d[0-5]\dZ?)?\r?$/m.exec(
        inside,
      ) ?? []
    const start = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour))
    const isReal = new Date(start).getUTCDate() === Number(day) && Number(hour) < 24
    const isInside = start > WINDOW.start + DAY && start < WINDOW.end - DAY
    const isOnly = blocks.filter((other) => getUid(other) === getUid(block)).length === 1
    return isReal && isInside && isOnly && !FREE_OR_REPLACED.test(block) ? [start] : []
  })
}

describe('A damaged file of a well-known program', () => {
  it('never stops the reading, and no entry disappears without a count', () => {
    fc.assert(
      fc.property(mutatedText, (text) => {
        const reading = read(text)
        if (!reading) return
        const { busy, eventCount, unreadableCount } = reading
        const begun = unfold(text).match(/^BEGIN:VEVENT\r?$/gm)?.length ?? 0
        expect(eventCount + unreadableCount).toBeGreaterThanOrEqual(begun)
        // Within the hours that a zone may make up, as the damage may have hit that.
        for (const start of listVisibleStarts(text)) {
          const near = { start: start - 15 * HOUR, end: start + 15 * HOUR }
          expect(
            busy.some(({ start: from, end }) => from < near.end && end > near.start),
            new Date(start).toISOString(),
          ).toBe(true)
        }
      }),
    )
  })

  it('is read whole as it is: every program’s calendar is understood', () => {
    for (const [name, text] of Object.entries(realCalendars))
      expect(read(text)?.unreadableCount, name).toBe(0)
  })
})
