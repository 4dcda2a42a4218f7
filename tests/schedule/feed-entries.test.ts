import { describe, expect, it } from 'vitest'
import { readFeed } from '#server/schedule/feed/read-feed.ts'
import { calendar, event, outlookZone } from '#tests/support/feeds.ts'

// Runs in each process zone, too: a feed's busy times must not depend on where the server runs.

interface Reading {
  from?: string
  to?: string
  zone?: string
}

function read(text: string, { from = '2026-11-20', to = '2027-02-20', zone }: Reading = {}) {
  const window = { start: Date.parse(`${from}T00:00:00Z`), end: Date.parse(`${to}T00:00:00Z`) }
  const ownZone = zone ?? 'Europe/Oslo'
  return readFeed({ text, window, ownZone, ownDomain: 'own.example' })
}

/** Busy times as `2026-11-23T08:00 2026-11-23T08:30`, in UTC. */
function busy(text: string, reading: Reading = {}): string[] {
  const iso = (instant: number) => new Date(instant).toISOString().slice(0, 16)
  return read(text, reading)?.busy.map(({ start, end }) => `${iso(start)} ${iso(end)}`) ?? []
}

const at = (start: string, end: string) => [`DTSTART;${start}`, `DTEND;${end}`] as const
const oslo = (start: string, end: string) =>
  at(`TZID=Europe/Oslo:${start}`, `TZID=Europe/Oslo:${end}`)

describe('an entry of the owner’s calendar is busy', () => {
  it('in its own zone, in UTC, or, without a zone, in the owner’s', () => {
    const text = calendar(
      event(...oslo('20261123T090000', '20261123T093000')),
      event('DTSTART:20261124T090000Z', 'DTEND:20261124T093000Z'),
      event('DTSTART:20261125T090000', 'DURATION:PT45M'),
      event(...at('TZID=America/New_York:20261126T090000', 'TZID=Europe/Oslo:20261126T160000')),
    )
    expect(busy(text)).toEqual([
      '2026-11-23T08:00 2026-11-23T08:30',
      '2026-11-24T09:00 2026-11-24T09:30',
      '2026-11-25T08:00 2026-11-25T08:45',
      '2026-11-26T14:00 2026-11-26T15:00',
    ])
    expect(busy(text, { zone: 'Asia/Tokyo' })).toContain('2026-11-25T00:00 2026-11-25T00:45')
  })

  it('in the zones that Outlook names, described or not, and behind a prefix', () => {
    const zoned = (zone: string) =>
      event(...at(`TZID=${zone}:20270115T090000`, `TZID=${zone}:20270115T093000`))
    for (const [zone, ...described] of [
      ['Customized Time Zone', outlookZone('Customized Time Zone')],
      ['W. Europe Standard Time', outlookZone('W. Europe Standard Time')],
      ['W. Europe Standard Time'],
      ['"(UTC+01:00) Oslo"', outlookZone('(UTC+01:00) Oslo')],
      ['/freeassociation.sourceforge.net/Europe/Oslo'],
    ] as const)
      expect(busy(calendar(...described, zoned(zone)))).toEqual([
        '2027-01-15T08:00 2027-01-15T08:30',
      ])
  })

  it('on whole days of the owner’s zone', () => {
    const text = calendar(
      event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'),
      event('DTSTART;VALUE=DATE:20270106'),
    )
    expect(busy(text)).toEqual([
      '2026-12-23T23:00 2026-12-26T23:00',
      '2027-01-05T23:00 2027-01-06T23:00',
    ])
    expect(busy(text, { zone: 'Pacific/Apia' })[1]).toBe('2027-01-05T11:00 2027-01-06T11:00')
  })

  it('over midnight, and through the nights in which the clocks change', () => {
    const night = (date: string, next: string) => event(...oslo(`${date}T230000`, `${next}T070000`))
    const text = calendar(night('20270327', '20270328'), night('20271030', '20271031'))
    expect(busy(text, { from: '2027-03-01', to: '2027-12-01' })).toEqual([
      '2027-03-27T22:00 2027-03-28T05:00',
      '2027-10-30T21:00 2027-10-31T06:00',
    ])
  })

  it('at a wall time that is skipped as from before the change, at one that comes twice the first time', () => {
    const text = calendar(
      event(...oslo('20270328T023000', '20270328T024500')),
      event(...oslo('20271031T023000', '20271031T024500')),
    )
    expect(busy(text, { from: '2027-03-01', to: '2027-12-01' })).toEqual([
      '2027-03-28T01:30 2027-03-28T01:45',
      '2027-10-31T00:30 2027-10-31T00:45',
    ])
  })

  it('unless it is transparent, cancelled, free by Outlook, or one of our own bookings', () => {
    const times = oslo('20261123T090000', '20261123T093000')
    for (const line of [
      'TRANSP:TRANSPARENT',
      'STATUS:CANCELLED',
      'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
      'UID:a-booking@own.example',
    ])
      expect(busy(calendar(event(...times, line)))).toEqual([])
    expect(busy(calendar(event(...times, 'STATUS:TENTATIVE')))).toHaveLength(1)
  })

  it('however its lines are folded, written and ended', () => {
    const text = `\ufeff${calendar(event('dtstart;tzid=Euro\n pe/Oslo:2026\n\t1123T090000', 'DURATION:PT30M', `DESCRIPTION:${'long '.repeat(100)}`))}`
    expect(busy(text)).toEqual(['2026-11-23T08:00 2026-11-23T08:30'])
    expect(busy(text.replaceAll('\r\n', '\n'))).toHaveLength(1)
  })

  it('where the calendar shows no more than when its owner is free', () => {
    const text = calendar(
      'BEGIN:VFREEBUSY\nFREEBUSY:20261123T080000Z/PT1H,20261124T080000Z/20261124T100000Z\nFREEBUSY;FBTYPE=FREE:20261125T080000Z/PT1H\nEND:VFREEBUSY',
    )
    expect(busy(text)).toEqual([
      '2026-11-23T08:00 2026-11-23T09:00',
      '2026-11-24T08:00 2026-11-24T10:00',
    ])
  })
})

