import { describe, expect, it } from 'vitest'
import { buildCalendar, buildEvent } from '#tests/support/schedule/calendar-files.ts'
import {
  NINE_TO_ELEVEN,
  readBusyDays,
  readBusyTimes,
  readText,
  wholeDays,
} from '#tests/support/schedule/feed-reading.ts'

describe('A series with a part that cannot be read', () => {
  const weekly = (...lines: string[]) =>
    buildCalendar(
      buildEvent(
        'DTSTART;TZID=Europe/Oslo:20261201T100000',
        'DTEND;TZID=Europe/Oslo:20261201T120000',
        ...lines,
      ),
    )
  const until = { to: '2026-12-31' }
  const tuesdays = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29']
  const without = (date: string) => tuesdays.filter((day) => day !== date)

  it('keeps all other parts', () => {
    const rule = 'RRULE:FREQ=WEEKLY;BYDAY=TU'
    for (const [lines, expected] of [
      [[rule, 'EXDATE:20261215'], without('2026-12-15')],
      [[rule, 'EXDATE:'], tuesdays],
      [[rule, 'EXDATE:garbage,20261215T100000'], without('2026-12-15')],
      [[rule, 'EXDATE;TZID=Europe/Oslo:2026-12-15T10:00:00'], without('2026-12-15')],
      [[rule, 'RDATE;VALUE=DATE:'], tuesdays],
      [['RRULE:FREQ=WEEKLY;BYDAY='], tuesdays],
      [['RRULE:FREQ=WEEKLY;BYDAY=TU;BYMONTH='], tuesdays],
      [['RRULE:FREQ=WEEKLY;BYDAY=XX,TU'], tuesdays],
      [['rrule:freq=weekly;byday=tu'], tuesdays],
      [['RRULE:FREQ=WEEKLY; BYDAY= TU'], tuesdays],
      [['RRULE:RRULE:FREQ=WEEKLY\\;INTERVAL=0\\;'], tuesdays],
      [['RRULE:FREQ=WEEKLY;COUNT=some'], tuesdays],
      [['RRULE:FREQ=WEEKLY;UNTIL=20261215T090000Z'], tuesdays.slice(0, 3)],
      [['RRULE:FREQ=WEEKLY;UNTIL=20261215T100000'], tuesdays.slice(0, 3)],
      [['RRULE:FREQ=WEEKLY;UNTIL=20261215'], tuesdays.slice(0, 3)],
      [['RRULE:FREQ=WEEKLY;UNTIL=2026-12-15'], tuesdays.slice(0, 3)],
      [['RRULE:FREQ=WEEKLY;UNTIL=2026-12-15T09:00:00Z'], tuesdays.slice(0, 3)],
      [['RRULE:FREQ=WEEKLY;UNTIL=whenever'], tuesdays],
      [['RRULE:FREQ=WEEKLY;RSCALE=GREGORIAN;SKIP=OMIT'], tuesdays],
    ] as const)
      expect(readBusyDays(weekly(...lines), until), lines.join(' ')).toEqual(expected)
    expect(readBusyDays(weekly('RRULE:FREQ=WEEKLY;BYDAY=MO, TU'), until)).toHaveLength(9)
    expect(readBusyDays(weekly('RRULE:FREQ=DAILY\\;COUNT=10'), until)).toHaveLength(10)
  })

  it('reads lists that are parted by semicolons, and dates in place of times', () => {
    const rule = 'RRULE:FREQ=WEEKLY;COUNT=3'
    for (const [lines, expected] of [
      [[rule, 'EXDATE:20261208T090000Z;20261215T090000Z'], ['2026-12-01']],
      [['RDATE:20261203T090000Z;20261204T090000Z'], ['2026-12-01', '2026-12-03', '2026-12-04']],
    ] as const)
      expect(readBusyDays(weekly(...lines), until), lines.join(' ')).toEqual(expected)
    expect(readBusyTimes(weekly('RDATE;VALUE=DATE:20261203'), until)).toEqual([
      '2026-12-01T09:00 2026-12-01T11:00',
      '2026-12-03T09:00 2026-12-03T11:00',
    ])
  })

  it('replaces the occurrence that its own zone, or no other line, names', () => {
    const changed = (...lines: string[]) =>
      readBusyDays(
        buildCalendar(
          buildEvent(
            'UID:s',
            'DTSTART;TZID=Europe/Oslo:20261201T100000',
            'DTEND;TZID=Europe/Oslo:20261201T120000',
            'RRULE:FREQ=WEEKLY;COUNT=2',
          ),
          buildEvent('UID:s', ...lines),
        ),
      )
    const floating = 'RECURRENCE-ID:20261208T100000'
    for (const start of [
      'DTSTART:20261209T090000Z',
      'DTSTART;TZID=America/New_York:20261209T040000',
    ])
      expect(changed(floating, start, 'DURATION:PT2H')).toEqual(['2026-12-01', '2026-12-09'])
    for (const word of ['STATUS:CANCELLED', 'STATUS:CANCELED', 'TRANSP:TRANSPARENT'])
      expect(changed(floating, word)).toEqual(['2026-12-01'])
    expect(changed(floating, 'SUMMARY:Lunch')).toEqual(['2026-12-01', '2026-12-08'])
  })

  it('is busy at its first time and named to the owner if nothing can be read of its rule', () => {
    for (const rule of ['FREQ=SOMETIMES', 'BYDAY=TU', 'nonsense', 'RSCALE=HEBREW;FREQ=YEARLY']) {
      const reading = readText(weekly(`RRULE:${rule}`, 'SUMMARY:Choir\\, alto'))
      expect(reading).toMatchObject({
        eventCount: 1,
        unreadableCount: 0,
        busy: [{ start: Date.parse('2026-12-01T09:00Z') }],
        notes: [
          {
            kind: 'repeats',
            title: 'Choir, alto',
            start: '2026-12-01T10:00',
            doubt: { start: Date.parse('2026-11-30T23:00Z'), end: null },
          },
        ],
      })
    }
  })

  it('has a length in fractions, and none for certain if it is given in months', () => {
    const read = (duration: string) =>
      readText(
        buildCalendar(
          buildEvent('UID:d', 'DTSTART:20261208T090000Z', `DURATION:${duration}`, 'SUMMARY:Tour'),
        ),
      )
    const start = Date.parse('2026-12-08T09:00Z')
    for (const duration of ['PT1.5H', 'PT1,5H', 'PT90.0M'])
      expect(read(duration)).toMatchObject({
        busy: [{ start, end: start + 5_400_000 }],
        notes: [],
      })
    for (const duration of ['P1M', 'P1Y'])
      expect(read(duration)).toMatchObject({
        busy: [{ start, end: start + 3_600_000 }],
        notes: [{ kind: 'end', title: 'Tour' }],
      })
  })

  it('raises no doubt about free times if only exceptions or its end are unreadable', () => {
    for (const line of ['EXDATE:garbage', 'RRULE:FREQ=WEEKLY;COUNT=x', 'RRULE:FREQ=WEEKLY;UNTIL=x'])
      expect(readText(weekly('RRULE:FREQ=WEEKLY', line))?.notes).toMatchObject([
        { kind: 'exceptions', doubt: null },
      ])
  })

  it('does not name the entry to anybody if it is private, and not at all if it is free', () => {
    const broken = ['RRULE:FREQ=SOMETIMES', 'SUMMARY:Doctor']
    expect(readText(weekly(...broken, 'CLASS:PRIVATE'))?.notes).toMatchObject([{ title: '' }])
    expect(readText(weekly(...broken, 'TRANSP:TRANSPARENT'))?.notes).toEqual([])
  })

  it('keeps the key of its note until the entry itself is changed', () => {
    const key = (...lines: string[]) =>
      readText(weekly('UID:same', 'RRULE:FREQ=SOMETIMES', ...lines))?.notes[0]?.key
    expect(key('DTSTAMP:20261101T080000Z')).toBe(key('DTSTAMP:20261102T080000Z', 'SEQUENCE:2'))
    expect(key()).not.toBe(key('SUMMARY:Another'))
  })
})

