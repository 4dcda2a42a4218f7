import { randomUUID } from 'node:crypto'

/** An ICS calendar of these components, with CRLF line ends. */
export function buildCalendar(...components: string[]): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//tests//EN', ...components]
  return `${[...lines, 'END:VCALENDAR'].join('\n').replaceAll('\n', '\r\n')}\r\n`
}

/** An event of these lines, with a random UID unless they give one. */
export function buildEvent(...lines: string[]): string {
  const uid = lines.some((line) => line.startsWith('UID')) ? [] : [`UID:${randomUUID()}`]
  return ['BEGIN:VEVENT', ...uid, ...lines, 'END:VEVENT'].join('\n')
}

/** Oslo's time zone as Outlook writes it, under the given name. */
export function buildOutlookZone(name: string): string {
  return `BEGIN:VTIMEZONE
TZID:${name}
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`
}

const formatStamp = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')

const MANY = 20_000

/** A calendar of `MANY` events, half an hour apart, from June 2026 on. */
export function buildManyEvents(): string {
  return buildCalendar(
    ...Array.from({ length: MANY }, (_, index) => {
      const start = Date.parse('2026-06-01T08:00:00Z') + index * 30 * 60_000
      return buildEvent(
        `DTSTART:${formatStamp(start)}`,
        'DURATION:PT10M',
        `DESCRIPTION:${'x'.repeat(300)}`,
      )
    }),
  )
}

export function buildManySeries(): string {
  return buildCalendar(
    ...Array.from({ length: MANY }, (_, index) =>
      buildEvent(
        `DTSTART;TZID=Europe/Oslo:201501${10 + (index % 20)}T${10 + (index % 8)}0000`,
        'DURATION:PT30M',
        'RRULE:FREQ=MONTHLY;BYDAY=2TU',
      ),
    ),
  )
}

/** A series from 1970 on, of events that last a second. */
export function buildEndlessSeries(rule: string): string {
  return buildCalendar(buildEvent('DTSTART:19700101T000000Z', 'DURATION:PT1S', `RRULE:${rule}`))
}
