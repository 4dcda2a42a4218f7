/** A point of the drawing, in units of its viewBox. */
export type Point = readonly [x: number, y: number]

/** A random number from 0 up to, but not including, 1. */
export type Random = () => number

/** Random numbers that are the same each time: a plate that is drawn again does not change. */
export function seedRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

/** A number between two bounds. */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

/** A number with one decimal, which is as exact as an eye can see. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** The point at the share `t` of the way from `a` to `b`. */
export function mix(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

function pair([x, y]: Point): string {
  return `${round(x)} ${round(y)}`
}

/** Path data of straight lines through the points. */
export function linePath(points: readonly Point[], close = false): string {
  return `M${points.map(pair).join('L')}${close ? 'z' : ''}`
}

/** One element; attributes without a value are left out. */
export function element(
  name: string,
  attributes: Record<string, string | number | undefined>,
  content = '',
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('')
  return content ? `<${name}${written}>${content}</${name}>` : `<${name}${written}/>`
}

/** A whole plate, `width` by `height`, cropped by its frame around the middle. */
export function plate(width: number, height: number, content: string): string {
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: 'xMidYMid slice',
      fill: 'none',
    },
    content,
  )
}

/** Numbers in a row of path data; a space only where two would run together. */
function row(numbers: readonly number[]): string {
  return numbers
    .map((value) => String(round(value)).replace(/^(-?)0\./, '$1.'))
    .reduce((text, next) => (next.startsWith('-') ? text + next : `${text} ${next}`))
}

/** Rounded before the steps between them are taken: else the roundings would add up. */
function roundPoints(points: readonly Point[]): Point[] {
  return points.map(([x, y]) => [round(x), round(y)])
}

/** Like `linePath`, each point written as a step from the last one: half as long. */
export function shortLinePath(points: readonly Point[], close = false): string {
  const exact = roundPoints(points)
  const steps = exact.slice(1).map((to, index) => stepBetween(exact[index] ?? to, to))
  return `M${row(exact[0] ?? [0, 0])}l${row(steps.flat())}${close ? 'z' : ''}`
}

/**
 * Path data of a smooth line through the points (Catmull-Rom as cubic Béziers), each curve written as
 * a step from the last point.
 */
export function shortSmoothPath(points: readonly Point[], close = false): string {
  const exact = roundPoints(points)
  const count = exact.length
  const at = (index: number): Point => {
    const wrapped = close ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)
    return exact[wrapped] ?? [0, 0]
  }
  const steps: number[] = []
  for (let index = 0; index < (close ? count : count - 1); index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const step = stepBetween(from, to)
    const leaving = stepBetween(before, to)
    const arriving = stepBetween(from, after)
    steps.push(leaving[0] / 6, leaving[1] / 6)
    steps.push(step[0] - arriving[0] / 6, step[1] - arriving[1] / 6, ...step)
  }
  return `M${row(at(0).slice())}c${row(steps)}${close ? 'z' : ''}`
}

function stepBetween(from: Point, to: Point): Point {
  return [to[0] - from[0], to[1] - from[1]]
}
