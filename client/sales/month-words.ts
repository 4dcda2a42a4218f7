import { addDays, type PlainDate } from '../../shared/lib/date.ts'
import type { Period } from '../../shared/sales/periods.ts'

const words = (date: PlainDate, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(
    Date.parse(`${date}T00:00:00Z`),
  )

/** `October 2026` */
export function monthName(month: string): string {
  return words(`${month}-01`, { month: 'long', year: 'numeric' })
}

/** `Oct`, always three letters: British English has four for September. */
export function shortMonth(month: string): string {
  return words(`${month}-01`, { month: 'long' }).slice(0, 3)
}

/** `24 November 2026` */
export function dateWords(date: PlainDate): string {
  return words(date, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** `20 Nov`, with its year where that is not the present one. */
export function shortDate(date: PlainDate, today: PlainDate): string {
  const year = date.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const }
  return words(date, { day: 'numeric', month: 'short', ...year })
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
