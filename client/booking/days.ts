import type { PlainDate } from '../../shared/lib/date.ts'

// The month grid speaks in local Dates. They stand for calendar dates here, never for instants, and
// carry noon, which every zone has on every day.

export function toGridDate(date: PlainDate): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

export function fromGridDate(date: Date): PlainDate {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
