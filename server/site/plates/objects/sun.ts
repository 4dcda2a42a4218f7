import { cut } from '../harbour/burin.ts'
import { between, element, type Point } from '../pen.ts'
import { detail, FOREST, SIZE, still } from './ink.ts'

const MIDDLE = SIZE / 2
const RAYS = 96

/** The mark of what is settled: the sun comes over the edge of a dark disc; the page puts a tick on it. */
export function drawSun(): string {
  return still(41, (random) => {
    let rays = ''
    for (let ray = 0; ray < RAYS; ray++) {
      const angle = ((ray + between(random, -0.22, 0.22)) / RAYS) * Math.PI * 2
      const at = (reach: number): Point => [
        MIDDLE + Math.cos(angle) * reach,
        MIDDLE + Math.sin(angle) * reach,
      ]
      const reach = ray % 4 === 0 ? between(random, 196, 216) : between(random, 138, 178)
      rays += cut({
        from: at(between(random, 106, 112)),
        to: at(reach),
        weight: between(random, 3, 5),
        swell: 0.3,
      })
    }
    return [
      element('path', { d: rays, fill: '#96703f' }),
      element('circle', { cx: MIDDLE, cy: MIDDLE, r: 84, fill: FOREST }),
      element('circle', { cx: MIDDLE, cy: MIDDLE, r: 94, stroke: '#96703f', 'stroke-width': 3 }),
      detail('M156 262h136M164 276h120M178 290h92', 2.2).replace('#96703f', '#6a9580'),
    ]
  })
}
