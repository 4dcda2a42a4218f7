import { KeyFigures } from '#client/desk/kit/key-figures.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import { formatFigure } from '#shared/lib/money.ts'
import type { SalesSummary } from '#shared/sales/schema.ts'

export function SalesFigures({ summary, currency }: { summary: SalesSummary; currency: string }) {
  const unit = currency.toUpperCase()
  return (
    <KeyFigures
      figures={[
        {
          term: 'Total revenue',
          unit,
          value: formatFigure(summary.totalRevenue),
          note: 'After refunds, VAT included',
        },
        { term: 'Paid bookings', value: String(summary.totalBookings), note: byService(summary) },
        {
          term: 'Average booking value',
          unit,
          value: formatFigure(Math.round(summary.averageBookingValue / 100) * 100),
          note: 'Paid bookings only, before refunds',
        },
      ]}
    />
  )
}

/** `45 Bespoke Planning, 39 Business Consultancy; cancelled ones included` */
function byService({ services }: SalesSummary): string {
  const sold = services.filter(({ bookings }) => bookings > 0)
  if (sold.length === 0) return 'Nothing was paid in this period'
  return sold
    .map(({ serviceType, bookings }) => `${bookings} ${catalogue[serviceType].title}`)
    .join(', ')
    .concat('; cancelled ones included')
}
