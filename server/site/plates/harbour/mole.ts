import { between, type Point, type Random, seedRandom, shortLinePath } from '../pen.ts'
import { ripple, wedge } from './burin.ts'
import { fill, gradient, ink, line, PEN_WIDTH } from './ink.ts'
import { readPoints, whole } from './path-data.ts'
import { mirror, mixPlaces, type Place, project, projectAll, scaleAt } from './view.ts'

const TOP = 1.75
/** The edge towards us, from the right edge of the picture to the head. */
const nearEdge: readonly [Place, Place] = [
  [14.2, TOP, 27],
  [8.6, TOP, 44],
]
const nearFoot: readonly [Place, Place] = [
  [13.6, 0, 26.8],
  [8.05, 0, 43.8],
]
const farEdge: readonly [Place, Place] = [
  [18, TOP, 28],
  [11.6, TOP, 45.5],
]
/** How large the light is: its measures below are those of a bigger one. */
const LIGHT_SIZE = 0.74
const lightAt: Place = [9.9, TOP, 44.2]

/** Courses of stone, as shares of the height, bottom first. */
const courses = [0, 0.3, 0.63, 1]
const COURSE_POINTS = 11

export const moleDefinitions = gradient('linearGradient', { id: 'harbour-mole' }, [
  [0, '#3d4f3c'],
  [0.5, '#22392d'],
  [1, '#13251c'],
])

/** A point of the stone face: how far towards the head, and how far up. */
function faceAt(along: number, up: number): Point {
  return project(
    mixPlaces(
      mixPlaces(nearFoot[0], nearFoot[1], along),
      mixPlaces(nearEdge[0], nearEdge[1], along),
      up,
    ),
  )
}

/** The upper edge of a course, a little uneven. */
function courseLine(random: Random, up: number): Point[] {
  return Array.from({ length: COURSE_POINTS + 1 }, (_, index) =>
    faceAt(index / COURSE_POINTS, up + between(random, -0.07, 0.07)),
  )
}

interface Stones {
  joints: string
  faces: string
  lights: string
  shades: string
}

function drawCourse(random: Random, [low, high]: readonly [number, number]): Stones {
  const stones: Stones = { joints: '', faces: '', lights: '', shades: '' }
  let along = between(random, -0.04, 0.01)
  while (along < 0.99) {
    const end = Math.min(along + between(random, 0.035, 0.1), 1)
    const lean = between(random, -0.02, 0.02)
    const [bottom, top] = [faceAt(end + lean, low + 0.02), faceAt(end, high - 0.03)]
    stones.joints += shortLinePath(whole([top, bottom]))
    const chance = random()
    if (chance < 0.4)
      stones.faces += shortLinePath(
        whole([faceAt(along, high), faceAt(end, high), bottom, faceAt(along + lean, low)]),
        true,
      )
    const inset = (end - along) * 0.12
    if (chance < 0.75)
      stones.lights += wedge({
        from: faceAt(end - inset, high - 0.07),
        to: faceAt(along + inset * (1 + random() * 3), high - 0.09),
        weight: between(random, 1, 2),
      })
    for (let up = high - 0.14; up > low + 0.05; up -= between(random, 0.08, 0.14))
      if (chance > 0.4 && random() < 0.5)
        stones.shades += wedge({
          from: faceAt(along + inset, up),
          to: faceAt(along + (end - along) * between(random, 0.3, 0.7), up - 0.04),
          weight: 1.2,
        })
    along = end
  }
  return stones
}

function drawStones(random: Random): string {
  const drawn = courses
    .slice(1)
    .map((high, index) => drawCourse(random, [courses[index] ?? 0, high]))
  const all = (part: keyof Stones) => drawn.map((stones) => stones[part]).join('')
  const edges = courses.slice(1, -1).map((up) => shortLinePath(whole(courseLine(random, up))))
  return (
    fill(all('faces'), ink.sage, 0.16) +
    fill(all('shades'), ink.night, 0.7) +
    line(edges.join('') + all('joints'), ink.night, [1.2, 0.9]) +
    fill(all('lights'), ink.bronze, 0.7)
  )
}

function drawBody(random: Random): string {
  const headTop: Place = [8.35, TOP, 45]
  const headFoot: Place = [7.75, 0, 45]
  const top = projectAll([...nearEdge, headTop, [9.6, TOP, 46.4], ...farEdge.slice().reverse()])
  const face = projectAll([...nearEdge, nearFoot[1], nearFoot[0]])
  const headFace = projectAll([nearEdge[1], headTop, headFoot, nearFoot[1]])
  return (
    fill(shortLinePath(top, true), '#4f5a42') +
    fill(shortLinePath(face, true), 'url(#harbour-mole)') +
    drawStones(random) +
    fill(shortLinePath(headFace, true), '#7d7550') +
    line(
      shortLinePath(projectAll([headTop, ...nearEdge.slice().reverse()])),
      ink.bronze,
      [1.2, 0.9],
    )
  )
}

function drawMirrored(random: Random): string {
  const outline = projectAll([
    nearFoot[0],
    mirror(nearEdge[0]),
    mirror(nearEdge[1]),
    [7.75, 0, 45],
    nearFoot[1],
  ])
  return fill(shortLinePath(ripple(random, outline, 8), true), ink.night, 0.6)
}

/** A white wooden tower, with a lantern under a cap. */
function drawLight(): string {
  const [x, y] = project(lightAt)
  const metre = scaleAt(lightAt[2]) * LIGHT_SIZE
  const at = ([right, up]: Point): Point => [x + right * metre, y - up * metre]
  const shape = (text: string) => shortLinePath(readPoints(text).map(at), true)
  const base = shape('-1.1 -.2 -1 .45 1 .45 1.1 -.2')
  const tower = shape('-.72 .45 -.45 2.9 .45 2.9 .72 .45')
  const shadedSide = shape('.05 .45 .05 2.9 .45 2.9 .72 .45')
  const litEdge = shape('-.72 .45 -.45 2.9')
  const gallery = shape('-.75 2.85 -.75 3.05 .75 3.05 .75 2.85')
  const lantern = shape('-.34 3.05 -.34 3.8 .34 3.8 .34 3.05')
  const cap = shape('-.52 3.78 0 4.5 .52 3.78')
  const mullionAndSpire = shape('0 3.05 0 3.8') + shape('0 4.4 0 5')
  return (
    fill(base, '#26392d') +
    fill(tower, '#b9ad8b') +
    fill(shadedSide, '#3a4a3b') +
    line(litEdge, ink.paper, [PEN_WIDTH, 0.9]) +
    fill(gallery, ink.night) +
    fill(lantern, ink.paper) +
    fill(cap, ink.night) +
    line(mullionAndSpire, ink.night, [PEN_WIDTH])
  )
}

export function drawMole(): string {
  const random = seedRandom(61)
  return drawMirrored(random) + drawBody(random) + drawLight()
}
