import { between, type Random } from '../pen.ts'
import { cutStraight } from './burin.ts'
import { distanceAt, HORIZON, WIDTH } from './view.ts'

/** Clouds are left as paper: middle, half of their length, half of their height. */
const CLOUDS: readonly (readonly [x: number, y: number, length: number, height: number])[] = [
  [330, 250, 330, 46],
  [640, 140, 240, 30],
  [1180, 120, 300, 40],
  [80, 120, 200, 26],
]

function isCloud(x: number, y: number): boolean {
  return CLOUDS.some(
    ([middleX, middleY, length, height]) =>
      ((x - middleX) / length) ** 2 + ((y - middleY) / height) ** 2 < 1,
  )
}

function isFree(x: number, y: number): boolean {
  return !isCloud(x, y) && [-4, 0, 8, 14].every((down) => !distanceAt([x, y + down]))
}

/** Where a stroke that begins here meets a mountain or a cloud. */
function reachOf(start: number, longest: number, row: number): number {
  let end = start
  while (end < start + longest && end < WIDTH + 10 && isFree(Math.min(end + 8, WIDTH - 1), row))
    end += 4
  return end
}

/** Long level strokes, close at the top and fewer towards the horizon. */
export function drawSky(random: Random): string[] {
  const cuts: string[] = []
  let row = 14
  while (row < HORIZON - 150) {
    const depth = row / HORIZON
    let x = between(random, -160, 40)
    while (x < WIDTH) {
      const end = reachOf(x, between(random, 120, 520), row)
      const isKept = random() > 0.3 + depth * 0.75
      if (end - x > 50 && isKept) {
        const breadth = between(random, 0.9, 1.9) * (1 - depth * 0.5)
        const drift = between(random, -1.5, 1.5)
        cuts.push(
          cutStraight([x, row], [end, row + drift], { breadth, swell: between(random, 0.3, 0.7) }),
        )
      }
      x = Math.max(end, x + 20) + between(random, 10, 50)
    }
    row += between(random, 6, 11) + depth * 16
  }
  return cuts
}
