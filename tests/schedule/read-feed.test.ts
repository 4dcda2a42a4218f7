import { describe, expect, it } from 'vitest'
import {
  buildCalendar,
  buildEvent,
  buildOutlookZone,
} from '#tests/support/schedule/calendar-files.ts'
import { readBusyTimes, readText } from '#tests/support/schedule/feed-reading.ts'

// Runs in each process zone, too: a feed's busy times must not depend on where the server runs.

const at = (start: string, end: string) => [`DTSTART;${start}`, `DTEND;${end}`] as const
const osloTimes = (start: string, end: string) =>
  at(`TZID=Europe/Oslo:${start}`, `TZID=Europe/Oslo:${end}`)

describe('An entry of the owner’s calendar', () => {
  it('is busy in its own zone, in UTC, or, if it has no zone, in the owner’s zone', () => {
    const text = buildCalendar(
      buildEvent(...osloTimes('20261123T090000', '20261123T093000')),
      buildEvent('DTSTART:20261124T090000Z', 'DTEND:20261124T093000Z'),
      buildEvent('DTSTART:20261125T090000', 'DURATION:PT45M'),
      buildEvent(
        ...at('TZID=America/New_York:20261126T090000', 'TZID=Europe/Oslo:20261126T160000'),
      ),
    )
    expect(readBusyTimes(text)).toEqual([
      '2026-11-23T08:00 2026-11-23T08:30',
      '2026-11-24T09:00 2026-11-24T09:30',
      '2026-11-25T08:00 2026-11-25T08:45',
      '2026-11-26T14:00 2026-11-26T15:00',
    ])
    expect(readBusyTimes(text, { zone: 'Asia/Tokyo' })).toContain(
      '2026-11-25T00:00 2026-11-25T00:45',
    )
  })

  it('is busy in zones that Outlook names, with or without a VTIMEZONE, and in zones with a path prefix', () => {
    const zoned = (zone: string) =>
      buildEvent(...at(`TZID=${zone}:20270115T090000`, `TZID=${zone}:20270115T093000`))
    for (const [zone, ...described] of [
      ['Customized Time Zone', buildOutlookZone('Customized Time Zone')],
      ['W. Europe Standard Time', buildOutlookZone('W. Europe Standard Time')],
      ['W. Europe Standard Time'],
      ['"(UTC+01:00) Oslo"', buildOutlookZone('(UTC+01:00) Oslo')],
      ['/freeassociation.sourceforge.net/Europe/Oslo'],
    ] as const)
      expect(readBusyTimes(buildCalendar(...described, zoned(zone)))).toEqual([
        '2027-01-15T08:00 2027-01-15T08:30',
      ])
  })

  it('that has dates without times is busy for whole days of the owner’s zone', () => {
    const text = buildCalendar(
      buildEvent('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'),
      buildEvent('DTSTART;VALUE=DATE:20270106'),
    )
    expect(readBusyTimes(text)).toEqual([
      '2026-12-23T23:00 2026-12-26T23:00',
      '2027-01-05T23:00 2027-01-06T23:00',
    ])
    expect(readBusyTimes(text, { zone: 'Pacific/Apia' })[1]).toBe(
      '2027-01-05T11:00 2027-01-06T11:00',
    )
  })

  it('is busy over midnight, and through the nights in which the clocks change', () => {
    const night = (date: string, next: string) =>
      buildEvent(...osloTimes(`${date}T230000`, `${next}T070000`))
    const text = buildCalendar(night('20270327', '20270328'), night('20271030', '20271031'))
    expect(readBusyTimes(text, { from: '2027-03-01', to: '2027-12-01' })).toEqual([
      '2027-03-27T22:00 2027-03-28T05:00',
      '2027-10-30T21:00 2027-10-31T06:00',
    ])
  })

  it('at a skipped wall time uses the offset before the change, and at a repeated one the first occurrence', () => {
    const text = buildCalendar(
      buildEvent(...osloTimes('20270328T023000', '20270328T024500')),
      buildEvent(...osloTimes('20271031T023000', '20271031T024500')),
    )
    expect(readBusyTimes(text, { from: '2027-03-01', to: '2027-12-01' })).toEqual([
      '2027-03-28T01:30 2027-03-28T01:45',
      '2027-10-31T00:30 2027-10-31T00:45',
    ])
  })

  it('is not busy if it is transparent, cancelled, marked free by Outlook, or one of our own bookings', () => {
    const times = osloTimes('20261123T090000', '20261123T093000')
    for (const line of [
      'TRANSP:TRANSPARENT',
      'STATUS:CANCELLED',
      'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
      'UID:a-booking@own.example',
      'TRANSP:TRANSPARENT\nX-MICROSOFT-CDO-BUSYSTATUS:FREE\nX-MICROSOFT-CDO-INTENDEDSTATUS:BUSY',
      'TRANSP:TRANSPARENT\nX-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE',
    ])
      expect(readBusyTimes(buildCalendar(buildEvent(...times, line)))).toEqual([])
    expect(readBusyTimes(buildCalendar(buildEvent(...times, 'STATUS:TENTATIVE')))).toHaveLength(1)
  })

  it.each([
    'TRANSP:TRANSPARENT\nX-MICROSOFT-CDO-BUSYSTATUS:BUSY',
    'TRANSP:TRANSPARENT\nX-MICROSOFT-CDO-BUSYSTATUS:Tentative',
    'X-MICROSOFT-CDO-BUSYSTATUS:OOF\nTRANSP:TRANSPARENT',
    'TRANSP:TRANSPARENT\nX-MICROSOFT-CDO-INTENDEDSTATUS:BUSY',
    'TRANSP:OPAQUE\nX-MICROSOFT-CDO-BUSYSTATUS:FREE',
    'TRANSP:TRANSPARENT\nTRANSP:OPAQUE',
    'X-MICROSOFT-CDO-INTENDEDSTATUS:FREE',
  ])('is busy if only one of two marks says that it is free: %s', (lines) => {
    const times = osloTimes('20261123T090000', '20261123T093000')
    expect(readBusyTimes(buildCalendar(buildEvent(...times, lines)))).toHaveLength(1)
  })

  it('is read with any line folding, letter case and line endings', () => {
    const text = `\ufeff${buildCalendar(buildEvent('dtstart;tzid=Euro\n pe/Oslo:2026\n\t1123T090000', 'DURATION:PT30M', `DESCRIPTION:${'long '.repeat(100)}`))}`
    expect(readBusyTimes(text)).toEqual(['2026-11-23T08:00 2026-11-23T08:30'])
    expect(readBusyTimes(text.replaceAll('\r\n', '\n'))).toHaveLength(1)
  })

  it('is read from a calendar that publishes only free/busy periods', () => {
    const text = buildCalendar(
      'BEGIN:VFREEBUSY\nFREEBUSY:20261123T080000Z/PT1H,20261124T080000Z/20261124T100000Z\nFREEBUSY;FBTYPE=FREE:20261125T080000Z/PT1H\nEND:VFREEBUSY',
    )
    expect(readBusyTimes(text)).toEqual([
      '2026-11-23T08:00 2026-11-23T09:00',
      '2026-11-24T08:00 2026-11-24T10:00',
    ])
  })
})

