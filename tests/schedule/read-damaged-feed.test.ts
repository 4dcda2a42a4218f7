import { describe, expect, it } from 'vitest'
import { buildCalendar, buildEvent, buildOutlookZone } from '#tests/support/calendar-files.ts'
import { readBusyTimes, readText } from '#tests/support/feed-reading.ts'

const NINE_TO_ELEVEN = ['2026-12-08T09:00 2026-12-08T11:00']

/** A meeting from 10:00 to 12:00 on 8 December in this zone. */
const meetingIn = (zone: string, ...lines: string[]) =>
  buildEvent(`DTSTART;TZID=${zone}:20261208T100000`, `DTEND;TZID=${zone}:20261208T120000`, ...lines)

const days = (text: string, options = {}) =>
  readBusyTimes(text, options).map((span) => span.slice(0, 10))

/** Whole days in Oslo, in winter. */
const wholeDays = (...dates: [first: string, last: string][]) =>
  dates.map(([first, last]) => {
    const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
    return `${before}T23:00 ${last}T23:00`
  })

describe('A time zone', () => {
  it('is found by its name without escapes, quotes and letter case', () => {
    const zones = [
      '(UTC+01:00) Oslo\\, Bergen',
      '(UTC+01:00) Oslo, Bergen',
      '(utc+01:00)  Oslo\\, BERGEN ',
    ]
    const uses = [
      '"(UTC+01:00) Oslo, Bergen"',
      '"(UTC+01:00) Oslo\\, Bergen"',
      '(UTC+01:00) Oslo, Bergen',
    ]
    for (const zone of zones)
      for (const use of uses)
        expect(readBusyTimes(buildCalendar(buildOutlookZone(zone), meetingIn(use)))).toEqual(
          NINE_TO_ELEVEN,
        )
  })

  it.each([
    'tzone://Microsoft/Custom',
    '(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
    '(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna',
    '(UTC+01:00) Brussels\\, Copenhagen\\, Madrid\\, Paris',
    '(GMT+01:00) West Central Africa',
    'Customized Time Zone 1',
    'W. Europe Standard Time 1',
    'W. Europe Standard Time (2)',
    'w. europe standard time',
    'W. Europe Daylight Time',
    'W. Europe',
    'Western/Central Europe',
    '(GMT +01:00)',
    'UTC+01:00',
    'GMT+1',
    'UTC+0100',
    'GMT +0100 (Standard) / GMT +0200 (Daylight)',
    'Europe/Oslo ',
    'europe/oslo',
    'Europe/Oslo (CET)',
    'CET',
    'CEST',
    '/freeassociation.sourceforge.net/Tzfile/Europe/Oslo',
    '/mozilla.org/20050126_1/Europe/Oslo',
    '/softwarestudio.org/Olson_20011030_5/Europe/Oslo',
    'Nowhere/At_All',
    'Mitteleuropäische Zeit',
  ])('without a definition is read from its name, or as the owner’s: %s', (zone) => {
    expect(readBusyTimes(buildCalendar(meetingIn(`"${zone}"`)))).toEqual(NINE_TO_ELEVEN)
    if (!zone.includes(':') && !zone.includes('\\'))
      expect(readBusyTimes(buildCalendar(meetingIn(zone)))).toEqual(NINE_TO_ELEVEN)
  })

  it.each([
    ['Jordan Standard Time', '07:00'],
    ['South Sudan Standard Time', '08:00'],
    ['Volgograd Standard Time', '07:00'],
    ['Line Islands Standard Time', '-14:00'],
    ['tzone://Microsoft/Utc', '10:00'],
    ['(UTC) Coordinated Universal Time', '10:00'],
    ['GMT Standard Time', '10:00'],
    ['US-Eastern', '15:00'],
    ['(UTC) Koordinierte Weltzeit', '10:00'],
    ['(UTC±00:00) Dublin, Edinburgh, Lissabon, London', '10:00'],
    ['UTC-11', '21:00'],
    ['UTC-05:00', '15:00'],
    ['Etc/GMT+5', '15:00'],
    ['(UTC-05:00) Eastern Time (US & Canada)', '15:00'],
    ['(UTC-08:00) Pacific Time (US & Canada)', '18:00'],
    ['(UTC-07:00) Chihuahua, La Paz, Mazatlan', '17:00'],
    ['(UTC-04:00) Georgetown, La Paz, Manaus, San Juan', '14:00'],
    ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', '04:30'],
    ['(UTC+10:00) Canberra, Melbourne, Sydney', '-23:00'],
    ['(UTC-03:00) Nowhere Known', '13:00'],
    ['Eastern', '15:00'],
    ['BST', '10:00'],
    ['/citadel.org/20210210_1/America/Argentina/Buenos_Aires', '13:00'],
  ])('that is not the owner’s is read from the name %s', (zone, start) => {
    const expected = start.startsWith('-')
      ? `2026-12-07T${start.slice(1).replace('14:00', '20:00')}`
      : `2026-12-08T${start}`
    expect(readBusyTimes(buildCalendar(meetingIn(`"${zone}"`)))[0]?.slice(0, 16)).toBe(expected)
  })

  it.each([
    '(UTC) Dublin, Edinburgh, Lisbon, London',
    '(UTC±00:00) Dublin, Edinburgh, Lissabon, London',
    'British Summer Time',
  ])('of a place that is at UTC in winter changes its clocks: %s', (zone) => {
    const start = `DTSTART;TZID="${zone}":20270615T100000`
    const summer = { from: '2027-06-01', to: '2027-07-01' }
    expect(readBusyTimes(buildCalendar(buildEvent(start, 'DURATION:PT1H')), summer)).toEqual([
      '2027-06-15T09:00 2027-06-15T10:00',
    ])
  })

  it.each(['+100', '+1:00', '0100', '+0100 (CET)'])(
    'is read from a description with the offset %s',
    (offset) => {
      const lines = `TZOFFSETFROM:${offset}\nTZOFFSETTO:${offset}`
      const standard = `BEGIN:STANDARD\nDTSTART:19700101T000000\n${lines}\nEND:STANDARD`
      const description = `BEGIN:VTIMEZONE\nTZID:Somewhere\n${standard}\nEND:VTIMEZONE`
      expect(readBusyTimes(buildCalendar(description, meetingIn('Somewhere')))).toEqual(
        NINE_TO_ELEVEN,
      )
    },
  )

  it('that is known by its offset in winter changes its clocks with the owner’s', () => {
    const zone = '"(GMT +01:00)"'
    const text = buildCalendar(
      buildEvent(`DTSTART;TZID=${zone}:20270615T100000`, `DTEND;TZID=${zone}:20270615T110000`),
    )
    const summer = { from: '2027-06-01', to: '2027-07-01' }
    expect(readBusyTimes(text, summer)).toEqual(['2027-06-15T08:00 2027-06-15T09:00'])
  })

  it('that says nothing is the calendar’s, if it names one, and is counted as guessed', () => {
    const text = buildCalendar('X-WR-TIMEZONE:America/New_York', meetingIn('Customized Time Zone'))
    expect(readBusyTimes(text)).toEqual(['2026-12-08T15:00 2026-12-08T17:00'])
    expect(readText(text)).toMatchObject({
      guessedZoneCount: 1,
      notes: [{ kind: 'zone', title: 'Customized Time Zone', count: 1, doubt: null }],
    })
  })

  it('of a calendar holds for times without one, but not for whole days', () => {
    for (const zone of ['America/New_York', 'Eastern Standard Time'])
      expect(
        readBusyTimes(
          buildCalendar(
            `X-WR-TIMEZONE:${zone}`,
            buildEvent('DTSTART:20261208T040000', 'DTEND:20261208T060000'),
            buildEvent('DTSTART;VALUE=DATE:20261210'),
          ),
        ),
      ).toEqual([...NINE_TO_ELEVEN, ...wholeDays(['2026-12-10', '2026-12-10'])])
    const twoCalendars =
      buildCalendar(
        'X-WR-TIMEZONE:Asia/Tokyo',
        buildEvent('DTSTART:20261207T180000', 'DURATION:PT1H'),
      ) +
      buildCalendar('X-WR-TIMEZONE:Nowhere', buildEvent('DTSTART:20261208T100000', 'DURATION:PT2H'))
    expect(readBusyTimes(twoCalendars)).toEqual([
      '2026-12-07T09:00 2026-12-07T10:00',
      ...NINE_TO_ELEVEN,
    ])
  })
})

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
      expect(days(weekly(...lines), until), lines.join(' ')).toEqual(expected)
    expect(days(weekly('RRULE:FREQ=WEEKLY;BYDAY=MO, TU'), until)).toHaveLength(9)
    expect(days(weekly('RRULE:FREQ=DAILY\\;COUNT=10'), until)).toHaveLength(10)
  })

  it('reads lists that are parted by semicolons, and dates in place of times', () => {
    const rule = 'RRULE:FREQ=WEEKLY;COUNT=3'
    for (const [lines, expected] of [
      [[rule, 'EXDATE:20261208T090000Z;20261215T090000Z'], ['2026-12-01']],
      [['RDATE:20261203T090000Z;20261204T090000Z'], ['2026-12-01', '2026-12-03', '2026-12-04']],
    ] as const)
      expect(days(weekly(...lines), until), lines.join(' ')).toEqual(expected)
    expect(readBusyTimes(weekly('RDATE;VALUE=DATE:20261203'), until)).toEqual([
      '2026-12-01T09:00 2026-12-01T11:00',
      '2026-12-03T09:00 2026-12-03T11:00',
    ])
  })

  it('replaces the occurrence that its own zone, or no other line, names', () => {
    const changed = (...lines: string[]) =>
      days(
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

describe('An all-day series of Outlook or Exchange', () => {
  const daily = (...lines: string[]) =>
    buildEvent(
      'UID:series',
      'DTSTART;VALUE=DATE:20261207',
      'DTEND;VALUE=DATE:20261208',
      'RRULE:FREQ=DAILY;UNTIL=20261210T230000Z;INTERVAL=1',
      ...lines,
    )

  it('includes the day whose local midnight its UNTIL names', () => {
    expect(readBusyTimes(buildCalendar(daily()))).toEqual(wholeDays(['2026-12-07', '2026-12-11']))
    for (const [zone, value, last] of [
      ['America/New_York', '20261211T050000Z', '12T05:00'],
      ['America/New_York', '20261211T000000Z', '12T05:00'],
      ['Asia/Tokyo', '20261210T150000Z', '11T15:00'],
      ['Europe/Oslo', '20261211', '11T23:00'],
      ['Europe/Oslo', '20261211T000000', '11T23:00'],
    ] as const) {
      const text = buildCalendar(
        buildEvent('DTSTART;VALUE=DATE:20261207', `RRULE:FREQ=DAILY;UNTIL=${value}`),
      )
      expect(readBusyTimes(text, { zone })[0]?.slice(-8)).toBe(last)
    }
  })

  it('loses the days whose local midnight is excepted', () => {
    const expected = wholeDays(['2026-12-07', '2026-12-07'], ['2026-12-09', '2026-12-11'])
    for (const exception of [
      'EXDATE;TZID=W. Europe Standard Time:20261208T000000',
      'EXDATE:20261207T230000Z',
      'EXDATE:20261208T000000Z',
      'EXDATE:20261208T000000',
      'EXDATE;VALUE=DATE:20261208',
      'EXDATE:20261208',
    ])
      expect(readBusyTimes(buildCalendar(daily(exception)))).toEqual(expected)
  })

  it('loses a day whose midnight is that of a zone that the file describes', () => {
    const description = `BEGIN:VTIMEZONE\nTZID:Tokyo Standard Time\nEND:VTIMEZONE`
    const text = buildCalendar(
      description,
      buildEvent(
        'DTSTART;VALUE=DATE:20261207',
        'RRULE:FREQ=DAILY;UNTIL=20261209T150000Z',
        'EXDATE:20261207T150000Z',
      ),
    )
    expect(readBusyTimes(text)).toEqual(
      wholeDays(['2026-12-07', '2026-12-07'], ['2026-12-09', '2026-12-10']),
    )
  })

  it('moves the days, or all later ones, whose local midnight is replaced', () => {
    const moved = (id: string) =>
      buildCalendar(
        daily(),
        buildEvent('UID:series', `RECURRENCE-ID${id}`, 'DTSTART;VALUE=DATE:20261214'),
      )
    for (const id of [
      ';TZID=W. Europe Standard Time:20261208T000000',
      ':20261207T230000Z',
      ';VALUE=DATE:20261208',
    ])
      expect(readBusyTimes(moved(id))).toEqual(
        wholeDays(
          ['2026-12-07', '2026-12-07'],
          ['2026-12-09', '2026-12-11'],
          ['2026-12-14', '2026-12-14'],
        ),
      )
    expect(readBusyTimes(moved(';RANGE=THISANDFUTURE:20261208T230000Z'))).toEqual(
      wholeDays(['2026-12-07', '2026-12-08'], ['2026-12-14', '2026-12-16']),
    )
  })
})

describe('The times of an entry', () => {
  it.each([
    ['eight digits are a whole day', 'DTSTART:20261208|DTEND:20261209', '2026-12-08', '2026-12-08'],
    ['a week of days', 'DTSTART:20261208|DURATION:P1W', '2026-12-08', '2026-12-14'],
    ['a day of a zone', 'DTSTART;TZID=Europe/Oslo:20261208', '2026-12-08', '2026-12-08'],
    [
      'a day that ends on itself',
      'DTSTART;VALUE=DATE:20261208|DTEND;VALUE=DATE:20261208',
      '2026-12-08',
      '2026-12-08',
    ],
    ['a day of no length', 'DTSTART;VALUE=DATE:20261208|DURATION:P0D', '2026-12-08', '2026-12-08'],
    [
      'days that end before they start',
      'DTSTART;VALUE=DATE:20261210|DTEND;VALUE=DATE:20261208',
      '2026-12-08',
      '2026-12-10',
    ],
    [
      'times under VALUE=DATE',
      'DTSTART;VALUE=DATE:20261208T100000|DTEND;VALUE=DATE:20261208T120000',
      '2026-12-08',
      '2026-12-08',
    ],
    [
      'midnights under VALUE=DATE',
      'DTSTART;VALUE=DATE:20261208T000000|DTEND;VALUE=DATE:20261210T000000',
      '2026-12-08',
      '2026-12-09',
    ],
    [
      'instants under VALUE=DATE',
      'DTSTART;VALUE=DATE:20261207T230000Z|DTEND;VALUE=DATE:20261208T230000Z',
      '2026-12-08',
      '2026-12-08',
    ],
    ['a date with an unreadable time', 'DTSTART:20261208Tnoon', '2026-12-08', '2026-12-08'],
    ['a dashed date', 'DTSTART:2026-12-08', '2026-12-08', '2026-12-08'],
    ['a date with slashes', 'DTSTART:2026/12/08', '2026-12-08', '2026-12-08'],
    [
      'midnights of UTC under VALUE=DATE',
      'DTSTART;VALUE=DATE:20261208T000000Z|DTEND;VALUE=DATE:20261209T000000Z',
      '2026-12-08',
      '2026-12-08',
    ],
    ['a day and a half', 'DTSTART;VALUE=DATE:20261208|DURATION:PT36H', '2026-12-08', '2026-12-09'],
    [
      'a midnight that Outlook calls a whole day',
      'DTSTART:20261207T230000Z|DTEND:20261207T230000Z|X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      '2026-12-08',
      '2026-12-08',
    ],
    [
      'a midnight without an end that is called a whole day',
      'DTSTART;TZID=Europe/Oslo:20261208T000000|X-FUNAMBOL-ALLDAY:1',
      '2026-12-08',
      '2026-12-08',
    ],
  ])('of a whole day: %s', (_what, lines, first, last) => {
    expect(readBusyTimes(buildCalendar(buildEvent(...lines.split('|'))))).toEqual(
      wholeDays([first, last]),
    )
  })

  it.each([
    [
      'an end before the start',
      'DTSTART:20261208T110000Z|DTEND:20261208T090000Z',
      '09:00',
      '11:00',
    ],
    ['a negative duration', 'DTSTART:20261208T110000Z|DURATION:-PT2H', '09:00', '11:00'],
    [
      'an end without a zone',
      'DTSTART;TZID=America/New_York:20261208T040000|DTEND:20261208T060000',
      '09:00',
      '11:00',
    ],
    [
      'a start without its end’s zone',
      'DTSTART:20261208T040000|DTEND;TZID=America/New_York:20261208T060000',
      '09:00',
      '11:00',
    ],
    [
      'an end that is a day',
      'DTSTART:20261208T090000Z|DTEND;VALUE=DATE:20261209',
      '09:00',
      '23:00',
    ],
    [
      'an end that is its own day',
      'DTSTART;TZID=Europe/Oslo:20261208T100000|DTEND:20261208',
      '09:00',
      '23:00',
    ],
    ['no length', 'DTSTART:20261208T090000Z|DTEND:20261208T090000Z', '09:00', '09:01'],
    ['a duration of nothing', 'DTSTART:20261208T090000Z|DURATION:P0D', '09:00', '09:01'],
    ['no end', 'DTSTART:20261208T090000Z', '09:00', '09:01'],
    ['an unreadable end', 'DTSTART:20261208T090000Z|DTEND:later', '09:00', '10:00'],
    ['an end of 1970', 'DTSTART:20261208T090000Z|DTEND:19700101T000000Z', '09:00', '10:00'],
    ['an end of 1601', 'DTSTART:20261208T090000Z|DTEND:16010101T000000Z', '09:00', '10:00'],
    ['an offset of hours', 'DTSTART:20261208T100000+01|DTEND:20261208T120000+01', '09:00', '11:00'],
    ['a dashed time', 'DTSTART:2026-12-08T10:00:00|DTEND:2026-12-08 12:00', '09:00', '11:00'],
    ['an offset', 'DTSTART:20261208T100000+0100|DTEND:20261208T120000+01:00', '09:00', '11:00'],
    ['no seconds', 'DTSTART:20261208T0900Z|DTEND:20261208T1100Z', '09:00', '11:00'],
    [
      'the end of a day',
      'DTSTART:20261208T220000Z|DTEND;TZID=Europe/Oslo:20261208T240000',
      '22:00',
      '23:00',
    ],
    [
      'a zone of several words, unquoted',
      'DTSTART;TZID=(UTC+01:00) Oslo:20261208T100000|DURATION:PT2H',
      '09:00',
      '11:00',
    ],
    [
      'a missing quote',
      'DTSTART;TZID="Europe/Oslo:20261208T100000|DURATION:PT2H',
      '09:00',
      '11:00',
    ],
  ])('of a meeting: %s', (_what, lines, start, end) => {
    expect(readBusyTimes(buildCalendar(buildEvent(...lines.split('|'))))).toEqual([
      `2026-12-08T${start} 2026-12-08T${end}`,
    ])
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
    expect(days(text)).toEqual(['2026-12-07', '2026-12-09'])
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
    days(
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
      days(
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
      'without the END of the first calendar',
      buildCalendar(event).replace('END:VCALENDAR\r\n', '') +
        buildCalendar(buildEvent('DTSTART:20261209T090000Z', 'DURATION:PT1H')),
    ],
  ])('keeps both of its entries %s', (_what, text) => {
    expect(readBusyTimes(text)).toEqual([...NINE_TO_ELEVEN, '2026-12-09T09:00 2026-12-09T10:00'])
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
