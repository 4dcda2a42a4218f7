import { catalogue, type ServiceType } from '#shared/booking/catalogue.ts'
import { formatFigure } from '#shared/lib/money.ts'
import type { MonthSums, SalesSummary } from '#shared/sales/api.ts'

/** The services of a period, which all its months show in the same order and the same ink. */
export function servicesIn({ services }: SalesSummary): ServiceType[] {
  return services.map(({ serviceType }) => serviceType)
}

/** What a service brought in a month, before refunds. */
export function receivedFor(month: MonthSums, serviceType: ServiceType): number {
  return month.services.find((sums) => sums.serviceType === serviceType)?.received ?? 0
}

/** What a month's revenue is made of, in sentences. */
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
