import { blur, type Field, interpolate, sample, traceContours } from '../field.ts'
import { between, mix, type Point, type Random } from '../pen.ts'
import { HEIGHT, type IsClear, measureNearest, SURVEYED, toLandUnits, WIDTH } from './sheet.ts'
import { hill, rock } from './terrain.ts'

/** The way to the light: it comes from the north-west. */
const LIGHT: Point = [-0.8, -0.6]
/** Heights at which strokes are set. */
const LEVELS = [10, 30, 54, 84, 120]
/** Between strokes, on the slopes to the light and on those behind. */
const LIT_GAP = 10
const SHADE_GAP = 9.8
/** Steps in which a stroke is followed over the slope. */
const STEPS = 10

/** Burin strokes that fall from the ridges: pale and thin to the light, dark and broad behind. */
export function drawSlopes(random: Random, isClear: IsClear): { lit: string; shade: string } {
  const grid = blur(sample(hill, SURVEYED, 5), 3)
  const height = interpolate(grid)
  const strokes = LEVELS.flatMap((level) => traceContours(grid, level)).flatMap(({ points }) =>
    placeStrokes(random, height, points),
  )
  const clear = strokes.filter(({ way }) => way.every(([x, y]) => isClear(x, y, 5)))
  const write = (isLit: boolean) => {
    const cuts = thinOut(clear.filter(({ facing }) => facing > 0 === isLit))
    return writeStrokes(cuts.map((cut) => swell(random, cut)))
  }
  return { lit: write(true), shade: write(false) }
}

/** The points of a stroke, and whether its slope faces the light (1) or not (-1). */
interface Cut {
  way: Point[]
  facing: number
}

/** Leaves out the strokes that would run together where they come from one summit. */
function thinOut(cuts: Cut[]): Cut[] {
  const kept: Cut[] = []
  const tops: Point[] = []
  for (const cut of cuts) {
    const top = cut.way[0]
    if (!top || (tops.length > 0 && measureNearest(tops, ...top) < 6.5)) continue
    tops.push(top)
    kept.push(cut)
  }
  return kept
}

/** Strokes side by side along a contour; few where a slope runs along the light. */
function placeStrokes(random: Random, height: Field, contour: Point[]): Cut[] {
  const cuts: Cut[] = []
  let wait = between(random, 0, 6)
  contour.forEach((point, index) => {
    const before = contour[index - 1] ?? point
    wait -= Math.hypot(point[0] - before[0], point[1] - before[1])
    if (wait > 0 || isOutside(point)) return
    const facing = face(height, point)
    wait = (facing > 0 ? LIT_GAP : SHADE_GAP) * between(random, 0.65, 1.35)
    if (Math.abs(facing) < 0.3) wait += 8
    const way = fall(random, height, { from: point, facing })
    if (way) cuts.push({ way, facing })
  })
  return cuts
}

function isOutside([x, y]: Point): boolean {
  return x < -8 || y < -8 || x > WIDTH + 8 || y > HEIGHT + 8
}

function slope(height: Field, [x, y]: Point): Point {
  return [(height(x + 4, y) - height(x - 4, y)) / 8, (height(x, y + 4) - height(x, y - 4)) / 8]
}

/** 1 where the ground looks straight to the light, -1 where it looks away from it. */
function face(height: Field, point: Point): number {
  const [east, south] = slope(height, point)
  return -(east * LIGHT[0] + south * LIGHT[1]) / (Math.hypot(east, south) || 1)
}

/** One step up or down the slope. */
function step(height: Field, point: Point, length: number): Point {
  const [east, south] = slope(height, point)
  const steepness = Math.hypot(east, south) || 1
  return [point[0] + (east / steepness) * length, point[1] + (south / steepness) * length]
}

/** The way of a stroke: down to the shore, and what is left of its length up to the ridge. */
function fall(
  random: Random,
  height: Field,
  { from, facing }: { from: Point; facing: number },
): Point[] | undefined {
  const length = between(random, 28, 48) * (0.55 + 0.5 * Math.abs(facing))
  const margin = between(random, 2, 5)
  const follow = (direction: 1 | -1, most: number) => {
    const way: Point[] = []
    let point = from
    while (way.length < most) {
      const next = step(height, point, (direction * length) / STEPS)
      // Below a certain rise the ridge is reached, which stays blank.
      const isOver = (height(...next) - height(...point)) * direction < (length / STEPS) * 0.1
      if (isOver || rock(...next) < margin) break
      way.push(next)
      point = next
    }
    return way
  }
  const down = follow(-1, Math.round(STEPS * between(random, 0.5, 0.8)))
  const up = follow(1, STEPS - down.length)
  const way = [...up.reverse(), from, ...down]
  return way.length < 5 || rock(...from) < margin ? undefined : way
}

/** A stroke that is pointed at both ends and broad in the middle. */
interface Stroke {
  start: Point
  end: Point
  /** Control points of its two curved sides. */
  sides: [Point, Point]
}

function swell(random: Random, { way, facing }: Cut): Stroke {
  const [start, middle, end] = [way[0], way[way.length >> 1], way.at(-1)]
  if (!start || !middle || !end) throw new Error('A stroke needs a way')
  const [east, south] = [end[0] - start[0], end[1] - start[1]]
  const breadth =
    (facing > 0 ? 0.6 + 1.8 * facing : 0.8 - 2.4 * facing) * between(random, 0.75, 1.25)
  const share = breadth / Math.hypot(east, south)
  // A curve with one bend goes half as far aside as its bend stands.
  const bend = mix(mix(start, end, 0.5), middle, 2)
  return {
    start,
    end,
    sides: [
      [bend[0] - south * share, bend[1] + east * share],
      [bend[0] + south * share, bend[1] - east * share],
    ],
  }
}

/** Path data in whole half units, each stroke a step from the start of the last. */
function writeStrokes(strokes: Stroke[]): string {
  let pen: Point = [0, 0]
  const write = (from: Point, ...points: Point[]) =>
    points
      .flatMap(([x, y]) => [x - from[0], y - from[1]])
      .map(String)
      .reduce((text, next) => (next.startsWith('-') ? text + next : `${text} ${next}`))
  return strokes
    .map((stroke) => {
      const [start, end] = [toLandUnits(stroke.start), toLandUnits(stroke.end)]
      const [there, back] = [toLandUnits(stroke.sides[0]), toLandUnits(stroke.sides[1])]
      const move = `m${write(pen, start)}`
      pen = start
      return `${move}q${write(start, there, end)}q${write(end, back, start)}`
    })
    .join('')
}
