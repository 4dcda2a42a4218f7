/** Degrees east, degrees north. */
export type Position = readonly [longitude: number, latitude: number]
/** Units of the drawing, right and down from its upper left corner. */
export type Point = readonly [x: number, y: number]
/** A place as a point of the unit sphere. */
export type Vector = readonly [x: number, y: number, z: number]

export interface MapSize {
  width: number
  height: number
}

/** A map of equal areas (Lambert's azimuthal projection) with north above its middle. */
export interface MapView extends MapSize {
  /** Units to a kilometre. */
  scale: number
  /** Degrees from its middle to a corner. */
  radius: number
  middle: Vector
  project: (place: Vector) => Point
  locate: (place: Position) => Point
  toPosition: (point: Point) => Position
}

const EARTH = 6371
const DEGREE = Math.PI / 180

export function toVector([longitude, latitude]: Position): Vector {
  const [east, north] = [longitude * DEGREE, latitude * DEGREE]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

function toPosition([x, y, z]: Vector): Position {
  return [Math.atan2(y, x) / DEGREE, Math.asin(z) / DEGREE]
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** `centre` is shown at `at`, which is the middle of the drawing if absent. */
export function createView(
  centre: Position,
  scale: number,
  { width, height, at = [width / 2, height / 2] }: MapSize & { at?: Point },
): MapView {
  const [longitude, latitude] = [centre[0] * DEGREE, centre[1] * DEGREE]
  const middle = toVector(centre)
  const east: Vector = [-Math.sin(longitude), Math.cos(longitude), 0]
  const north: Vector = [
    -Math.sin(latitude) * Math.cos(longitude),
    -Math.sin(latitude) * Math.sin(longitude),
    Math.cos(latitude),
  ]
  const units = scale * EARTH
  const project = (place: Vector): Point => {
    const stretch = units * Math.sqrt(2 / (1 + dot(place, middle)))
    return [at[0] + stretch * dot(place, east), at[1] - stretch * dot(place, north)]
  }
  const toPlace = ([x, y]: Point): Position => {
    const [right, up] = [(x - at[0]) / units, (at[1] - y) / units]
    const far = Math.min(2, right ** 2 + up ** 2)
    const [outward, inward] = [Math.sqrt(1 - far / 4), 1 - far / 2]
    const axis = (index: 0 | 1 | 2) =>
      inward * middle[index] + outward * (right * east[index] + up * north[index])
    return toPosition([axis(0), axis(1), axis(2)])
  }
  return {
    ...{ width, height, scale, middle, project },
    radius: Math.hypot(width, height) / units / DEGREE,
    locate: (place) => project(toVector(place)),
    toPosition: toPlace,
  }
}

/** What the stops have to themselves: units of the drawing. */
export interface Frame extends MapSize {
  left: number
  right: number
  top: number
  bottom: number
}

/** The view in which all places are inside the frame; `leastExtent`: kilometres across the drawing. */
export function fitView(places: readonly Vector[], frame: Frame, leastExtent: number): MapView {
  const [width, height] = [frame.right - frame.left, frame.bottom - frame.top]
  const at: Point = [frame.left + width / 2, frame.top + height / 2]
  const place = (centre: Position, scale: number) => createView(centre, scale, { ...frame, at })
  let centre = toPosition(normalize(sum(places)))
  let scale = 1
  // Each pass begins where the one before found the middle; across an ocean it takes a few.
  for (let pass = 0; pass < 5; pass++) {
    const view = place(centre, 1)
    const points = places.map(view.project)
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    const [west, east] = [Math.min(...xs), Math.max(...xs)]
    const [north, south] = [Math.min(...ys), Math.max(...ys)]
    centre = view.toPosition([(west + east) / 2, (north + south) / 2])
    scale = Math.min(width / (east - west), height / (south - north), frame.width / leastExtent)
  }
  return place(centre, scale)
}

function sum(vectors: readonly Vector[]): Vector {
  return vectors.reduce(([x, y, z], vector) => [x + vector[0], y + vector[1], z + vector[2]])
}

function normalize(vector: Vector): Vector {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}
