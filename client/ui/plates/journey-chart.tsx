import { type RefObject, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { drawMap, type MapRequest } from '#shared/journeys/map/journey-map.ts'
import type { MapSize } from '#shared/journeys/map/map-view.ts'
import { MapDrawing, SketchDrawing, toMapView } from './map-drawing.tsx'

type ChartProps = Omit<MapRequest, 'width' | 'height'>

/** The drawing in a plate: it fills its parent, and is fitted again when that changes its size. */
export function JourneyChart(props: ChartProps) {
  const svg = useRef<SVGSVGElement>(null)
  const size = useSize(svg)
  return (
    <svg ref={svg} {...toMapView(size ?? USUAL_SIZE)} fill="none" aria-hidden="true">
      {size && <Drawing {...props} {...size} />}
    </svg>
  )
}

function Drawing(props: MapRequest) {
  // By content: a page that is typed in hands over new lists of the same stops.
  const request = JSON.stringify(props)
  const map = useMemo(() => drawMap(JSON.parse(request)), [request])
  return <MapDrawing id={useId()} map={map} current={props.current} />
}

const SKETCH_SIZE: MapSize = { width: 165, height: 118 }

/** A map as small as a stamp: the stops without numbers and names. */
export function SketchChart({ stops, route }: Pick<MapRequest, 'stops' | 'route'>) {
  const request = JSON.stringify({ stops, route, frame: 'sketch', ...SKETCH_SIZE })
  const map = useMemo(() => drawMap(JSON.parse(request)), [request])
  return (
    <svg {...toMapView(SKETCH_SIZE)} fill="none" aria-hidden="true">
      <SketchDrawing id={useId()} map={map} />
    </svg>
  )
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
