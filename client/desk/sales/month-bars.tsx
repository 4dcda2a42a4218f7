import type { CSSProperties } from 'react'
import { formatFigure } from '#shared/lib/money.ts'
import type { MonthSums, SalesSummary } from '#shared/sales/schema.ts'
import styles from './month-bars.module.css'
import type { ChartProps } from './month-chart.tsx'
import { receivedFor } from './month-parts.ts'
import { monthName, partWords, shortMonth } from './month-words.ts'
import { inkOf } from './series.ts'

/** On a phone: a bar across for each month, the latest first. */
export function MonthBars(props: ChartProps) {
  const months = props.summary.monthlyRevenue
  const longest = Math.max(
    1,
    ...months.map(({ received, refunded, waiting }) => Math.max(received, refunded, waiting)),
  )
  return (
    <div className={styles.bars} role="radiogroup" aria-label="Month">
      {months.toReversed().map((month) => (
        <Bar key={month.month} {...props} month={month} longest={longest} />
      ))}
    </div>
  )
}

interface BarProps extends ChartProps {
  month: MonthSums
  /** What the full width stands for, minor units. */
  longest: number
}

function Bar({ month, longest, summary, services, selected, onSelect }: BarProps) {
  const share = (amount: number): CSSProperties => ({ width: `${(amount / longest) * 100}%` })
  return (
    <label className={styles.bar}>
      <input
        type="radio"
        name="month-of-bars"
        checked={month.month === selected}
        onChange={() => onSelect(month.month)}
        aria-label={`${monthName(month.month)}: ${formatFigure(month.revenue)}`}
      />
      <span className={styles.name}>
        {shortMonth(month.month)} {yearWords(month.month, summary)}
        <small>{partWords(month.month, summary)}</small>
      </span>
      <span className={styles.track}>
        {services.map((service) => {
          const received = receivedFor(month, service)
          return received > 0 ? (
            <i key={service} className={styles[inkOf(service, services)]} style={share(received)} />
          ) : null
        })}
      </span>
      <span className={styles.value}>{formatFigure(month.received)}</span>
      {month.refunded > 0 ? (
        <span className={styles.back}>
          <i style={share(month.refunded)} />
          Refunded {formatFigure(-month.refunded)}
        </span>
      ) : null}
      {month.waiting > 0 ? (
        <span className={styles.back}>
          <i className={styles.waiting} style={share(month.waiting)} />
          Refund waiting {formatFigure(-month.waiting)}
        </span>
      ) : null}
    </label>
  )
}

/** `25`, where it is another year than that of the last month. */
function yearWords(month: string, { to }: SalesSummary): string {
  return month.startsWith(to.slice(0, 4)) ? '' : month.slice(2, 4)
}