describe('A rule of exceptions (EXRULE)', () => {
  const daily = (...lines: string[]) =>
    buildCalendar(
      buildEvent(
        'DTSTART;TZID=Europe/Oslo:20261201T100000',
        'DTEND;TZID=Europe/Oslo:20261201T120000',
        'RRULE:FREQ=DAILY;COUNT=7',
        ...lines,
      ),
    )
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-12-0${day}`)
  const without = (...days: number[]) => week.filter((_, at) => !days.includes(at + 1))

  it.each([
    ['FREQ=WEEKLY;BYDAY=SA,SU', without(5, 6)],
    ['FREQ=DAILY;INTERVAL=2', without(1, 3, 5, 7)],
    ['FREQ=DAILY;INTERVAL=2;COUNT=2', without(1, 3)],
    ['FREQ=DAILY;UNTIL=20261203T090000Z', without(1, 2, 3)],
    ['FREQ=DAILY;UNTIL=20261202', without(1, 2)],
    // The first time counts, although the rule does not match it.
    ['FREQ=WEEKLY;BYDAY=FR,SA;COUNT=2', without(4)],
    ['FREQ=DAILY;BYHOUR=11', week],
    ['', week],
  ])('takes away its times: %s', (rule, expected) => {
    expect(readBusyDays(daily(`EXRULE:${rule}`))).toEqual(expected)
    expect(readText(daily(`EXRULE:${rule}`))?.notes).toEqual([])
  })

  it('takes away whole days and single dates', () => {
    const text = buildCalendar(
      buildEvent(
        'DTSTART;VALUE=DATE:20261201',
        'RRULE:FREQ=DAILY;COUNT=3',
        'RDATE;VALUE=DATE:20261208',
        'EXRULE:FREQ=WEEKLY;BYDAY=WE,TU;COUNT=4',
      ),
    )
    expect(readBusyTimes(text)).toEqual(wholeDays(['2026-12-03', '2026-12-03']))
  })

  it('that cannot be read whole takes nothing away, which the owner is told', () => {
    for (const rule of [
      'FREQ=SOMETIMES',
      'FREQ=DAILY;BYDAY=XX,SA',
      'FREQ=DAILY;UNTIL=later',
      'x',
    ]) {
      expect(readBusyDays(daily(`EXRULE:${rule}`)), rule).toEqual(week)
      expect(readText(daily(`EXRULE:${rule}`))?.notes).toMatchObject([
        { kind: 'exceptions', doubt: null },
      ])
    }
  })
})

describe('An entry without a readable start', () => {
  it('is counted, named to the owner, and puts every time in doubt, unless it is free', () => {
    const text = buildCalendar(
      buildEvent('SUMMARY:No time at all'),
      buildEvent('DTSTART:garbage', 'DTEND:20261123T093000Z'),
      buildEvent('DTSTART:20261323T090000', 'STATUS:CANCELLED'),
      buildEvent('DTSTART:20261208T090000Z', 'DURATION:PT2H'),
    )
    expect(readText(text)).toMatchObject({
      eventCount: 1,
      unreadableCount: 3,
      notes: [
        { kind: 'start', title: 'No time at all', start: null, doubt: { start: 0, end: null } },
        { kind: 'start', title: '' },
      ],
    })
    expect(readBusyTimes(text)).toEqual(NINE_TO_ELEVEN)
  })

  it('is one of few notes even if there are thousands', () => {
    const text = buildCalendar(...Array.from({ length: 3000 }, () => buildEvent('DTSTART:?')))
    const notes = readText(text)?.notes ?? []
    expect(notes).toHaveLength(51)
    expect(notes.at(-1)).toMatchObject({
      kind: 'more',
      count: 2950,
      doubt: { start: 0, end: null },
    })
    expect(notes.reduce((sum, { count }) => sum + count, 0)).toBe(3000)
  })
})

describe('An invitation', () => {
  const invited = (...lines: string[]) =>
    readBusyTimes(
      buildCalendar(
        buildEvent(
          'DTSTART:20261208T090000Z',
          'DTEND:20261208T110000Z',
          'ORGANIZER:mailto:host@elsewhere.test',
          ...lines,
        ),
      ),
    )

  it.each([
    'ATTENDEE;PARTSTAT=DECLINED:mailto:owner@example.org',
    'attendee;partstat="declined":MAILTO:Owner@Example.org',
    'ATTENDEE;CN="Owner; the: one";PARTSTAT=DECLINED;SENT-BY="mailto:helper@example.org":mailto:owner@example.org',
    'ATTENDEE;EMAIL=owner@example.org;PARTSTAT=DECLINED:urn:uuid:7a1f',
    'ATTENDEE;PARTSTAT=DECLINED:owner%40example.org',
  ])('that the owner declined is not busy: %s', (line) => {
    expect(invited(line)).toEqual([])
    expect(invited('ATTENDEE;PARTSTAT=ACCEPTED:mailto:other@example.org', line)).toEqual([])
  })

  it.each([
    'ATTENDEE;PARTSTAT=DECLINED:mailto:other@example.org',
    'ATTENDEE;PARTSTAT=DECLINED;SENT-BY="mailto:owner@example.org":mailto:other@example.org',
    'ATTENDEE;PARTSTAT=DECLINED;CN=owner@example.org:mailto:other@example.org',
    'ATTENDEE;PARTSTAT=TENTATIVE:mailto:owner@example.org',
    'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:owner@example.org',
    'ATTENDEE:mailto:owner@example.org',
    'ORGANIZER;PARTSTAT=DECLINED:mailto:owner@example.org',
    'COMMENT;PARTSTAT=DECLINED:mailto:owner@example.org',
  ])('stays busy whatever others answered, and until the owner says no: %s', (line) => {
    expect(invited(line)).toEqual(NINE_TO_ELEVEN)
  })

  it('is declined by the address after which Google names the calendar', () => {
    const text = buildCalendar(
      'X-WR-CALNAME:me@gmail.example',
      buildEvent(
        'DTSTART:20261208T090000Z',
        'DURATION:PT1H',
        'ATTENDEE;PARTSTAT=DECLINED:mailto:me@gmail.example',
      ),
    )
    expect(readBusyTimes(text)).toEqual([])
  })

  it('to a series that the owner declined for one day is free on that day', () => {
    const text = buildCalendar(
      buildEvent('UID:s', 'DTSTART:20261207T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'),
      buildEvent(
        'UID:s',
        'RECURRENCE-ID:20261208T090000Z',
        'DTSTART:20261208T090000Z',
        'DURATION:PT1H',
        'ATTENDEE;PARTSTAT=DECLINED:mailto:owner@example.org',
      ),
    )
    expect(readBusyDays(text)).toEqual(['2026-12-07', '2026-12-09'])
  })
})

describe('An entry of the owner’s own mail domain', () => {
  it('is busy unless its UID is that of one of our bookings', () => {
    const times = ['DTSTART:20261208T090000Z', 'DTEND:20261208T110000Z']
    for (const uid of ['20261101T080000Z1f2e@own.example', 'x-a-booking@own.example', 'a-booking'])
      expect(readBusyTimes(buildCalendar(buildEvent(...times, `UID:${uid}`)))).toEqual(
        NINE_TO_ELEVEN,
      )
    expect(readBusyTimes(buildCalendar(buildEvent(...times, 'UID:a-booking@own.example')))).toEqual(
      [],
    )
  })
})

describe('Versions of an entry', () => {
  const version = (hour: string, ...lines: string[]) =>
    buildEvent('UID:v', `DTSTART:20261208T${hour}0000Z`, 'DURATION:PT1H', ...lines)

  it('count by their SEQUENCE: an older one is no longer busy', () => {
    const text = buildCalendar(
      version('15', 'SEQUENCE:2', 'RRULE:FREQ=DAILY;COUNT=1'),
      version('09', 'RRULE:FREQ=DAILY;COUNT=1'),
      version('12', 'SEQUENCE:1'),
    )
    expect(readBusyTimes(text)).toEqual(['2026-12-08T15:00 2026-12-08T16:00'])
    expect(readBusyTimes(buildCalendar(version('09'), version('12')))).toHaveLength(2)
    expect(
      readBusyTimes(buildCalendar(version('09'), version('12', 'SEQUENCE:1', 'STATUS:CANCELLED'))),
    ).toEqual([])
  })

  it('stay busy where the newer one, or its SEQUENCE, cannot be read', () => {
    const broken = buildEvent('UID:v', 'DTSTART:garbage', 'SEQUENCE:3')
    expect(readBusyTimes(buildCalendar(version('09'), broken))).toHaveLength(1)
    expect(
      readBusyTimes(buildCalendar(version('09', 'SEQUENCE:x'), version('12', 'SEQUENCE:9'))),
    ).toHaveLength(2)
  })

  it('that replace one occurrence are all busy unless one says that it is newer', () => {
    const change = (hour: string, ...lines: string[]) =>
      version(hour, 'RECURRENCE-ID:20261208T090000Z', ...lines)
    const series = version('09', 'RRULE:FREQ=DAILY;COUNT=1')
    expect(readBusyTimes(buildCalendar(series, change('12'), change('15')))).toEqual([
      '2026-12-08T12:00 2026-12-08T13:00',
      '2026-12-08T15:00 2026-12-08T16:00',
    ])
    expect(readBusyTimes(buildCalendar(series, change('12', 'SEQUENCE:1'), change('15')))).toEqual([
      '2026-12-08T12:00 2026-12-08T13:00',
    ])
  })

  it('do not end a single replaced occurrence that has an older SEQUENCE', () => {
    const text = buildCalendar(
      version('09', 'SEQUENCE:4', 'RRULE:FREQ=DAILY;COUNT=2'),
      buildEvent(
        'UID:v',
        'RECURRENCE-ID:20261209T090000Z',
        'DTSTART:20261209T150000Z',
        'DURATION:PT1H',
      ),
    )
    expect(readBusyTimes(text)).toEqual([
      '2026-12-08T09:00 2026-12-08T10:00',
      '2026-12-09T15:00 2026-12-09T16:00',
    ])
  })
})

describe('Dates that a month does not have', () => {
  const monthly = (rule: string) =>
    readBusyDays(
      buildCalendar(
        buildEvent('DTSTART;TZID=Europe/Oslo:20261031T100000', 'DURATION:PT2H', `RRULE:${rule}`),
      ),
      { to: '2027-03-31' },
    )

  it('are left out, or replaced by the day before or after, as SKIP says', () => {
    for (const [skip, expected] of [
      ['', ['2026-12-31', '2027-01-31']],
      [';SKIP=OMIT', ['2026-12-31', '2027-01-31']],
      [';SKIP=BACKWARD', ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28']],
      [';SKIP=FORWARD', ['2026-12-01', '2026-12-31', '2027-01-31', '2027-03-01']],
    ] as const) {
      expect(monthly(`RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31${skip}`)).toEqual(expected)
      expect(monthly(`rscale=gregorian;freq=monthly${skip.toLowerCase()}`)).toEqual(expected)
    }
    const leapDay = (skip: string) =>
      readBusyDays(
        buildCalendar(
          buildEvent(
            'DTSTART;VALUE=DATE:20240229',
            `RRULE:FREQ=YEARLY;RSCALE=GREGORIAN;SKIP=${skip}`,
          ),
        ),
        { zone: 'UTC', from: '2026-01-01', to: '2029-01-01' },
      )
    expect(leapDay('BACKWARD')).toEqual(['2026-02-28', '2027-02-28', '2028-02-29'])
    expect(leapDay('FORWARD')).toEqual(['2026-03-01', '2027-03-01', '2028-02-29'])
    expect(leapDay('OMIT')).toEqual(['2028-02-29'])
  })
})

describe('A damaged file', () => {
  const event = buildEvent('DTSTART:20261208T090000Z', 'DTEND:20261208T110000Z')
  const whole = buildCalendar(event)
  const two = buildCalendar(event, buildEvent('DTSTART:20261209T090000Z', 'DURATION:PT1H'))

  it.each([
    ['a line after its end', `${whole}<!-- served by cache 3 -->\r\n`],
    ['a comment before its begin', `# exported\r\n\r\n${whole}`],
    ['a NUL at its end', `${whole}\0`],
    ['a NUL within', whole.replace('DTSTART', 'DT\0START')],
    ['a byte order mark', `\ufeff${whole}`],
    ['a byte order mark within', `X\r\n\ufeff${whole}`],
    ['carriage returns only', whole.replaceAll('\r\n', '\r')],
    ['doubled carriage returns', whole.replaceAll('\r\n', '\r\r\n')],
    ['empty lines', whole.replaceAll('\r\n', '\r\n\r\n')],
    ['no END of its entry', whole.replace('END:VEVENT\r\n', '')],
    ['a garbled BEGIN', whole.replace('BEGIN:VEVENT', 'BEGIN:VEVNT')],
    ['a lost BEGIN', whole.replace('BEGIN:VEVENT\r\n', '')],
    [
      'spaces around names',
      whole.replace('BEGIN:VEVENT', 'BEGIN: VEVENT ').replace('DTSTART:', 'DTSTART :'),
    ],
    [
      'an alarm without an end',
      whole.replace('DTSTART', 'BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nDURATION:PT9H\r\nDTSTART'),
    ],
    ['a group before a name', whole.replace('DTSTART', 'item1.DTSTART')],
    ['an empty calendar after it', whole + buildCalendar()],
  ])('is read with %s', (_what, text) => {
    expect(readBusyTimes(text)).toEqual(NINE_TO_ELEVEN)
  })

  it.each([
    [
      'in two calendars',
      buildCalendar(event) + buildCalendar(buildEvent('DTSTART:20261209T090000Z', 'DURATION:PT1H')),
    ],
    ['without the END of the first', two.replace('END:VEVENT\r\n', '')],
    [
      'with an END of the calendar between them',
      two.replace('END:VEVENT\r\n', 'END:VEVENT\r\nEND:VCALENDAR\r\n'),
    ],
    [
      'with the second after the END of the calendar, which has no other END',
      whole + buildEvent('DTSTART:20261209T090000Z', 'DURATION:PT1H'),
    ],
    [
      'with the second after the END of the calendar, without its own BEGIN',
      `${whole}DTSTART:20261209T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\n`,
    ],
    ['without the BEGIN of the calendar', two.replace('BEGIN:VCALENDAR\r\n', '')],
    [
      'with the first before a calendar',
      `${event}\r\n${buildCalendar(buildEvent('DTSTART:20261209T090000Z', 'DURATION:PT1H'))}`,
    ],
    [
      'without the END of the first calendar',
      buildCalendar(event).replace('END:VCALENDAR\r\n', '') +
        buildCalendar(buildEvent('DTSTART:20261209T090000Z', 'DURATION:PT1H')),
    ],
  ])('keeps both of its entries %s', (_what, text) => {
    expect(readBusyTimes(text)).toEqual([...NINE_TO_ELEVEN, '2026-12-09T09:00 2026-12-09T10:00'])
  })
})

