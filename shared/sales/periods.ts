import type { PlainDate } from '#shared/lib/date.ts'

/** Both dates included. */
export interface Period {
  from: PlainDate
  to: PlainDate
}

export const periodChoices = [
  { id: 'month', label: 'This month' },
  { id: 'quarter', label: 'Last 3 months' },
  { id: 'twelve', label: '12 months' },
  { id: 'year', label: 'This year' },
  { id: 'dates', label: 'Choose dates' },
] as const

export type PeriodId = (typeof periodChoices)[number]['id']

/** Maximum number of months in a period. */
const MAX_MONTHS = 240

/** The period of a choice on the date `today`. */
export function getPeriod(id: Exclude<PeriodId, 'dates'>, today: PlainDate): Period {
  const month = today.slice(0, 7)
  const first = {
    month,
    quarter: addMonths(month, -2),
    twelve: addMonths(month, -11),
    year: `${today.slice(0, 4)}-01`,
  }
  return { from: `${first[id]}-01`, to: today }
}

export function isValidPeriod({ from, to }: Period): boolean {
  return from <= to && toMonthNumber(to) - toMonthNumber(from) < MAX_MONTHS
}

/** Every month that a period touches, `2026-11`, in order. */
export function listMonths({ from, to }: Period): string[] {
  const count = toMonthNumber(to) - toMonthNumber(from) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    addMonths(from.slice(0, 7), index),
  )
}

export function addMonths(month: string, months: number): string {
  const number = toMonthNumber(month) + months
  const year = String(Math.floor(number / 12)).padStart(4, '0')
  return `${year}-${String((number % 12) + 1).padStart(2, '0')}`
}

function toMonthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}
