import { useId } from 'react'
import { Link } from 'react-router-dom'
import { ArrowRightIcon } from '#client/ui/icons.tsx'
import type { SampleJourney } from '#shared/content/registry.ts'
import { toFirstBooking } from '#shared/content/services.ts'
import { getTexts } from '#shared/content/site-content.ts'
import type { ChartOverlay } from '#shared/journeys/map/route-chart.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { describeGuarantee } from '#shared/site/guarantee.ts'
import type { ChartedJourney } from '#shared/site/route-charts.ts'
import styles from './route-cards.module.css'
import routeCharts from './route-charts.json'

const chartUrls = import.meta.glob<string>('/client/ui/plates/route-*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Drawn together with the charts. */
const charts = routeCharts as Record<SampleJourney['chart'], ChartOverlay>

/**
 * The sample journeys as cards, each one link to the booking page, which puts the journey's title into
 * the message. In narrow windows they are a row to swipe.
 */
export function RouteCards() {
  const journeys: readonly ChartedJourney[] | null = getTexts('artistry').journeys.list
  return (
    <ul className={styles.cards} data-part="artistry.journeys">
      {journeys?.map(
        ({ slug, title, length, season, moments, chart, chartText, drawn, ...from }) => (
          <li key={slug} id={slug}>
            <Link className={styles.card} to={toFirstBooking('artistry', `?journey=${slug}`)}>
              <RouteChart {...{ chart, drawn }} label={chartText || drawn?.text} />
              <div className={styles.head}>
                <h3>{title}</h3>
                <p>
                  {length}, {season}
                </p>
              </div>
              <ul className={styles.moments}>
                {moments.map((moment) => (
                  <li key={moment}>{moment}</li>
                ))}
              </ul>
              <p className={styles.price}>
                <Price {...from} />
                <span className={styles.talk}>
                  Talk about it
                  <ArrowRightIcon />
                </span>
              </p>
            </Link>
          </li>
        ),
      )}
    </ul>
  )
}

/** The sample journeys by title and price, each with a link to its card. */
export function RouteList() {
  return (
    <ul className={styles.list}>
      {getTexts('artistry').journeys.list?.map(({ slug, title, length, season, ...from }) => (
        <li key={slug}>
          <Link className={styles.row} to={`/services/nordic-luxury-travel#${slug}`}>
            <span className={styles.rowTitle}>{title}</span>
            <span className={styles.rowTime}>
              {length}, {season}
            </span>
            <span className={styles.rowPrice}>
              <Price {...from} />
              <ArrowRightIcon />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Price({ amount, travellers }: Pick<SampleJourney, 'amount' | 'travellers'>) {
  if (!describeGuarantee()) return null
  return (
    <span>
      From {formatPrice(amount, 'nok')} <small>{travellers}</small>
    </span>
  )
}

interface RouteChartProps extends Pick<ChartedJourney, 'chart'> {
  drawn: ChartedJourney['drawn'] | undefined
  label: string | undefined
}

/** A chart as a picture; its route and names lie above it, in the page's fonts. */
function RouteChart({ chart, drawn, label }: RouteChartProps) {
  const { viewBox, route, stops, soundings, seas } = drawn ?? charts[chart]
  const { width, height } = viewBox
  const mask = useId()
  return (
    <div className={`${styles.chart} ${styles[chart]}`} data-print="picture">
      <img
        src={drawn?.picture ?? chartUrls[`/client/ui/plates/route-${chart}.svg`]}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
      <svg viewBox={`0 0 ${width} ${height}`} fill="none" role="img" aria-label={label}>
        <g className={styles.depths}>
          {soundings.map(({ x, y, text: depth }) => (
            <text key={`${x} ${y}`} x={x} y={y}>
              {depth}
            </text>
          ))}
        </g>
        <g className={styles.seas}>
          {seas.map(({ x, y, rotation, letterSpacing, text: name }) => (
            <text
              key={name}
              transform={`translate(${x} ${y}) rotate(${rotation})`}
              letterSpacing={letterSpacing}
            >
              {name}
            </text>
          ))}
        </g>
        {/* A dotted line cannot animate as if it were drawn, so a solid line does, as its mask. The
        legs draw one after the other, and each stop fills when the leg before it has arrived. */}
        <mask id={mask} maskUnits="userSpaceOnUse" x="0" y="0" width={width} height={height}>
          {route.map((leg) => (
            <path key={leg} className={styles.reveal} d={leg} pathLength={1} />
          ))}
        </mask>
        <g className={styles.route} mask={`url(#${mask})`}>
          {route.map((leg) => (
            <path key={leg} d={leg} />
          ))}
        </g>
        <g>
          {stops.map(({ x, y, number, name, nameX, nameY, anchor }) => (
            <g key={number} className={styles.stop}>
              <circle cx={x} cy={y} r="8" />
              <text className={styles.number} x={x} y={y + 3.3}>
                {number}
              </text>
              <text className={styles.name} x={nameX} y={nameY} textAnchor={anchor}>
                {name}
              </text>
            </g>
          ))}
        </g>
      </svg>
    </div>
  )
}