describe('A text with a character that ends lines in some programs', () => {
  const read = (...lines: string[]) => {
    const times = ['DTSTART:20261208T090000Z', 'DTEND:20261208T110000Z', 'EXDATE:garbage']
    const reading = readText(buildCalendar(buildEvent(...lines, ...times)))
    return { titles: reading?.notes.map(({ title }) => title), busy: reading?.busy.length }
  }

  it.each(['\u2028', '\u2029', '\x85', '\v', '\f'])('is read on beyond it: %j', (end) => {
    expect(read(`SUMMARY:Choir${end}alto`)).toEqual({ titles: ['Choir alto'], busy: 1 })
    for (const text of ['TRANSP:TRANSPARENT', 'STATUS:CANCELLED', 'Duration: 2 hours', 'UID:x'])
      expect(read(`DESCRIPTION:Choir${end}${text}${end}.`, 'SUMMARY:Choir'), text).toEqual({
        titles: ['Choir'],
        busy: 1,
      })
  })

  it('ends that text if it ends all lines: what follows it may make the entry free', () => {
    const text = buildCalendar(
      buildEvent('DTSTART:20261208T090000Z', 'SUMMARY:Choir', 'TRANSP:TRANSPARENT'),
    )
    for (const end of ['\u2028', '\u2029', '\x85', '\v', '\f'])
      expect(readBusyTimes(text.replaceAll('\r\n', end))).toEqual([])
  })

  it('hides no start that follows it', () => {
    for (const end of ['\u2028', '\v']) {
      const text = `SUMMARY:Choir${end}DTSTART:20261208T090000Z${end}LOCATION:Hall${end}DURATION:PT2H`
      expect(readBusyTimes(buildCalendar(buildEvent(text)))).toEqual(NINE_TO_ELEVEN)
    }
  })

  it('is read in a time that does not grow faster than the file', () => {
    const reading = readText(buildCalendar(buildEvent(`DTSTART;${'\u2028 '.repeat(500_000)}`)))
    expect(reading).toMatchObject({ eventCount: 0, unreadableCount: 1 })
  })
})

