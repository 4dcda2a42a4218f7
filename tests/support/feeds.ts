import { randomUUID } from 'node:crypto'

/** A calendar as other programs write it; `body` in plain lines. */
export function calendar(...components: string[]): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//tests//EN', ...components]
  return `${[...lines, 'END:VCALENDAR'].join('\n').replaceAll('\n', '\r\n')}\r\n`
}

/** An event of these lines, with a UID of its own where they name none. */
export function event(...lines: string[]): string {
  const uid = lines.some((line) => line.startsWith('UID')) ? [] : [`UID:${randomUUID()}`]
  return ['BEGIN:VEVENT', ...uid, ...lines, 'END:VEVENT'].join('\n')
}

/** The zone of Oslo as Outlook describes it, under any name. */
export function outlookZone(name: string): string {
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
