import { describe, expect, it } from 'vitest'
import {
  buildCalendar,
  buildEvent,
  buildOutlookZone,
} from '#tests/support/schedule/calendar-files.ts'
import {
  NINE_TO_ELEVEN,
  readBusyTimes,
  readText,
  wholeDays,
} from '#tests/support/schedule/feed-reading.ts'

/** A meeting from 10:00 to 12:00 on 8 December in this zone. */
const meetingIn = (zone: string, ...lines: string[]) =>
  buildEvent(`DTSTART;TZID=${zone}:20261208T100000`, `DTEND;TZID=${zone}:20261208T120000`, ...lines)

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

describe('An all-day series of Outlook or Exchange', () => {
  it('is busy at the hours of a period that is added to it, not from midnight on', () => {
    const added = (rdate: string) =>
      readBusyTimes(buildCalendar(buildEvent('DTSTART;VALUE=DATE:20261208', `RDATE;${rdate}`)))
    const [day] = wholeDays(['2026-12-08', '2026-12-08'])
    for (const period of ['20261210T090000Z/PT2H', '20261210T090000Z/20261210T110000Z'])
      expect(added(`VALUE=PERIOD:${period}`)).toEqual([day, '2026-12-10T09:00 2026-12-10T11:00'])
    expect(added('TZID=Europe/Oslo;VALUE=PERIOD:20261210T233000/PT1H')).toEqual([
      day,
      '2026-12-10T22:30 2026-12-10T23:30',
    ])
    const days = wholeDays(['2026-12-08', '2026-12-08'], ['2026-12-10', '2026-12-11'])
    expect(added('VALUE=PERIOD:20261210/20261212')).toEqual(days)
    expect(added('VALUE=PERIOD:20261210/P2D')).toEqual(days)
    expect(added('VALUE=DATE-TIME:20261210T090000Z')).toEqual(
      wholeDays(['2026-12-08', '2026-12-08'], ['2026-12-10', '2026-12-10']),
    )
  })

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