describe('Hours in which the owner is available (VAVAILABILITY)', () => {
  const hours = (...lines: string[]) =>
    buildCalendar(
      buildEvent('DTSTART:20261208T090000Z', 'DTEND:20261208T110000Z'),
      'BEGIN:VAVAILABILITY',
      ...lines,
      'BEGIN:AVAILABLE',
      'DTSTART;TZID=Europe/Oslo:20261201T090000',
      'DTEND;TZID=Europe/Oslo:20261201T120000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TU',
      'END:AVAILABLE',
      'END:VAVAILABILITY',
    )

  it('are named to the owner as not understood, and put every time in doubt', () => {
    expect(readBusyTimes(hours())).toEqual(NINE_TO_ELEVEN)
    expect(readText(hours('SUMMARY:Office', 'DTSTART:20261201T000000Z'))).toMatchObject({
      eventCount: 1,
      unreadableCount: 1,
      notes: [{ kind: 'availability', title: 'Office', doubt: { start: 0, end: null } }],
    })
  })

  it('are noted again when they change', () => {
    const key = (text: string) => readText(text)?.notes[0]?.key
    expect(key(hours())).not.toBe(key(hours().replace('MO,TU', 'MO')))
    expect(key(hours())).toBe(key(hours('DTSTAMP:20261101T080000Z')))
  })
})

