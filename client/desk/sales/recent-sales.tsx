import { Box } from '#client/desk/kit/box.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { formatFigure } from '#shared/lib/money.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { RecentSale, SalesSummary } from '#shared/sales/api.ts'
import { shortDate } from './month-words.ts'
import styles from './recent-sales.module.css'

interface RecentSalesProps {
  summary: SalesSummary
  timeZone: string
  today: string
}

/** The latest sales of the period; on a phone two lines for each. */
export function RecentSales({ summary: { recentSales }, timeZone, today }: RecentSalesProps) {
  if (recentSales.length === 0)
    return (
      <Box title="Recent sales">
        <p>Nothing was paid in this period.</p>
      </Box>
    )
  return (
    <Box title="Recent sales" aside={`Latest ${recentSales.length}`} flush>
      <table className={`${table.table} ${styles.rows}`}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Client</th>
            <th scope="col">Service</th>
            <th scope="col" className={table.num}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {recentSales.map((sale) => (
            <tr key={sale.id}>
              <td className={styles.date}>
                {shortDate(wallOf(Date.parse(sale.date), timeZone).date, today)}
              </td>
              <th scope="row">
                <b>{sale.client}</b>
                <Refund sale={sale} />
              </th>
              <td>{sale.service}</td>
              <td className={table.num}>{formatFigure(sale.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}

function Refund({ sale: { amount, refunded, refundWaiting } }: { sale: RecentSale }) {
  const words = [
    ...(refunded === amount ? ['Refunded'] : []),
    ...(refunded > 0 && refunded < amount ? [`Refunded ${formatFigure(refunded)}`] : []),
    ...(refundWaiting ? ['Refund waiting'] : []),
  ]
  return words.length > 0 ? <small className={styles.refund}>{words.join(', ')}</small> : null
}
