import type { ServiceType } from '#shared/content/service.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { formatDate, isSameYear } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { formatFigure } from '#shared/lib/money.ts'
import type { MonthTotals, SalesSummary } from '#shared/sales/api.ts'
import { type Period, type PeriodId, periodChoices } from '#shared/sales/periods.ts'

export function formatPeriod(choice: PeriodId): string {
  if (choice === 'dates') return 'Chosen dates'
  return periodChoices.find(({ id }) => id === choice)?.label ?? ''
}

/** `October 2026` */
export function formatMonth(month: string): string {
  return formatDate(`${month}-01`, 'month')
}

/** `Oct`; always three letters, because the British English short form of September has four. */
export function formatShortMonth(month: string): string {
  return formatDate(`${month}-01`, 'monthName').slice(0, 3)
}

/** `20 Nov`; with the year unless it is the current one. */
export function formatShortDate(date: PlainDate, today: PlainDate): string {
  return formatDate(date, isSameYear(date, today) ? 'shortDay' : 'short')
}

/** `to 24th`, if the period covers only a part of the month; otherwise undefined. */
export function formatMonthPart(month: string, { from, to }: Period): string | undefined {
  const begins = from.startsWith(month) && !from.endsWith('-01')
  const ends = to.startsWith(month) && addDays(to, 1).startsWith(month)
  if (begins && ends) return `${formatOrdinalDay(from)} to ${formatOrdinalDay(to)}`
  if (begins) return `from ${formatOrdinalDay(from)}`
  return ends ? `to ${formatOrdinalDay(to)}` : undefined
}

const ordinalSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
}
const ordinalRules = new Intl.PluralRules('en-GB', { type: 'ordinal' })

function formatOrdinalDay(date: PlainDate): string {
  const day = Number(date.slice(8))
  return `${day}${ordinalSuffixes[ordinalRules.select(day)] ?? 'th'}`
}

/** The services of a period, in the order that all its months use, which decides their inks. */
export function listServices({ services }: SalesSummary): ServiceType[] {
  return services.map(({ serviceType }) => serviceType)
}

/** The payments received for a service in a month, minor units, before refunds. */
export function getReceived(month: MonthTotals, serviceType: ServiceType): number {
  return month.services.find((sums) => sums.serviceType === serviceType)?.received ?? 0
}

/** Sentences on what a month's revenue consists of. */
export function formatMonthDetails(month: MonthTotals): string[] {
  const brought = month.services
    .filter(({ bookings }) => bookings > 0)
    .map(
      ({ serviceTitle, received, bookings }) =>
        `${serviceTitle} ${formatFigure(received)} from ${pluralize(bookings, 'booking')}`,
    )
  const back =
    month.refunded > 0
      ? `Refunded ${formatFigure(-month.refunded)} in ${pluralize(month.refundCount, 'payment')}`
      : 'No refunds'
  const pending =
    month.pendingRefundTotal > 0
      ? [`Refund waiting ${formatFigure(-month.pendingRefundTotal)}, not counted`]
      : []
  return [...brought, back, ...pending]
}
