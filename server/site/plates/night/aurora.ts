import { gradient, onPlate } from '../harbour/ink.ts'
import { between, element, type Point, type Random, shortSmoothPath } from '../pen.ts'

/** The lower edge of the curtain, from left to right. */
export interface Curtain {
  edge: readonly Point[]
  /** How tall the curtain stands above its edge. */
  height: number
}

export const auroraDefinitions =
  gradient('linearGradient', { id: 'taiga-rays', x2: 1440, y2: 0, ...onPlate }, [
    [0, '#9ccfae', 0.35],
    [0.25, '#b9e0c2'],
    [0.6, '#d6e8cd', 0.9],
    [1, '#a9c9a8', 0.25],
  ]) +
  gradient('linearGradient', { id: 'taiga-veil', x2: 0, y1: -20, y2: 330, ...onPlate }, [
    [0, '#7a2c3a', 0.4],
    [0.35, '#3f7a5f', 0.34],
    [1, '#7db894', 0.4],
  ])

function edgeAt(edge: readonly Point[], x: number): number {
  const after = edge.findIndex(([pointX]) => pointX >= x)
  const [from, to] = [edge[after - 1], edge[after]]
  if (!(from && to)) return 0
  const share = (x - from[0]) / (to[0] - from[0])
  return from[1] + (to[1] - from[1]) * share ** 2 * (3 - 2 * share)
}

function drawRays(random: Random, { edge, height }: Curtain): [string, string] {
  let [thin, bright] = ['', '']
  const [left, right] = [edge[0]?.[0] ?? 0, edge.at(-1)?.[0] ?? 0]
  let x = left + 4
  while (x < right) {
    // Rays stand in folds: close where the curtain turns towards us, far apart between.
    const fold = 0.5 + 0.5 * Math.sin(x / 47 + Math.sin(x / 113) * 2.2)
    const foot = edgeAt(edge, x) + between(random, -7, 5)
    const ray = `M${Math.round(x)} ${Math.round(foot)}v${-Math.round(height * between(random, 0.45, 1))}`
    if (random() < fold * 0.75) bright += ray
    else thin += ray
    x += between(random, 2.4, 5) + (1 - fold) * between(random, 1, 12)
  }
  return [thin, bright]
}

/** Rays that hang from the dark; they end sharply below and fade out above. */
export function drawAurora(random: Random, curtain: Curtain): string {
  const { edge, height } = curtain
  const top = edge.map(([x, y]): Point => [x, y - height * 0.72]).reverse()
  const band = `${shortSmoothPath(edge)}L${shortSmoothPath(top).slice(1)}z`
  const blurred = (content: string, id: string, deviation: string) =>
    element(
      'filter',
      { id, width: '120%', height: '220%', x: '-10%', y: '-60%' },
      element('feGaussianBlur', { stdDeviation: deviation }),
    ) + content
  const [thin, bright] = drawRays(random, curtain)
  const defs = element(
    'defs',
    {},
    blurred(
      element(
        'mask',
        { id: 'taiga-fade' },
        element('path', { d: band, fill: '#fff', filter: 'url(#taiga-blur)' }),
      ),
      'taiga-blur',
      '44 40',
    ),
  )
  return (
    defs +
    element('path', { d: band, fill: 'url(#taiga-veil)', filter: 'url(#taiga-blur)' }) +
    element(
      'g',
      { mask: 'url(#taiga-fade)', stroke: 'url(#taiga-rays)' },
      element('path', { d: thin, 'stroke-opacity': 0.32, 'stroke-width': 0.8 }) +
        element('path', { d: bright, 'stroke-opacity': 0.62 }),
    )
  )
}
