import type { CSSProperties } from 'react'
import kit from '#client/desk/kit/primitives.module.css'
import layout from '#client/ui/layout.module.css'
import { catalogue, type ServiceType } from '#shared/booking/catalogue.ts'
import { formatFigure } from '#shared/lib/money.ts'
import type { MonthSums, SalesSummary } from '#shared/sales/api.ts'
import styles from './month-chart.module.css'
import { monthName, partWords, receivedFor, shortMonth } from './sales-words.ts'

/** The series differ in pattern, so that they can be told apart without colour. */
const inks = [`${styles.solid} ${kit.drawn}`, styles.engraved, styles.outlined]

/** The ink of a service, by its place among the services that are drawn. */
function inkOf(service: ServiceType, services: readonly ServiceType[]): string | undefined {
  return inks[services.indexOf(service)] ?? styles.outlined
}

/** The height of the highest bar, pixels. */
const HEIGHT = 236

interface ChartProps {
  summary: SalesSummary
  services: readonly ServiceType[]
  /** The month whose details are shown below the chart. */
  selected: string
  onSelect: (month: string) => void
}

/**
 * A column for each month. Each is a radio button, so that pointer, touch and arrow keys can select
 * it.
 */
export function MonthChart(props: ChartProps) {
  const months = props.summary.monthlyRevenue
  const scale = scaleFor(Math.max(...months.map(({ received }) => received)))
  const deepest = Math.max(...months.map(({ refunded, waiting }) => refunded + waiting))
  const below = deepest > 0 ? pixels(deepest, scale) + 44 : 8
  return (
    <div className={styles.chart}>
      <div className={styles.plot} role="radiogroup" aria-label="Month">
        <Lines scale={scale} />
        {months.map((month) => (
          <Column key={month.month} {...props} month={month} scale={scale} below={below} />
        ))}
      </div>
    </div>
  )
}

function pixels(amount: number, { top }: Scale): number {
  return (amount / top) * HEIGHT
}

function Lines({ scale }: { scale: Scale }) {
  return [0, ...scale.lines].map((line) => (
    <div
      key={line}
      className={`${styles.line} ${line === 0 ? styles.base : ''}`}
      style={{ top: `calc(var(--head) + ${HEIGHT - pixels(line, scale)}px)` }}
      aria-hidden="true"
    >
      <span>{formatFigure(line)}</span>
    </div>
  ))
}

interface ColumnProps extends ChartProps {
  month: MonthSums
  scale: Scale
  /** The height below the base line, pixels. */
  below: number
}

function Column({ month, scale, below, summary, services, selected, onSelect }: ColumnProps) {
  const part = partWords(month.month, summary)
  return (
    <label className={styles.column}>
      <input
        type="radio"
        className={layout.cover}
        name="month-of-chart"
        checked={month.month === selected}
        onChange={() => onSelect(month.month)}
        aria-label={`${monthName(month.month)}: ${formatFigure(month.revenue)}`}
      />
      <span className={styles.above} style={{ height: `calc(var(--head) + ${HEIGHT}px)` }}>
        <span className={styles.value}>{formatFigure(month.received)}</span>
        {services.toReversed().map((service) => {
          const height = pixels(receivedFor(month, service), scale)
          return height > 0 ? (
            <i key={service} className={inkOf(service, services)} style={{ height }} />
          ) : null
        })}
      </span>
      <span className={styles.below} style={{ height: below }}>
        <Back amount={month.refunded} scale={scale} className={styles.refunded} />
        <Back
          amount={month.waiting}
          scale={scale}
          className={`${styles.refunded} ${styles.waiting}`}
        />
      </span>
      <span className={styles.month}>{shortMonth(month.month)}</span>
      <small>{part ?? yearWords(month.month, summary)}</small>
    </label>
  )
}

function Back(props: { amount: number; scale: Scale; className: string | undefined }) {
  const { amount, scale, className } = props
  if (amount === 0) return null
  return (
    <>
      <i className={className} style={{ height: pixels(amount, scale) }} />
      <span className={styles.back}>{formatFigure(-amount)}</span>
    </>
  )
}

/** The year, below the first column and each January. */
function yearWords(month: string, { monthlyRevenue }: SalesSummary): string {
  const first = monthlyRevenue[0]?.month === month
  return first || month.endsWith('-01') ? month.slice(0, 4) : ''
}

/** For phones: a horizontal bar for each month, latest first. */
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
  /** The amount that the full width stands for, minor units. */
  longest: number
}

function Bar({ month, longest, summary, services, selected, onSelect }: BarProps) {
  const share = (amount: number): CSSProperties => ({ width: `${(amount / longest) * 100}%` })
  return (
    <label className={styles.bar}>
      <input
        type="radio"
        className={layout.cover}
        name="month-of-bars"
        checked={month.month === selected}
        onChange={() => onSelect(month.month)}
        aria-label={`${monthName(month.month)}: ${formatFigure(month.revenue)}`}
      />
      <span className={styles.name}>
        {shortMonth(month.month)} {shortYear(month.month, summary)}
        <small>{partWords(month.month, summary)}</small>
      </span>
      <span className={styles.track}>
        {services.map((service) => {
          const received = receivedFor(month, service)
          return received > 0 ? (
            <i key={service} className={inkOf(service, services)} style={share(received)} />
          ) : null
        })}
      </span>
      <span className={styles.value}>{formatFigure(month.received)}</span>
      {month.refunded > 0 ? (
        <span className={styles.returned}>
          <i className={styles.refunded} style={share(month.refunded)} />
          Refunded {formatFigure(-month.refunded)}
        </span>
      ) : null}
      {month.waiting > 0 ? (
        <span className={styles.returned}>
          <i className={`${styles.refunded} ${styles.waiting}`} style={share(month.waiting)} />
          Refund waiting {formatFigure(-month.waiting)}
        </span>
      ) : null}
    </label>
  )
}

/** `25`; empty in the year of the last month. */
function shortYear(month: string, { to }: SalesSummary): string {
  return month.startsWith(to.slice(0, 4)) ? '' : month.slice(2, 4)
}

/** The key to the patterns of the services. */
export function Legend({
  services,
  summary,
}: {
  services: readonly ServiceType[]
  summary: SalesSummary
}) {
  return (
    <ul className={`${kit.legend} ${styles.legend}`}>
      {services.map((service) => (
        <li key={service}>
          <i className={inkOf(service, services)} />
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

/** The maximum number of grid lines above the base line. */
const MOST_LINES = 4

/** An axis from zero up to the highest bar, with at most four grid lines at round amounts. */
interface Scale {
  /** The grid lines without zero, minor units. */
  lines: number[]
  /** The amount at the full height, minor units; at least 1. */
  top: number
}

export function scaleFor(highest: number): Scale {
  if (highest <= 0) return { lines: [], top: 1 }
  const step = roundStep(highest / MOST_LINES)
  const count = Math.floor(highest / step)
  return { lines: Array.from({ length: count }, (_, line) => (line + 1) * step), top: highest }
}

/**
 * The smallest of 1, 2, 2.5, 5 or 10 times a power of ten that is at least `least`; never below
 * 100, one whole unit of money.
 */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= least) ?? 10
  return Math.max(factor * power, 100)
}
