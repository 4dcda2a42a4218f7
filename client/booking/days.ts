import { addDays, eachDate, type PlainDate, weekday } from '#shared/lib/date.ts'
import { monthOf } from './availability.ts'

/** The month's weeks, Monday first; null fills the places of other months. */
export function weeksOf(month: PlainDate): (PlainDate | null)[][] {
  const { from, to } = monthOf(month)
  const before = Array.from({ length: mondayBased(from) }, () => null)
  const days = [...before, ...eachDate(from, to)]
  const weeks = Math.ceil(days.length / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => days[week * 7 + day] ?? null),
  )
}

/** 0 = Monday to 6 = Sunday. */
function mondayBased(date: PlainDate): number {
  return (weekday(date) + 6) % 7
}

/** Where a key leads from a day; undefined for keys that are none of the grid's. */
export function dayByKey(date: PlainDate, key: string): PlainDate | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -mondayBased(date),
    End: 6 - mondayBased(date),
  }
  const step = steps[key]
  if (step !== undefined) return addDays(date, step)
  if (key === 'PageUp') return monthAway(date, -1)
  if (key === 'PageDown') return monthAway(date, 1)
  return undefined
}

/** The same day of the neighbouring month, or its last where it is shorter. */
export function monthAway(date: PlainDate, step: 1 | -1): PlainDate {
  const { from, to } = monthOf(date)
  const neighbour = monthOf(addDays(step === 1 ? to : from, step))
  const sameDay = neighbour.from.slice(0, 8) + date.slice(8)
  return sameDay > neighbour.to ? neighbour.to : sameDay
}
