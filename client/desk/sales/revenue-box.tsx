import { useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { Segmented } from '#client/desk/kit/segmented.tsx'
import { catalogue, type ServiceType } from '#shared/booking/catalogue.ts'
import { formatFigure } from '#shared/lib/money.ts'
import type { PeriodId } from '#shared/sales/periods.ts'
import type { MonthSums, SalesSummary } from '#shared/sales/schema.ts'
import { MonthBars } from './month-bars.tsx'
import { MonthChart } from './month-chart.tsx'
import { partsOf, servicesIn } from './month-parts.ts'
import { MonthTable } from './month-table.tsx'
import { monthName } from './month-words.ts'
import styles from './revenue-box.module.css'
import { inkOf } from './series.ts'

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

/** Revenue by month, drawn or in figures; the figures are there for those who hear the page either way. */
export function RevenueBox({ summary, currency, choice }: RevenueBoxProps) {
  const [view, setView] = useState<View>('chart')
  const [chosen, setChosen] = useState<string>()
  const months = summary.monthlyRevenue
  const selected = months.find(({ month }) => month === chosen) ?? usualMonth(months)
  const drawn = view === 'chart'
  const services = servicesIn(summary)
  const chart = { summary, services, selected: selected?.month ?? '', onSelect: setChosen }
  return (
    <Box
      title="Revenue by month"
      lead={`${currency.toUpperCase()}, VAT included.${
        drawn && summary.refunded + summary.waiting > 0 ? ' Refunds are drawn below the line.' : ''
      }`}
      flush
      aside={
        <div className={styles.aside}>
          {drawn ? <Legend services={services} summary={summary} /> : null}
          <Segmented label="Show as" options={views} value={view} onChange={setView} />
        </div>
      }
    >
      {drawn ? (
        <>
          <MonthChart {...chart} />
          <MonthBars {...chart} />
        </>
      ) : null}
      <MonthTable summary={summary} services={services} choice={choice} shown={!drawn} />
      {drawn && selected ? <Reading month={selected} currency={currency} /> : null}
    </Box>
  )
}

/** The latest that anything happened in. */
function usualMonth(months: readonly MonthSums[]): MonthSums | undefined {
  return months.findLast(({ received, refunded }) => received + refunded > 0) ?? months.at(-1)
}

function Legend({ services, summary }: { services: ServiceType[]; summary: SalesSummary }) {
  return (
    <ul className={styles.legend}>
      {services.map((service) => (
        <li key={service}>
          <i className={styles[inkOf(service, services)]} />
          {catalogue[service].title}
        </li>
      ))}
      {summary.refunded > 0 ? (
        <li>
          <i className={styles.refunded} />
          Refunded
        </li>
      ) : null}
      {summary.waiting > 0 ? (
        <li>
          <i className={`${styles.refunded} ${styles.waiting}`} />
          Refund waiting
        </li>
      ) : null}
    </ul>
  )
}

function Reading({ month, currency }: { month: MonthSums; currency: string }) {
  return (
    <p className={styles.reading} role="status">
      <b>
        {monthName(month.month)}: {currency.toUpperCase()} {formatFigure(month.revenue)}
      </b>
      {partsOf(month).map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  )
}
