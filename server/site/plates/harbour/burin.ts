import { between, mix, type Point, type Random, round, shortLinePath } from '../pen.ts'
import { joinNumbers, whole } from './path-data.ts'
import { HEIGHT, WIDTH } from './view.ts'

/** One cut of the burin: thin where it enters and leaves, at its widest on the way. */
interface Cut {
  from: Point
  to: Point
  weight: number
  /** How far the cut swerves from the straight line, as a share of its length; 0 is straight. */
  bow?: number
  /** Where it is widest, as a share of its length. */
  swell?: number
}

/** Long cuts start and end on whole units, which halves their path data and is not seen. */
const LONG = 8

/** Path data of one cut, to be filled. */
export function cut({ from, to, weight, bow = 0, swell = 0.5 }: Cut): string {
  if (isOutOfSight(from, to)) return ''
  const exact = Math.hypot(to[0] - from[0], to[1] - from[1]) < LONG ? round : Math.round
  const start: Point = [exact(from[0]), exact(from[1])]
  const step: Point = [exact(to[0] - start[0]), exact(to[1] - start[1])]
  const length = Math.hypot(...step) || 1
  const side: Point = [-step[1] / length, step[0] / length]
  const widest: Point = [
    exact(step[0] * swell + side[0] * bow * length),
    round(step[1] * swell + side[1] * bow * length),
  ]
  const half = bow === 0 ? weight / 2 : weight
  const there = move(widest, side, half)
  const back = move(move(widest, side, -half), step, -1)
  if (bow === 0)
    return `M${joinNumbers(start)}l${joinNumbers([...there, ...move(step, there, -1), ...back])}z`
  return `M${joinNumbers(start)}q${joinNumbers([...there, ...step, ...back, -step[0], -step[1]])}z`
}

/** A cut that enters broad and tapers off: half the path data of a whole one. */
export function wedge({ from, to, weight }: Cut): string {
  if (isOutOfSight(from, to)) return ''
  const start: Point = [Math.round(from[0]), Math.round(from[1])]
  const step: Point = [Math.round(to[0] - start[0]), Math.round(to[1] - start[1])]
  const breadth = Math.max(1, Math.round(weight))
  const isSteep = Math.abs(step[1]) > Math.abs(step[0])
  const back = isSteep ? [breadth - step[0], -step[1]] : [-step[0], breadth - step[1]]
  return `M${joinNumbers(start)}l${joinNumbers([...step, ...back])}z`
}

/** Whether a cut lies beyond an edge of the plate. */
function isOutOfSight(from: Point, to: Point): boolean {
  return (
    Math.max(from[0], to[0]) < 0 ||
    Math.min(from[0], to[0]) > WIDTH ||
    Math.min(from[1], to[1]) > HEIGHT
  )
}

function move([x, y]: Point, [dx, dy]: Point, times: number): Point {
  return [round(x + dx * times), round(y + dy * times)]
}

type Range = readonly [low: number, high: number]

/** Cuts that cover a plane, all in one direction, unevenly as a hand lays them. */
interface Hatching {
  outline: readonly Point[]
  /** The direction of the cuts, in degrees from the horizontal. */
  angle: number
  spacing: Range
  length: Range
  gap: Range
  weight?: Range
  bow?: Range
  /** How likely a cut is at a point, from 0 to 1. */
  tone?: (point: Point) => number
  /** From the coordinates of the plane to those of the plate. */
  place?: (point: Point) => Point
  /** Wedges instead of whole cuts, or lines of one width, to be stroked. */
  tool?: 'wedge' | 'wedge either way' | 'line'
}

export function hatch(random: Random, hatching: Hatching): string {
  const { outline, angle, spacing, gap, place = (point) => point } = hatching
  const turn = (angle * Math.PI) / 180
  const along: Point = [Math.cos(turn), Math.sin(turn)]
  const across: Point = [-along[1], along[0]]
  const at = (reach: number, offset: number): Point => [
    along[0] * reach + across[0] * offset,
    along[1] * reach + across[1] * offset,
  ]
  const [firstReach, lastReach] = extent(outline, along)
  const [firstOffset, lastOffset] = extent(outline, across)
  let cuts = ''
  let offset = firstOffset + between(random, ...spacing) / 2
  while (offset < lastOffset) {
    let reach = firstReach + between(random, 0, gap[1])
    while (reach < lastReach) {
      const length = between(random, ...hatching.length)
      const from = at(reach, offset)
      const to = at(Math.min(reach + length, lastReach), offset)
      if (isWanted(random, { hatching, from, to }))
        cuts += drawHatchCut(random, hatching, [place(from), place(to)])
      reach += length + between(random, ...gap)
    }
    offset += between(random, ...spacing)
  }
  return cuts
}

function drawHatchCut(
  random: Random,
  { tool, weight = [1, 1], bow }: Hatching,
  [from, to]: readonly [Point, Point],
): string {
  if (tool === 'line') return isOutOfSight(from, to) ? '' : shortLinePath(whole([from, to]))
  if (tool === 'wedge') return wedge({ from, to, weight: between(random, ...weight) })
  if (tool === 'wedge either way') {
    const [broad, thin] = random() < 0.5 ? [from, to] : [to, from]
    return wedge({ from: broad, to: thin, weight: between(random, ...weight) })
  }
  return cut({
    from,
    to,
    weight: between(random, ...weight),
    bow: bow ? between(random, ...bow) : 0,
    swell: between(random, 0.3, 0.65),
  })
}

function isWanted(
  random: Random,
  { hatching, from, to }: { hatching: Hatching; from: Point; to: Point },
): boolean {
  const { outline, tone } = hatching
  const middle = mix(from, to, 0.5)
  const chance = random()
  if (tone && chance > tone(middle)) return false
  return [from, middle, to].every((point) => isInside(outline, point))
}

function extent(outline: readonly Point[], axis: Point): Range {
  const reaches = outline.map(([x, y]) => x * axis[0] + y * axis[1])
  return [Math.min(...reaches), Math.max(...reaches)]
}

function isInside(outline: readonly Point[], [x, y]: Point): boolean {
  let inside = false
  outline.forEach(([fromX, fromY], index) => {
    const [toX, toY] = outline[(index + 1) % outline.length] ?? [0, 0]
    if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX)
      inside = !inside
  })
  return inside
}

/** An outline as ripples show it: each edge drawn out sideways into uneven teeth. */
export function ripple(random: Random, outline: readonly Point[], reach: number): Point[] {
  return outline.flatMap((from, index): Point[] => {
    const to = outline[(index + 1) % outline.length] ?? from
    const count = Math.min(
      7,
      Math.floor(Math.abs(to[1] - from[1]) / 13 + Math.abs(to[0] - from[0]) / 70),
    )
    const down = to[1] > from[1] ? 1 : -1
    const teeth = Array.from({ length: count }, (_, tooth): Point[] => {
      const [x, y] = mix(from, to, (tooth + between(random, 0.1, 0.9)) / count)
      const pull = (0.3 + random() ** 2 * 1.5) * reach
      return [
        [Math.round(x - pull * random()), Math.round(y)],
        [Math.round(x + pull), Math.round(y) + 2 * down],
      ]
    })
    return [[Math.round(from[0]), Math.round(from[1])], ...teeth.flat()]
  })
}
