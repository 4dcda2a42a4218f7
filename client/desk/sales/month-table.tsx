import table from '#client/desk/kit/data-table.module.css'
import hidden from '#client/ui/visually-hidden.module.css'
import { catalogue, type ServiceType } from '#shared/booking/catalogue.ts'
import { formatFigure } from '#shared/lib/money.ts'
import type { PeriodId } from '#shared/sales/periods.ts'
import type { MonthSums, SalesSummary } from '#shared/sales/schema.ts'
import { receivedFor } from './month-parts.ts'
import styles from './month-table.module.css'
import { monthName, partWords } from './month-words.ts'
import { periodWords } from './sales-ledger.tsx'

interface MonthTableProps {
  summary: SalesSummary
  services: readonly ServiceType[]
  choice: PeriodId
  /** Whether it is seen, and not only heard. */
  shown: boolean
}

/** The chart in figures, the latest month first. */
export function MonthTable({ summary, services, choice, shown }: MonthTableProps) {
  const total = { ...summary, month: '', revenue: summary.totalRevenue, bookings: 0 }
  return (
    <section
      className={shown ? `${table.scroll} ${styles.scroll}` : hidden.hidden}
      aria-label="Revenue by month, table"
      // What scrolls must be reachable by keyboard.
      tabIndex={shown ? 0 : undefined}
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {[...services.map((service) => catalogue[service].title), 'Refunded', 'Revenue'].map(
              (name) => (
                <th key={name} scope="col" className={table.num}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {summary.monthlyRevenue.toReversed().map((month) => (
            <tr key={month.month}>
              <th scope="row">
                {monthName(month.month)}
                <Part month={month.month} summary={summary} />
              </th>
              <Amounts sums={month} services={services} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{periodWords(choice)}</th>
            <Amounts sums={total} services={services} />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Part({ month, summary }: { month: string; summary: SalesSummary }) {
  const words = partWords(month, summary)
  return words ? <small>{words}</small> : null
}

function Amounts({ sums, services }: { sums: MonthSums; services: readonly ServiceType[] }) {
  return (
    <>
      {services.map((service) => (
        <td key={service} className={table.num}>
          {formatFigure(receivedFor(sums, service))}
        </td>
      ))}
      <td className={`${table.num} ${sums.refunded > 0 ? table.neg : ''}`}>
        {formatFigure(-sums.refunded)}
        {sums.waiting > 0 ? (
          <small className={styles.waiting}>{formatFigure(-sums.waiting)} waiting</small>
        ) : null}
      </td>
      <td className={table.num}>{formatFigure(sums.revenue)}</td>
    </>
  )
}