describe('a repeating entry', () => {
  const weekly = (...lines: string[]) =>
    event(...oslo('20200106T090000', '20200106T100000'), ...lines)

  it('keeps its wall time over the change of the clocks', () => {
    const text = calendar(weekly('RRULE:FREQ=WEEKLY'))
    expect(busy(text, { from: '2027-03-20', to: '2027-04-02' })).toEqual([
      '2027-03-22T08:00 2027-03-22T09:00',
      '2027-03-29T07:00 2027-03-29T08:00',
    ])
  })

  it('ends with its UNTIL and its COUNT, the last one included', () => {
    const until = calendar(weekly('RRULE:FREQ=WEEKLY;UNTIL=20261130T080000Z'))
    expect(busy(until).map((span) => span.slice(0, 10))).toEqual(['2026-11-23', '2026-11-30'])
    // The last of the series is the 360th Monday after the first.
    const count = calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=361'))
    expect(busy(count)[0]).toBe('2026-11-23T08:00 2026-11-23T09:00')
    expect(busy(count)).toHaveLength(2)
  })

  it('leaves out its EXDATEs, however they are written, and adds its RDATEs', () => {
    const text = calendar(
      weekly(
        'RRULE:FREQ=WEEKLY;UNTIL=20261231T000000Z',
        'EXDATE;TZID=Europe/Oslo:20261123T090000',
        'EXDATE:20261130T080000Z',
        'EXDATE;VALUE=DATE:20261207,20261214',
        'RDATE;TZID=Europe/Oslo:20261210T120000',
        'RDATE;VALUE=PERIOD:20261211T120000Z/PT15M',
      ),
    )
    expect(busy(text)).toEqual([
      '2026-12-10T11:00 2026-12-10T12:00',
      '2026-12-11T12:00 2026-12-11T12:15',
      '2026-12-21T08:00 2026-12-21T09:00',
      '2026-12-28T08:00 2026-12-28T09:00',
    ])
  })

  it('is replaced where a time of it was moved, freed or called off', () => {
    const change = (id: string, ...lines: string[]) =>
      event('UID:series', `RECURRENCE-ID;TZID=Europe/Oslo:${id}T090000`, ...lines)
    const text = calendar(
      change('20261123', ...oslo('20261124T150000', '20261124T153000')),
      weekly('UID:series', 'RRULE:FREQ=WEEKLY;UNTIL=20261222T000000Z'),
      change('20261130', ...oslo('20261130T090000', '20261130T100000'), 'STATUS:CANCELLED'),
      change('20261207', ...oslo('20261207T090000', '20261207T100000'), 'TRANSP:TRANSPARENT'),
      change('20261214', ...oslo('20261214T110000', '20261214T120000'), 'SEQUENCE:1'),
      change('20261214', ...oslo('20261214T130000', '20261214T140000'), 'SEQUENCE:2'),
    )
    expect(busy(text)).toEqual([
      '2026-11-24T14:00 2026-11-24T14:30',
      '2026-12-14T12:00 2026-12-14T13:00',
      '2026-12-21T08:00 2026-12-21T09:00',
    ])
  })

  it('is moved from one time on, where that is what was changed', () => {
    const text = calendar(
      weekly('UID:series', 'RRULE:FREQ=WEEKLY;UNTIL=20261215T000000Z'),
      event(
        'UID:series',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Oslo:20261130T090000',
        ...oslo('20261201T100000', '20261201T103000'),
      ),
    )
    expect(busy(text)).toEqual([
      '2026-11-23T08:00 2026-11-23T09:00',
      '2026-12-01T09:00 2026-12-01T09:30',
      '2026-12-08T09:00 2026-12-08T09:30',
      '2026-12-15T09:00 2026-12-15T09:30',
    ])
  })
})

describe('a calendar', () => {
  it('that was cut off, or is something else, is none', () => {
    const whole = calendar(event(...oslo('20261123T090000', '20261123T093000')))
    for (const text of [
      whole.slice(0, -20),
      whole.replace('END:VEVENT\r\n', ''),
      '<html><body>Please sign in</body></html>',
      '',
    ])
      expect(read(text)).toBeUndefined()
  })

  it('with entries that cannot be understood is read without them, and says how many', () => {
    const text = calendar(
      event(...oslo('20261123T090000', '20261123T093000')),
      event('SUMMARY:No time at all'),
      event('DTSTART:garbage', 'DTEND:20261123T093000Z'),
      event(...at('TZID=Nowhere/At_All:20261123T090000', 'TZID=Nowhere/At_All:20261123T100000')),
      event('DTSTART:20261123T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'),
    )
    expect(read(text)).toMatchObject({ entries: 1, unreadable: 4, busy: [{}] })
  })

  it('shows only the window, with what overlaps made one', () => {
    const text = calendar(
      event('DTSTART:20261101T000000Z', 'DTEND:20261121T000000Z'),
      event('DTSTART:20261120T230000Z', 'DTEND:20261121T010000Z'),
      event('DTSTART:20261121T010000Z', 'DTEND:20261121T020000Z'),
      event('DTSTART:20270219T230000Z', 'DTEND:20270301T000000Z'),
      event('DTSTART:20280101T000000Z', 'DTEND:20280102T000000Z'),
    )
    expect(busy(text)).toEqual([
      '2026-11-20T00:00 2026-11-21T02:00',
      '2027-02-19T23:00 2027-02-20T00:00',
    ])
  })
})
