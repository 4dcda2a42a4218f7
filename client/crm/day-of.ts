import type { PlainDate } from '../../shared/lib/date.ts'

/** `18 November 2026`; a date has no zone, noon in UTC stands for it. */
export function plainDateWords(date: PlainDate): string {
  const noon = Date.parse(`${date}T12:00:00Z`)
  if (Number.isNaN(noon)) return date
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(noon)
}

/** The date on this device's own calendar. */
export function dateHere(instant: number): PlainDate {
  return new Intl.DateTimeFormat('sv-SE').format(instant)
}

/** `Today, 16:40`, `18 November, 09:05`, by this device's own clock. */
export function shortMoment(instant: number, now: number): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(instant)
  const date = dateHere(instant)
  if (date === dateHere(now)) return `Today, ${time}`
  const [day = '', month = '', year = ''] = plainDateWords(date).split(' ')
  const sameYear = date.slice(0, 4) === dateHere(now).slice(0, 4)
  return `${[day, month, ...(sameYear ? [] : [year])].join(' ')}, ${time}`
}
