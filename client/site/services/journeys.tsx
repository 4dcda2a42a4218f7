import { useId } from 'react'
import { Link } from 'react-router-dom'
import { ArrowRightIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { formatPrice } from '#shared/lib/money.ts'
import { journeysTitle } from '#shared/site/content-artistry.ts'
import { journeys, months, type SampleJourney } from '#shared/site/owner/journeys.ts'
import styles from './journeys.module.css'
import routeCharts from './route-charts.json'

const chartUrls = import.meta.glob<string>('/client/ui/plates/route-*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The overlay of a chart; all lengths and positions are in units of its view box. */
interface RouteChartData {
  viewBox: { width: number; height: number }
  /** Path data, one path for each leg. */
  route: string[]
  stops: {
    x: number
    y: number
    number: number
    name: string
    nameX: number
    nameY: number
    anchor: 'start' | 'middle' | 'end'
  }[]
  soundings: { x: number; y: number; text: string }[]
  /** `rotation` in degrees. */
  seas: { x: number; y: number; rotation: number; letterSpacing: number; text: string }[]
}

/** Drawn together with the charts. */
const charts = routeCharts as Record<SampleJourney['chart'], RouteChartData>

/** The sample journeys, and the year in twelve lines. */
export function Journeys() {
  const isAlone = journeys === null
  const Heading = isAlone ? 'h2' : 'h3'
  return (
    <section
      className={layout.section}
      aria-labelledby={journeys ? 'journeys-title' : 'year-title'}
    >
      <Wrap>
        {journeys ? (
          <>
            <h2 className={`${text.h1} ${styles.title}`} id="journeys-title">
              {journeysTitle}
            </h2>
            <ul className={styles.cards}>
              {journeys.map((journey) => {
                const { slug, title, length, season, moments, from, chart, chartText } = journey
                return (
                  <li key={journey.slug}>
                    {/* One link to the booking page, which puts the journey's title into the message. */}
                    <Link
                      className={styles.card}
                      to={`/service/initial-consultation?journey=${slug}`}
                    >
                      <RouteChart chart={chart} label={chartText} />
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
                        <span>
                          From {formatPrice(from.amount, from.currency)}{' '}
                          <small>{from.travellers}</small>
                        </span>
                        <span className={styles.talk}>
                          Talk about it
                          <ArrowRightIcon />
                        </span>
                      </p>
                    </Link>
                  </li>
                )
              })}
            </ul>
          </>
        ) : null}
        {/* Each month with what it is best for, under the length of its days. */}
        <div className={isAlone ? undefined : styles.year}>
          <Heading className={isAlone ? text.h1 : text.h3} id="year-title">
            What each month is best for
          </Heading>
          <svg
            className={styles.daylight}
            viewBox={`0 0 ${DAYLIGHT.width} ${DAYLIGHT.height}`}
            preserveAspectRatio="none"
            fill="none"
            aria-hidden="true"
            focusable="false"
            data-print="off"
          >
            <path d={DAYLIGHT.path} />
          </svg>
          <dl className={styles.months}>
            {months.map(({ name, bestFor }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{bestFor}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Wrap>
    </section>
  )
}

/** A chart as a picture; its route and names lie above it, in the page's fonts. */
function RouteChart({ chart, label }: { chart: SampleJourney['chart']; label: string }) {
  const { viewBox, route, stops, soundings, seas } = charts[chart]
  const { width, height } = viewBox
  const mask = useId()
  return (
    <div className={`${styles.chart} ${styles[chart]}`} data-print="off">
      <img
        src={chartUrls[`/client/ui/plates/route-${chart}.svg`]}
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
            <g key={name} className={styles.stop}>
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

const DAYLIGHT = drawDaylight({ width: 1312, height: 88, lines: 146, latitude: 68 })

interface DaylightParts {
  width: number
  height: number
  lines: number
  /** In degrees north; above 66.6 the sun does not set in June, nor rise in December. */
  latitude: number
}

/** A line for every few days of the year, as high as its day is long. */
function drawDaylight({ width, height, lines, latitude }: DaylightParts) {
  const radians = Math.PI / 180
  const path = Array.from({ length: lines }, (_, line) => {
    const day = ((line + 0.5) / lines) * 365
    const declination = -23.44 * Math.cos(((day + 10) / 365) * 2 * Math.PI)
    const cosine = -Math.tan(latitude * radians) * Math.tan(declination * radians)
    const share = Math.acos(Math.min(1, Math.max(-1, cosine))) / Math.PI
    const x = Math.round(((line + 0.5) / lines) * width * 10) / 10
    return `M${x} ${height}v${-Math.round((1 + share * (height - 1)) * 10) / 10}`
  }).join('')
  return { width, height, path }
}
