import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { dateWords, isSameYear } from '#shared/lib/date-words.ts'
import type { Period } from '#shared/sales/periods.ts'

/** `October 2026` */
export function monthName(month: string): string {
  return dateWords(`${month}-01`, 'month')
}

/** `Oct`, always three letters: British English has four for September. */
export function shortMonth(month: string): string {
  return dateWords(`${month}-01`, 'monthName').slice(0, 3)
}

/** `20 Nov`, with its year where that is not the present one. */
export function shortDate(date: PlainDate, today: PlainDate): string {
  return dateWords(date, isSameYear(date, today) ? 'shortDay' : 'short')
}

/** `to 24th`, where the period has only a part of the month; undefined where it has all of it. */
export function partWords(month: string, { from, to }: Period): string | undefined {
  const begins = from.startsWith(month) && !from.endsWith('-01')
  const ends = to.startsWith(month) && addDays(to, 1).startsWith(month)
  if (begins && ends) return `${dayOf(from)} to ${dayOf(to)}`
  if (begins) return `from ${dayOf(from)}`
  return ends ? `to ${dayOf(to)}` : undefined
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en-GB', { type: 'ordinal' })

function dayOf(date: PlainDate): string {
  const day = Number(date.slice(8))
  return `${day}${endings[ordinals.select(day)] ?? 'th'}`
}
