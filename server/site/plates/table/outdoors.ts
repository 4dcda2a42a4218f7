import {
  between,
  element,
  mix,
  type Point,
  type Random,
  seedRandom,
  shortLinePath,
} from '../pen.ts'
import { bordered, Cuts, fill, flowing } from './burin.ts'
import { drawMiddleTrees, drawNearTrees } from './spruces.ts'
import { ink } from './stage.ts'

/** The glass, in pixels of the picture: all that is outside is drawn within it. */
export const glass = { left: 329, right: 730, top: 216, bottom: 562 }

/** The crest of the fell: a long back and a lower shoulder, worn round by ice. */
const crest: Point[] = [
  [320, 336],
  [352, 322],
  [386, 296],
  [418, 279],
  [446, 274],
  [476, 281],
  [512, 303],
  [548, 317],
  [584, 315],
  [628, 297],
  [660, 291],
  [696, 296],
  [740, 312],
]

function drawSky(random: Random): string {
  const bands = new Cuts()
  for (let y = 228; y < 292; y += between(random, 10, 17)) {
    const start = between(random, glass.left - 30, glass.right - 120)
    const length = between(random, 90, 260)
    bands.bowed([start, y], [start + length, y + between(random, -3, 3)], {
      width: 1.4,
      bow: 0.008,
    })
  }
  const { left, right, top, bottom } = glass
  return (
    fill(`M${left} ${top}H${right}V${bottom}H${left}z`, 'url(#table-sky)') +
    bands.inked(ink.snow, 0.22)
  )
}

/** Cuts run down from the crest as water would: long ones below the tops, short in the saddles. */
function drawFell(random: Random): string {
  const [lit, shaded] = [new Cuts(), new Cuts()]
  for (let index = 1; index < crest.length - 1; index++) {
    const [before, here, after] = [crest[index - 1], crest[index], crest[index + 1]]
    if (!(before && here && after)) continue
    const slope = (after[1] - before[1]) / (after[0] - before[0])
    for (let count = 0; count < 2; count++) {
      const [x, y] = mix(here, after, (count + between(random, 0, 0.9)) / 2)
      const from: Point = [x, y + between(random, 2, 10)]
      const drop = (336 - y) * between(random, 0.45, 1.05) + 4
      const lean = slope * 1.7 + between(random, -0.1, 0.1)
      const to: Point = [x + drop * lean, from[1] + drop]
      const bend: Point = [x + drop * lean * 0.25, from[1] + drop * 0.5]
      const width = between(random, 0.8, 1.8)
      const cuts = slope < 0.12 ? lit : shaded
      cuts.lens(from, to, {
        above: [bend[0] - width, bend[1]],
        below: [bend[0] + width, bend[1] + 1],
      })
    }
  }
  return (
    bordered(`${flowing(crest)}V460H320z`, { colour: 'url(#table-fell)' }, { colour: '#a3bcb3' }) +
    shaded.inked('#17393b', 0.6) +
    lit.inked(ink.snow, 0.5)
  )
}

/** The far edge of the forest: stands of trees with gaps, tops of different height. */
function farForest(random: Random): Point[] {
  const points: Point[] = [[glass.left - 30, 440]]
  let stand = 0.5
  for (let x = glass.left - 28; x < glass.right + 12; x += between(random, 5, 9.5)) {
    stand = Math.min(1, Math.max(0.3, stand + between(random, -0.3, 0.3)))
    const height = 48 * stand * between(random, 0.7, 1.1)
    points.push([x, 388 - height * 0.45], [x + between(random, 2, 3.5), 388 - height])
  }
  points.push([glass.right + 16, 440])
  return points
}

/** The same edge twice, the nearer one turned round and lower. */
function drawFarForest(random: Random): string {
  const id = 'table-far'
  const transform = `matrix(-1 0 0 1.1 ${glass.left + glass.right} -14)`
  return (
    element('path', { id, d: shortLinePath(farForest(random), true), fill: '#2a5250' }) +
    element('use', { href: `#${id}`, transform, opacity: 0.6 })
  )
}

function drawSnowfield(random: Random): string {
  const { left, right, bottom } = glass
  const slope = flowing([
    [left - 6, 440],
    [420, 426],
    [500, 436],
    [600, 424],
    [right + 6, 438],
  ])
  const furrows = new Cuts()
  for (let y = 446; y < bottom; y += between(random, 7, 13)) {
    const start = between(random, left - 20, right - 160)
    const end = start + between(random, 70, 190)
    furrows.bowed([start, y], [end, y + between(random, -7, 5)], {
      width: between(random, 1, 2.6),
      bow: 0.025,
    })
  }
  return fill(`${slope}V${bottom}H${left - 6}z`, 'url(#table-snow)') + furrows.inked('#1f4a4a', 0.5)
}

/** Everything behind the panes: sky, fell and a forest full of snow, in the blue hour. */
export function drawOutdoors(): string {
  const random = seedRandom(1907)
  return [
    drawSky(random),
    drawFell(random),
    drawFarForest(random),
    drawMiddleTrees(),
    fill(`M${glass.left} 340H${glass.right}V460H${glass.left}z`, 'url(#table-haze)'),
    drawSnowfield(random),
    drawNearTrees(),
  ].join('')
}
