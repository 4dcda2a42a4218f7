import {
  Fragment,
  type RefObject,
  type SVGProps,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { drawMap, type Echo, type JourneyMap, type MapRequest } from './journey-map.ts'
import styles from './journey-plate.module.css'
import { SEA_SPACING } from './map-labels.ts'
import type { Locator, PlacedStop } from './map-route.ts'
import type { MapSize } from './map-view.ts'

type ChartProps = Omit<MapRequest, 'width' | 'height'>

/** The drawing in a plate: it fills its parent, and is fitted again when that changes its size. */
export function JourneyChart(props: ChartProps) {
  const svg = useRef<SVGSVGElement>(null)
  const size = useSize(svg)
  return (
    <svg ref={svg} {...toView(size ?? USUAL_SIZE)} fill="none" aria-hidden="true">
      {size && <Drawing {...props} {...size} />}
    </svg>
  )
}

function Drawing(props: MapRequest) {
  // By content: a page that is typed in hands over new lists of the same stops.
  const request = JSON.stringify(props)
  const map = useMemo(() => drawMap(JSON.parse(request)), [request])
  const { stops, names, seas, radius, fontSize, locator } = map
  return (
    <>
      <Land map={map} />
      <g className={styles.seas} fontSize={fontSize * 0.9} letterSpacing={`${SEA_SPACING}em`}>
        {seas.map(({ text, x, y, rotation }) => (
          <text key={text} transform={`translate(${x} ${y}) rotate(${rotation})`}>
            {text}
          </text>
        ))}
      </g>
      {locator && <LocatorMap locator={locator} />}
      <Legs map={map} />
      {stops.map((stop) => (
        <Stop key={stop.number} {...{ stop, radius }} isCurrent={stop.number === props.current} />
      ))}
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

const SKETCH_SIZE: MapSize = { width: 165, height: 118 }

/** A map as small as a stamp: the stops without numbers and names. */
export function SketchChart({ stops, route }: Pick<MapRequest, 'stops' | 'route'>) {
  const request = JSON.stringify({ stops, route, frame: 'sketch', ...SKETCH_SIZE })
  const map = useMemo(() => drawMap(JSON.parse(request)), [request])
  return (
    <svg {...toView(SKETCH_SIZE)} fill="none" aria-hidden="true">
      <Land map={map} />
      <Legs map={map} />
      {map.stops.map(({ number, x, y }) => (
        <circle key={number} className={styles.disc} cx={x} cy={y} r={map.radius} />
      ))}
    </svg>
  )
}

function toView({ width, height }: MapSize): SVGProps<SVGSVGElement> {
  return {
    viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: 'xMidYMid slice',
  }
}

/** Units by which sizes are rounded: the map is not drawn again for less. */
const SIZE_STEP = 8
/** Where nothing is laid out: what is shown on paper only is hidden until then. */
const USUAL_SIZE: MapSize = { width: 400, height: 520 }

/** The size of the plate around a drawing; undefined until the first layout. */
function useSize(svg: RefObject<SVGSVGElement | null>): MapSize | undefined {
  const [size, setSize] = useState<MapSize>()
  useLayoutEffect(() => {
    const plate = svg.current?.parentElement
    if (!plate) return
    const measure = () => {
      const next = measurePlate(plate)
      setSize((last) => (last?.width === next.width && last.height === next.height ? last : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(plate)
    return () => observer.disconnect()
  }, [svg])
  return size
}

function measurePlate({ clientWidth, clientHeight }: Element): MapSize {
  if (clientWidth === 0 || clientHeight === 0) return USUAL_SIZE
  const round = (side: number) => Math.max(1, Math.round(side / SIZE_STEP)) * SIZE_STEP
  return { width: round(clientWidth), height: round(clientHeight) }
}

/** The sea with the lines off its shores, the land, and what is engraved upon it. */
function Land({ map }: { map: JourneyMap }) {
  const { land, graticule, hachures, echoes, contours } = map
  const id = useId()
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

/** Each line is a wide stroke along the shore, with one a little narrower of the ground upon it. */
function Echoes({ href, echoes }: { href: string; echoes: readonly Echo[] }) {
  return echoes.map(({ width, opacity }) => (
    <Fragment key={width}>
      <use href={href} className={styles.line} strokeWidth={width} strokeOpacity={opacity} />
      <use href={href} className={styles.over} strokeWidth={width - ECHO_LINE} />
    </Fragment>
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

interface StopProps {
  stop: PlacedStop
  radius: number
  isCurrent: boolean
}

function Stop({ stop: { number, x, y, place }, radius, isCurrent }: StopProps) {
  return (
    <g className={isCurrent ? styles.current : undefined}>
      {place && (
        <>
          <path className={styles.leader} d={`M${place.join(' ')}L${x} ${y}`} />
          <circle className={styles.place} cx={place[0]} cy={place[1]} r={2} />
        </>
      )}
      {isCurrent && <circle className={styles.ring} cx={x} cy={y} r={radius + 4.5} />}
      <circle className={styles.disc} cx={x} cy={y} r={radius} />
      <text className={styles.number} x={x} y={y + radius * 0.4} fontSize={radius * 1.15}>
        {number}
      </text>
    </g>
  )
}

/** Where in the North a close map lies. */
function LocatorMap({ locator: { left, top, right, bottom, land, region } }: { locator: Locator }) {
  const id = useId()
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
