import type { CSSProperties } from 'react'
import kit from '#client/desk/kit/primitives.module.css'
import layout from '#client/ui/layout.module.css'
import type { ServiceType } from '#shared/content/service.ts'
import { formatFigure } from '#shared/lib/money.ts'
import type { SalesSummary } from '#shared/sales/api.ts'
import styles from './month-chart.module.css'
import { formatMonth, formatMonthPart, formatShortMonth, getReceived } from './sales-text.ts'

/** The series differ in pattern, so that they can be told apart without colour. */
const serviceClasses = [`${styles.solid} ${kit.forcedColorFill}`, styles.hatched, styles.outlined]

/** The ink of a service, by its place among the services that are drawn. */
function getServiceClass(
  service: ServiceType,
  services: readonly ServiceType[],
): string | undefined {
  return serviceClasses[services.indexOf(service)] ?? styles.outlined
}

/** The height of the highest bar, pixels. */
const PLOT_HEIGHT = 236

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
  const scale = buildScale(Math.max(...months.map(({ received }) => received)))
  const deepest = Math.max(
    ...months.map(({ refunded, pendingRefundTotal }) => refunded + pendingRefundTotal),
  )
  const below = deepest > 0 ? toPixels(deepest, scale) + 44 : 8
  return (
    <div className={styles.chart}>
      <div className={styles.plot} role="radiogroup" aria-label="Month">
        {[0, ...scale.gridLines].map((line) => (
          <div
            key={line}
            className={`${styles.line} ${line === 0 ? styles.base : ''}`}
            style={{ top: `calc(var(--head) + ${PLOT_HEIGHT - toPixels(line, scale)}px)` }}
            aria-hidden="true"
          >
            <span>{formatFigure(line)}</span>
          </div>
        ))}
        {months.map((month) => {
          const part = formatMonthPart(month.month, props.summary)
          return (
            <label key={month.month} className={styles.column}>
              <input
                type="radio"
                className={layout.inputOverlay}
                name="month-of-chart"
                checked={month.month === props.selected}
                onChange={() => props.onSelect(month.month)}
                aria-label={`${formatMonth(month.month)}: ${formatFigure(month.revenue)}`}
              />
              <span
                className={styles.above}
                style={{ height: `calc(var(--head) + ${PLOT_HEIGHT}px)` }}
              >
                <span className={styles.value}>{formatFigure(month.received)}</span>
                {props.services.toReversed().map((service) => {
                  const height = toPixels(getReceived(month, service), scale)
                  return height > 0 ? (
                    <i
                      key={service}
                      className={getServiceClass(service, props.services)}
                      style={{ height }}
                    />
                  ) : null
                })}
              </span>
              <span className={styles.below} style={{ height: below }}>
                <RefundBar amount={month.refunded} scale={scale} className={styles.refunded} />
                <RefundBar
                  amount={month.pendingRefundTotal}
                  scale={scale}
                  className={`${styles.refunded} ${styles.pending}`}
                />
              </span>
              <span className={styles.month}>{formatShortMonth(month.month)}</span>
              <small>{part ?? formatYearLabel(month.month, props.summary)}</small>
            </label>
          )
        })}
      </div>
    </div>
  )
}

function toPixels(amount: number, { max }: Scale): number {
  return (amount / max) * PLOT_HEIGHT
}

function RefundBar(props: { amount: number; scale: Scale; className: string | undefined }) {
  const { amount, scale, className } = props
  if (amount === 0) return null
  return (
    <>
      <i className={className} style={{ height: toPixels(amount, scale) }} />
      <span className={styles.refundValue}>{formatFigure(-amount)}</span>
    </>
  )
}

/** The year, below the first column and each January. */
function formatYearLabel(month: string, { monthlyRevenue }: SalesSummary): string {
  const first = monthlyRevenue[0]?.month === month
  return first || month.endsWith('-01') ? month.slice(0, 4) : ''
}

/** For phones: a horizontal bar for each month, latest first. */
export function MonthBars(props: ChartProps) {
  const months = props.summary.monthlyRevenue
  const longest = Math.max(
    1,
    ...months.map(({ received, refunded, pendingRefundTotal }) =>
      Math.max(received, refunded, pendingRefundTotal),
    ),
  )
  return (
    <div className={styles.bars} role="radiogroup" aria-label="Month">
      {months.toReversed().map((month) => {
        const share = (amount: number): CSSProperties => ({ width: `${(amount / longest) * 100}%` })
        return (
          <label key={month.month} className={styles.bar}>
            <input
              type="radio"
              className={layout.inputOverlay}
              name="month-of-bars"
              checked={month.month === props.selected}
              onChange={() => props.onSelect(month.month)}
              aria-label={`${formatMonth(month.month)}: ${formatFigure(month.revenue)}`}
            />
            <span className={styles.name}>
              {formatShortMonth(month.month)} {formatShortYear(month.month, props.summary)}
              <small>{formatMonthPart(month.month, props.summary)}</small>
            </span>
            <span className={styles.track}>
              {props.services.map((service) => {
                const received = getReceived(month, service)
                return received > 0 ? (
                  <i
                    key={service}
                    className={getServiceClass(service, props.services)}
                    style={share(received)}
                  />
                ) : null
              })}
            </span>
            <span className={styles.value}>{formatFigure(month.received)}</span>
            {month.refunded > 0 ? (
              <span className={`row wrap gap-2 ${styles.refundRow}`}>
                <i className={styles.refunded} style={share(month.refunded)} />
                Refunded {formatFigure(-month.refunded)}
              </span>
            ) : null}
            {month.pendingRefundTotal > 0 ? (
              <span className={`row wrap gap-2 ${styles.refundRow}`}>
                <i
                  className={`${styles.refunded} ${styles.pending}`}
                  style={share(month.pendingRefundTotal)}
                />
                Refund waiting {formatFigure(-month.pendingRefundTotal)}
              </span>
            ) : null}
          </label>
        )
      })}
    </div>
  )
}

/** `25`; empty in the year of the last month. */
function formatShortYear(month: string, { to }: SalesSummary): string {
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
      {summary.services.map(({ serviceType, serviceTitle }) => (
        <li key={serviceType}>
          <i className={getServiceClass(serviceType, services)} />
          {serviceTitle}
        </li>
      ))}
      {summary.refunded > 0 ? (
        <li>
          <i className={styles.refunded} />
          Refunded
        </li>
      ) : null}
      {summary.pendingRefundTotal > 0 ? (
        <li>
          <i className={`${styles.refunded} ${styles.pending}`} />
          Refund waiting
        </li>
      ) : null}
    </ul>
  )
}

/** The maximum number of grid lines above the base line. */
const MAX_GRID_LINES = 4

/** An axis from zero up to the highest bar, with at most four grid lines at round amounts. */
interface Scale {
  /** The grid lines without zero, minor units. */
  gridLines: number[]
  /** The amount at the full height, minor units; at least 1. */
  max: number
}

export function buildScale(highest: number): Scale {
  if (highest <= 0) return { gridLines: [], max: 1 }
  const step = getRoundStep(highest / MAX_GRID_LINES)
  const count = Math.floor(highest / step)
  return { gridLines: Array.from({ length: count }, (_, line) => (line + 1) * step), max: highest }
}

/**
 * The smallest of 1, 2, 2.5, 5 or 10 times a power of ten that is at least `least`; never below
 * 100, one whole unit of money.
 */
function getRoundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= least) ?? 10
  return Math.max(factor * power, 100)
}
