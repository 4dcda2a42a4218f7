import { Suspense } from 'react'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { isNorth } from '#shared/journeys/map/north.ts'
import styles from './journey-plate.module.css'

interface PlateStop {
  name: string
  /** Degrees east, degrees north; a stop without is not on the map. */
  at?: readonly [longitude: number, latitude: number] | undefined
}

interface StopsProps {
  /** In the order of their numbers, which begin at 1. */
  stops: readonly PlateStop[]
  /** Numbers of the stops in the order of the journey; each stop once if absent. */
  route?: readonly number[] | undefined
}

interface JourneyPlateProps extends StopsProps {
  /** Number of today's stop. */
  current?: number | undefined
  /** `night` for guests, `day` at the desk, `print` on paper. */
  ink: 'night' | 'day' | 'print'
  /** `overview`: all of the North; `route`: as near as the stops allow; `whole`: the same without leaving one out. */
  frame: 'overview' | 'route' | 'whole'
  /** What the text alternative begins with. */
  label?: string | undefined
  /** Shares of the height that something else covers, such as a title: no stop lies below it. */
  covered?: { top: number; bottom: number } | undefined
  /** Whether a small map in a corner shows where a close map lies. */
  hasLocator?: boolean | undefined
}

// The drawing and the shores are a download of their own. A page goes on without its map.
const loadChart = () => import('./journey-chart.tsx').catch(() => undefined)
const JourneyChart = lazyNamed(loadChart, (module) => module?.JourneyChart ?? Nothing)
const SketchChart = lazyNamed(loadChart, (module) => module?.SketchChart ?? Nothing)

function Nothing() {
  return null
}

/** The engraved map of a journey. It fills its parent, which gives it a size. */
export function JourneyPlate(props: JourneyPlateProps) {
  const { stops, route, ink, label, current, ...rest } = props
  const known = listKnown(stops)
  return (
    <div
      className={`${styles.plate} ${styles[ink]}`}
      role="img"
      aria-label={describe(known, { label, current })}
    >
      <Suspense>
        <JourneyChart {...rest} {...{ stops: known, route: toRoute(props), current }} />
      </Suspense>
    </div>
  )
}

interface JourneySketchProps extends StopsProps {
  /** `past` is paler. */
  ink: 'day' | 'past'
}

/** A map as small as a stamp, which decorates the journey's row in a list. */
export function JourneySketch({ ink, ...props }: JourneySketchProps) {
  return (
    <div className={`${styles.plate} ${styles.day} ${ink === 'past' ? styles.past : ''}`}>
      <Suspense>
        <SketchChart stops={listKnown(props.stops)} route={toRoute(props)} />
      </Suspense>
    </div>
  )
}

function listKnown(stops: readonly PlateStop[]) {
  return stops.flatMap(({ name, at }, index) =>
    at && isNorth(at) ? [{ number: index + 1, name, at }] : [],
  )
}

const toRoute = ({ stops, route }: StopsProps) => route ?? stops.map((_, index) => index + 1)

function describe(
  stops: readonly { number: number; name: string }[],
  { label = 'A map of the route', current }: Pick<JourneyPlateProps, 'label' | 'current'>,
): string {
  if (stops.length === 0) return 'A map of the Nordic countries'
  const list = stops.map(({ number, name }) => `${number} ${name}`).join(', ')
  const today = stops.find(({ number }) => number === current)
  return `${label}: ${list}${today ? `. Today at ${today.number}, ${today.name}` : ''}`
}
