import { element, type Point, plate, type Random, seedRandom, shortLinePath } from './pen.ts'
import { cut, cutCrooked, print } from './winter/burin.ts'
import { drawCabin, drawCabinReflection, drawRack } from './winter/cabin.ts'
import { type Contour, findContours, simplify } from './winter/contours.ts'
import { darknessOf, drawDrifts, drawFallLines, type Stroke } from './winter/fall-lines.ts'
import { cutRock, cutShoreline, findBareRocks } from './winter/shore.ts'
import { drawSky } from './winter/sky.ts'
import { distanceAt, FAR, HEIGHT, NEAR, placeSeenAt, WIDTH } from './winter/view.ts'
import { drawMirroredSnow, drawOpenWater, drawReflections } from './winter/water.ts'

const INK = '#14231c'
const PALE_INK = '#7d9183'
const SNOW = '#fbf8f1'

const isFar = ({ north }: { north: number }) => north > FAR
const isNear = ({ north }: { north: number }) => north < NEAR
const isBetween = ({ north }: { north: number }) => north >= NEAR && north <= FAR

/** The tone of ink that is left on the plate where it is not wiped: sky and water. */
function drawTone(): string {
  const stops = [
    ['0', '#e8e0cd'],
    ['.66', '#f4eddd'],
    ['.67', '#eee7d6'],
    ['1', '#e9e1ce'],
  ].map(([offset, colour]) => element('stop', { offset, 'stop-color': colour }))
  const tone = element('linearGradient', { id: 'winter-tone', x2: 0, y2: 1 }, stops.join(''))
  return (
    element('defs', {}, tone) +
    element('path', { d: `M0 0h${WIDTH}v${HEIGHT}H0z`, fill: 'url(#winter-tone)' })
  )
}

/** The first and the last row of land in a column. */
function landRows(
  column: number,
  isLand: (north: number) => boolean,
): [number, number] | undefined {
  let first = 0
  while (first < HEIGHT && !isLand(distanceAt([column, first]))) first++
  let last = HEIGHT - 1
  while (last > first && !isLand(distanceAt([column, last]))) last--
  return first < last ? [first, last] : undefined
}

/** Snow is bare paper: the land from its skyline down to the water. */
function drawSnow(isLand: (north: number) => boolean): string {
  let path = ''
  let [top, foot]: [Point[], Point[]] = [[], []]
  for (let column = 0; column <= WIDTH; column += 2) {
    const rows = landRows(Math.min(column, WIDTH - 1), isLand)
    if (rows) {
      top.push([column, rows[0]])
      foot.push([column, rows[1]])
    }
    if (rows && column < WIDTH) continue
    if (top.length > 2) {
      path += shortLinePath([...simplify(top, 1), ...simplify(foot, 1).reverse()], true)
    }
    top = []
    foot = []
  }
  return element('path', { d: path, fill: SNOW })
}

/** A stroke down a slope swells where the ground is dark. */
function cutStroke({ points, darkness, north }: Stroke): string {
  const middle = darkness.reduce((sum, value) => sum + value, 0) / darkness.length
  const broadest = points.length / 5
  return cut(points, (share) => {
    const here = darkness[Math.round(share * (darkness.length - 1))] ?? middle
    const breadth = 0.8 + 4.8 * (here * 0.6 + middle * 0.4)
    return Math.min(broadest, north > FAR ? breadth * 0.7 : breadth)
  })
}

function cutContourPiece(piece: readonly Point[], north: number): string {
  const [x, y] = piece[Math.floor(piece.length / 2)] as Point
  const place = placeSeenAt([x, y + 3])
  const pressure = (0.9 + 1.6 * (place ? darknessOf(place) : 0)) * (north > FAR ? 0.8 : 1)
  return cutCrooked(piece, (share) => pressure * (0.5 + Math.sin(share * Math.PI) * 0.8))
}

/** A skyline is pressed on the side of the shade, thin in the light, and breaks off in places. */
function cutContour(random: Random, { points, north }: Contour): string[] {
  const cuts: string[] = []
  let piece: Point[] = []
  for (const point of simplify(points, 0.9)) {
    piece.push(point)
    if (piece.length < 3 || random() > 0.22) continue
    cuts.push(cutContourPiece(piece, north))
    piece = random() < 0.6 ? [point] : []
  }
  if (piece.length > 1) cuts.push(cutContourPiece(piece, north))
  return cuts
}

function drawNearShores(random: Random, contours: readonly Contour[]): string {
  const rocks = findBareRocks(random)
  const shapes = rocks.map(({ top, foot }) =>
    shortLinePath([...simplify(top, 0.8), ...simplify(foot, 0.8).reverse()], true),
  )
  return (
    drawSnow((north) => north > 0 && north < NEAR) +
    print(drawDrifts(random).map(cutStroke), PALE_INK) +
    element('path', { d: shapes.join(''), fill: INK }) +
    print(
      contours.filter(isNear).flatMap((contour) => cutContour(random, contour)),
      INK,
    ) +
    print(
      rocks.flatMap((rock) => cutRock(random, rock)),
      SNOW,
    )
  )
}

/** Winter by the sea: a red cabin below snowy peaks. */
export function drawWinter(): string {
  // Each part has its own seed, so that a change to one leaves the others as they are.
  const random = seedRandom(5)
  const strokes = drawFallLines(random)
  const contours = findContours()
  const reflections = drawReflections(seedRandom(3))
  const pale = [
    ...drawSky(seedRandom(17)),
    ...drawOpenWater(seedRandom(23)),
    ...reflections.far,
    ...strokes.filter(isFar).map(cutStroke),
    ...contours.filter(isFar).flatMap((contour) => cutContour(random, contour)),
  ]
  const dark = [
    ...reflections.near,
    ...cutShoreline(seedRandom(37)),
    ...strokes.filter(isBetween).map(cutStroke),
    ...contours.filter(isBetween).flatMap((contour) => cutContour(random, contour)),
  ]
  const content =
    drawTone() +
    drawSnow((north) => north >= NEAR) +
    print(pale, PALE_INK) +
    print(drawMirroredSnow(seedRandom(29)), SNOW) +
    print(dark, INK) +
    drawNearShores(seedRandom(11), contours) +
    drawCabinReflection(seedRandom(41)) +
    drawRack(seedRandom(47), INK) +
    drawCabin(seedRandom(43), INK, SNOW)
  return plate(WIDTH, HEIGHT, content)
}
