import { useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import layout from '#client/ui/layout.module.css'
import type { ServiceType } from '#shared/content/service.ts'
import { formatFigure } from '#shared/lib/money.ts'
import type { MonthTotals, SalesSummary } from '#shared/sales/api.ts'
import type { PeriodId } from '#shared/sales/periods.ts'
import { Legend, MonthBars, MonthChart } from './month-chart.tsx'
import styles from './revenue-box.module.css'
import {
  formatMonth,
  formatMonthDetails,
  formatMonthPart,
  formatPeriod,
  getReceived,
  listServices,
} from './sales-text.ts'

type View = 'chart' | 'table'

const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

interface RevenueBoxProps {
  summary: SalesSummary
  currency: string
  choice: PeriodId
}

/** Revenue by month as a chart or a table. Screen readers get the table in both cases. */
export function RevenueBox({ summary, currency, choice }: RevenueBoxProps) {
  const [view, setView] = useState<View>('chart')
  const [chosen, setChosen] = useState<string>()
  const months = summary.monthlyRevenue
  const selected = months.find(({ month }) => month === chosen) ?? getDefaultMonth(months)
  const drawn = view === 'chart'
  const services = listServices(summary)
  const chart = { summary, services, selected: selected?.month ?? '', onSelect: setChosen }
  const isVisible = !drawn
  const total = { ...summary, month: '', revenue: summary.totalRevenue, bookings: 0 }
  return (
    <Box
      title="Revenue by month"
      lead={`${currency.toUpperCase()}, VAT included.${
        drawn && summary.refunded + summary.pendingRefundTotal > 0
          ? ' Refunds are shown below the axis.'
          : ''
      }`}
      flush
      aside={
        <div className={styles.aside}>
          {drawn ? <Legend services={services} summary={summary} /> : null}
          <SegmentedControl label="Show as" options={views} value={view} onChange={setView} />
        </div>
      }
    >
      {drawn ? (
        <>
          <MonthChart {...chart} />
          <MonthBars {...chart} />
        </>
      ) : null}
      <section
        className={isVisible ? `${table.scroll} ${styles.scroll}` : layout.visuallyHidden}
        aria-label="Revenue by month, table"
        // A scrolling area must be reachable by keyboard.
        tabIndex={isVisible ? 0 : undefined}
      >
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {[
                ...summary.services.map(({ serviceTitle }) => serviceTitle),
                'Refunded',
                'Revenue',
              ].map((name) => (
                <th key={name} scope="col" className={table.num}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {summary.monthlyRevenue.toReversed().map((month) => {
              const text = formatMonthPart(month.month, summary)
              return (
                <tr key={month.month}>
                  <th scope="row">
                    {formatMonth(month.month)}
                    {text ? <small>{text}</small> : null}
                  </th>
                  <AmountCells sums={month} services={services} />
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{formatPeriod(choice)}</th>
              <AmountCells sums={total} services={services} />
            </tr>
          </tfoot>
        </table>
      </section>
      {drawn && selected ? (
        <p className={`${kit.inset} ${styles.monthSummary}`} role="status">
          <b>
            {formatMonth(selected.month)}: {currency.toUpperCase()} {formatFigure(selected.revenue)}
          </b>
          {formatMonthDetails(selected).map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
      ) : null}
    </Box>
  )
}

/** The latest month with a payment or refund, otherwise the last month. */
function getDefaultMonth(months: readonly MonthTotals[]): MonthTotals | undefined {
  return months.findLast(({ received, refunded }) => received + refunded > 0) ?? months.at(-1)
}

function AmountCells({ sums, services }: { sums: MonthTotals; services: readonly ServiceType[] }) {
  return (
    <>
      {services.map((service) => (
        <td key={service} className={table.num}>
          {formatFigure(getReceived(sums, service))}
        </td>
      ))}
      <td className={`${table.num} ${sums.refunded > 0 ? table.neg : ''}`}>
        {formatFigure(-sums.refunded)}
        {sums.pendingRefundTotal > 0 ? (
          <small className={table.neg}>{formatFigure(-sums.pendingRefundTotal)} pending</small>
        ) : null}
      </td>
      <td className={table.num}>{formatFigure(sums.revenue)}</td>
    </>
  )
}
