import type { SVGProps } from 'react'
import type { Echo, JourneyMap } from '#shared/journeys/map/journey-map.ts'
import { SEA_SPACING } from '#shared/journeys/map/map-labels.ts'
import type { Locator } from '#shared/journeys/map/map-route.ts'
import type { MapSize } from '#shared/journeys/map/map-view.ts'
import styles from './journey-plate.module.css'

// Without hooks: the guests' page draws this without React.

interface DrawingProps {
  map: JourneyMap
  /** Of this drawing alone; its parts are referred to by ids that begin with it. */
  id: string
}

/** What is in the `svg` of a plate. */
export function MapDrawing({ map, id, current }: DrawingProps & { current?: number | undefined }) {
  const { stops, names, seas, radius, fontSize, locator } = map
  return (
    <>
      <Land map={map} id={id} />
      <g className={styles.seas} fontSize={fontSize * 0.9} letterSpacing={`${SEA_SPACING}em`}>
        {seas.map(({ text, x, y, rotation }) => (
          <text key={text} transform={`translate(${x} ${y}) rotate(${rotation})`}>
            {text}
          </text>
        ))}
      </g>
      {locator && <LocatorMap locator={locator} id={`${id}locator`} />}
      <Legs map={map} />
      {stops.map((stop) => {
        const isCurrent = stop.number === current
        return (
          <g key={stop.number} className={isCurrent ? styles.current : undefined}>
            {stop.place && (
              <>
                <path
                  className={styles.leader}
                  d={`M${stop.place.join(' ')}L${stop.x} ${stop.y}`}
                />
                <circle className={styles.place} cx={stop.place[0]} cy={stop.place[1]} r={2} />
              </>
            )}
            {isCurrent && (
              <circle className={styles.ring} cx={stop.x} cy={stop.y} r={radius + 4.5} />
            )}
            <circle className={styles.disc} cx={stop.x} cy={stop.y} r={radius} />
            <text
              className={styles.number}
              x={stop.x}
              y={stop.y + radius * 0.4}
              fontSize={radius * 1.15}
            >
              {stop.number}
            </text>
          </g>
        )
      })}
      <g className={styles.names} fontSize={fontSize}>
        {names.map(({ text, x, y, anchor }) => (
          <text key={`${text} ${x}`} x={x} y={y} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </g>
    </>
  )
}

/** What is in the `svg` of a map as small as a stamp. */
export function SketchDrawing({ map, id }: DrawingProps) {
  return (
    <>
      <Land map={map} id={id} />
      <Legs map={map} />
      {map.stops.map(({ number, x, y }) => (
        <circle key={number} className={styles.disc} cx={x} cy={y} r={map.radius} />
      ))}
    </>
  )
}

export function toMapView({ width, height }: MapSize): SVGProps<SVGSVGElement> {
  return {
    viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: 'xMidYMid slice',
  }
}

/** The sea with the lines along its shores, and the land with its engraving. */
function Land({ map, id }: DrawingProps) {
  const { land, graticule, hachures, echoes, contours } = map
  const [shore, inland] = [`${id}shore`, `${id}inland`]
  return (
    <g className={styles.land}>
      <defs>
        <path id={shore} d={land.nordic} />
        <clipPath id={inland}>
          <use href={`#${shore}`} />
        </clipPath>
      </defs>
      <path className={styles.graticule} d={graticule} />
      <Echoes href={`#${shore}`} echoes={echoes} />
      <path className={styles.neighbours} d={land.neighbours} />
      <use href={`#${shore}`} className={styles.ground} />
      <g clipPath={`url(#${inland})`}>
        <g className={styles.inland}>
          <Echoes href={`#${shore}`} echoes={contours} />
        </g>
        {hachures && <path className={styles.hachures} d={hachures} />}
        <path className={styles.borders} d={land.borders} />
      </g>
      <use href={`#${shore}`} className={contours.length > 0 ? styles.shore : styles.thinShore} />
    </g>
  )
}

/** Each line is a wide stroke along the shore, under a slightly narrower one in the colour of the ground. */
function Echoes({ href, echoes }: { href: string; echoes: readonly Echo[] }) {
  return echoes.map(({ width, opacity }) => (
    <g key={width}>
      <use href={href} className={styles.line} strokeWidth={width} strokeOpacity={opacity} />
      <use href={href} className={styles.over} strokeWidth={width - ECHO_LINE} />
    </g>
  ))
}

const ECHO_LINE = 1.6

function Legs({ map: { legs, fontSize } }: { map: JourneyMap }) {
  return (
    <g className={fontSize > 0 ? styles.route : styles.sketchRoute}>
      {legs.map(({ from, bend, to, returns }) => {
        const path = `M${from.join(' ')}Q${bend.join(' ')} ${to.join(' ')}`
        return <path key={path} d={path} className={returns ? styles.back : undefined} />
      })}
    </g>
  )
}

/** Where in the North a close map lies. */
function LocatorMap({ locator, id }: { locator: Locator; id: string }) {
  const { left, top, right, bottom, land, region } = locator
  const [width, height] = [right - left, bottom - top]
  return (
    <g className={styles.locator} transform={`translate(${left} ${top})`}>
      <clipPath id={id}>
        <rect width={width} height={height} />
      </clipPath>
      <rect className={styles.sheet} width={width} height={height} />
      <path clipPath={`url(#${id})`} d={land} />
      <rect
        className={styles.region}
        x={region.left}
        y={region.top}
        width={region.right - region.left}
        height={region.bottom - region.top}
      />
    </g>
  )
}