describe('A file that ends within an entry', () => {
  it('after the end of its calendar is read, and the owner is told that times may be missing', () => {
    const event = buildEvent('DTSTART:20261208T090000Z', 'DTEND:20261208T110000Z')
    const cut = buildEvent('SUMMARY:Choir', 'DTSTART:20261209T090000Z', 'DURATION:PT1H')
    const reading = readText(buildCalendar(event) + cut.replace(/END:VEVENT\s*/, ''))
    expect(reading?.busy).toHaveLength(2)
    expect(reading?.notes).toMatchObject([{ kind: 'repeats', title: 'Choir' }])
  })

  it('keeps the zone of a calendar whose BEGIN was lost', () => {
    const text = buildCalendar(
      'X-WR-TIMEZONE:America/New_York',
      buildEvent('DTSTART:20261208T040000', 'DTEND:20261208T060000'),
    )
    expect(readBusyTimes(text.replace('BEGIN:VCALENDAR', 'BEGIN:VCALENDR'))).toEqual(NINE_TO_ELEVEN)
  })
})

describe('Free/busy periods', () => {
  const published = (line: string) =>
    buildCalendar(`BEGIN:VFREEBUSY\nUID:f\n${line}\nEND:VFREEBUSY`)

  it('are read in the zone that they name, and with semicolons between them', () => {
    for (const line of [
      'FREEBUSY;TZID=America/New_York:20261208T040000/20261208T060000',
      'FREEBUSY:20261208T090000Z/PT1H;20261208T100000Z/PT1H',
    ])
      expect(readBusyTimes(published(line))).toEqual(NINE_TO_ELEVEN)
  })

  it('without a readable end are busy for an hour and named to the owner', () => {
    const text = published('FREEBUSY:20261208T090000Z/later')
    expect(readBusyTimes(text)).toEqual(['2026-12-08T09:00 2026-12-08T10:00'])
    expect(readText(text)?.notes).toHaveLength(1)
  })
})