describe('A recurring entry', () => {
  const weekly = (...lines: string[]) =>
    buildEvent(...osloTimes('20200106T090000', '20200106T100000'), ...lines)

  it('has the same wall time before and after a clock change', () => {
    const text = buildCalendar(weekly('RRULE:FREQ=WEEKLY'))
    expect(readBusyTimes(text, { from: '2027-03-20', to: '2027-04-02' })).toEqual([
      '2027-03-22T08:00 2027-03-22T09:00',
      '2027-03-29T07:00 2027-03-29T08:00',
    ])
  })

  it('ends with the last occurrence that its UNTIL or COUNT allows, and includes that one', () => {
    const until = buildCalendar(weekly('RRULE:FREQ=WEEKLY;UNTIL=20261130T080000Z'))
    expect(readBusyTimes(until).map((span) => span.slice(0, 10))).toEqual([
      '2026-11-23',
      '2026-11-30',
    ])
    // The last of the series is the 360th Monday after the first.
    const count = buildCalendar(weekly('RRULE:FREQ=WEEKLY;COUNT=361'))
    expect(readBusyTimes(count)[0]).toBe('2026-11-23T08:00 2026-11-23T09:00')
    expect(readBusyTimes(count)).toHaveLength(2)
  })

  it('excludes its EXDATEs, in every notation, and includes its RDATEs', () => {
    const text = buildCalendar(
      weekly(
        'RRULE:FREQ=WEEKLY;UNTIL=20261231T000000Z',
        'EXDATE;TZID=Europe/Oslo:20261123T090000',
        'EXDATE:20261130T080000Z',
        'EXDATE;VALUE=DATE:20261207,20261214',
        'RDATE;TZID=Europe/Oslo:20261210T120000',
        'RDATE;VALUE=PERIOD:20261211T120000Z/PT15M',
      ),
    )
    expect(readBusyTimes(text)).toEqual([
      '2026-12-10T11:00 2026-12-10T12:00',
      '2026-12-11T12:00 2026-12-11T12:15',
      '2026-12-21T08:00 2026-12-21T09:00',
      '2026-12-28T08:00 2026-12-28T09:00',
    ])
  })

  it('follows changes to single occurrences that were moved, marked as free or cancelled', () => {
    const change = (id: string, ...lines: string[]) =>
      buildEvent('UID:series', `RECURRENCE-ID;TZID=Europe/Oslo:${id}T090000`, ...lines)
    const text = buildCalendar(
      change('20261123', ...osloTimes('20261124T150000', '20261124T153000')),
      weekly('UID:series', 'RRULE:FREQ=WEEKLY;UNTIL=20261222T000000Z'),
      change('20261130', ...osloTimes('20261130T090000', '20261130T100000'), 'STATUS:CANCELLED'),
      change('20261207', ...osloTimes('20261207T090000', '20261207T100000'), 'TRANSP:TRANSPARENT'),
      change('20261214', ...osloTimes('20261214T110000', '20261214T120000'), 'SEQUENCE:1'),
      change('20261214', ...osloTimes('20261214T130000', '20261214T140000'), 'SEQUENCE:2'),
    )
    expect(readBusyTimes(text)).toEqual([
      '2026-11-24T14:00 2026-11-24T14:30',
      '2026-12-14T12:00 2026-12-14T13:00',
      '2026-12-21T08:00 2026-12-21T09:00',
    ])
  })

  it('is moved from one occurrence on if the change applies to that and all later ones', () => {
    const text = buildCalendar(
      weekly('UID:series', 'RRULE:FREQ=WEEKLY;UNTIL=20261215T000000Z'),
      buildEvent(
        'UID:series',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Oslo:20261130T090000',
        ...osloTimes('20261201T100000', '20261201T103000'),
      ),
    )
    expect(readBusyTimes(text)).toEqual([
      '2026-11-23T08:00 2026-11-23T09:00',
      '2026-12-01T09:00 2026-12-01T09:30',
      '2026-12-08T09:00 2026-12-08T09:30',
      '2026-12-15T09:00 2026-12-15T09:30',
    ])
  })
})

describe('A calendar file', () => {
  it('that is truncated or not a calendar is rejected', () => {
    const whole = buildCalendar(buildEvent(...osloTimes('20261123T090000', '20261123T093000')))
    for (const text of [
      whole.slice(0, -20),
      whole.replace('END:VCALENDAR', 'END:VCALENDER'),
      '<html><body>Please sign in</body></html>',
      '',
    ])
      expect(readText(text)).toBeUndefined()
  })

  it('yields busy times within the window only, with overlapping ones merged', () => {
    const text = buildCalendar(
      buildEvent('DTSTART:20261101T000000Z', 'DTEND:20261121T000000Z'),
      buildEvent('DTSTART:20261120T230000Z', 'DTEND:20261121T010000Z'),
      buildEvent('DTSTART:20261121T010000Z', 'DTEND:20261121T020000Z'),
      buildEvent('DTSTART:20270219T230000Z', 'DTEND:20270301T000000Z'),
      buildEvent('DTSTART:20280101T000000Z', 'DTEND:20280102T000000Z'),
    )
    expect(readBusyTimes(text)).toEqual([
      '2026-11-20T00:00 2026-11-21T02:00',
      '2027-02-19T23:00 2027-02-20T00:00',
    ])
  })
})
