import { MapDrawing, toMapView } from '#client/ui/plates/map-drawing.tsx'
import { drawMap, type JourneyMap, type MapRequest } from '#shared/journeys/map/journey-map.ts'
import { isNorth } from '#shared/journeys/map/north.ts'
import { findPlace, type Position } from '#shared/journeys/places/places.ts'

export interface RoutePlateProps
  extends Pick<MapRequest, 'width' | 'height' | 'covered' | 'around'> {
  /** Unique on the page. */
  id: string
  /** Names of the stops in the order of their numbers, which begin at 1. */
  stops: readonly string[]
  /** Numbers of the stops in the order of the journey. */
  route: readonly number[]
  current?: number | undefined
}

/** The map of a plate. Its code and its list of places load after the first view. */
export function RoutePlate({ id, current, ...props }: RoutePlateProps) {
  const map = recall(id, { current, ...props })
  return map ? (
    <svg {...toMapView(props)} fill="none" aria-hidden="true">
      <MapDrawing id={id} map={map} current={current} />
    </svg>
  ) : null
}

interface Memory {
  request: string
  map: JourneyMap | undefined
}

/** The last map of each plate, because the page is rendered each minute. */
const memories = new Map<string, Memory>()

function recall(id: string, props: Omit<RoutePlateProps, 'id'>): JourneyMap | undefined {
  const request = JSON.stringify(props)
  const known = memories.get(id)
  if (known?.request === request) return known.map
  const map = createMap(props)
  memories.set(id, { request, map })
  return map
}

function createMap(props: Omit<RoutePlateProps, 'id'>): JourneyMap | undefined {
  const { stops: names, route, around, ...rest } = props
  const stops = locate(names)
  const isKnown = (number: number) => stops.some((stop) => stop.number === number)
  if (!(around ?? stops.map(({ number }) => number)).some(isKnown)) return undefined
  return drawMap({ ...rest, stops, around, route: route.filter(isKnown), frame: 'route' })
}

/** The stops that the map knows. Of places with the same name, the one nearest to the previous stop counts. */
function locate(names: readonly string[]): { number: number; name: string; at: Position }[] {
  let near: Position | undefined
  return names.flatMap((name, index) => {
    const at = findPlace(name, near)?.at
    near = at ?? near
    return at && isNorth(at) ? [{ number: index + 1, name, at }] : []
  })
}
