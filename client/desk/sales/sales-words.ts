import { catalogue, type ServiceType } from '#shared/booking/catalogue.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { dateWords, isSameYear } from '#shared/lib/date-words.ts'
import { formatFigure } from '#shared/lib/money.ts'
import type { MonthSums, SalesSummary } from '#shared/sales/api.ts'
import { type Period, type PeriodId, periodChoices } from '#shared/sales/periods.ts'

export function periodWords(choice: PeriodId): string {
  if (choice === 'dates') return 'Chosen dates'
  return periodChoices.find(({ id }) => id === choice)?.label ?? ''
}

/** `October 2026` */
export function monthName(month: string): string {
  return dateWords(`${month}-01`, 'month')
}

/** `Oct`; always three letters, because the British English short form of September has four. */
export function shortMonth(month: string): string {
  return dateWords(`${month}-01`, 'monthName').slice(0, 3)
}

/** `20 Nov`; with the year unless it is the current one. */
export function shortDate(date: PlainDate, today: PlainDate): string {
  return dateWords(date, isSameYear(date, today) ? 'shortDay' : 'short')
}

/** `to 24th`, if the period covers only a part of the month; otherwise undefined. */
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

/** The services of a period, in the order that all its months use, which decides their inks. */
export function servicesIn({ services }: SalesSummary): ServiceType[] {
  return services.map(({ serviceType }) => serviceType)
}

/** The payments received for a service in a month, minor units, before refunds. */
export function receivedFor(month: MonthSums, serviceType: ServiceType): number {
  return month.services.find((sums) => sums.serviceType === serviceType)?.received ?? 0
}

/** Sentences on what a month's revenue consists of. */
export function partsOf(month: MonthSums): string[] {
  const brought = month.services
    .filter(({ bookings }) => bookings > 0)
    .map(
      ({ serviceType, received, bookings }) =>
        `${catalogue[serviceType].title} ${formatFigure(received)} from ${counted(bookings, 'booking')}`,
    )
  const back =
    month.refunded > 0
      ? `Refunded ${formatFigure(-month.refunded)} in ${counted(month.refunds, 'payment')}`
      : 'No refunds'
  const waiting =
    month.waiting > 0 ? [`Refund waiting ${formatFigure(-month.waiting)}, not counted`] : []
  return [...brought, back, ...waiting]
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
