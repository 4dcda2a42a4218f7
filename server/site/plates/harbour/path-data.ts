import { type Point, round, shortSmoothPath } from '../pen.ts'

/** Numbers as short as path data allows. */
export function joinNumbers(numbers: readonly number[]): string {
  return numbers
    .map((value) => String(round(value) + 0).replace(/^(-?)0\./, '$1.'))
    .join(' ')
    .replaceAll(' -', '-')
}

function readNumbers(text: string): number[] {
  return [...text.matchAll(/-?\d*\.?\d+/g)].map(([value]) => Number(value))
}

/** Points written as in path data: `'514 566 531 549'`. */
export function readPoints(text: string): Point[] {
  const numbers = readNumbers(text)
  return numbers.flatMap((x, index): Point[] =>
    index % 2 === 0 ? [[x, numbers[index + 1] ?? 0]] : [],
  )
}

/** The points on whole units: enough for large shapes. */
export function whole(points: readonly Point[]): Point[] {
  return points.map(([x, y]) => [Math.round(x), Math.round(y)])
}

/** A smooth line through the points, all on whole units. */
export function curve(points: readonly Point[], close = false): string {
  const [, head = '', steps = '', end = ''] =
    /^(M.*c)([^z]*)(z?)$/.exec(shortSmoothPath(whole(points), close)) ?? []
  return head + joinNumbers(readNumbers(steps).map(Math.round)) + end
}

/** A new part may start with a step from where the last one ended, if that is shorter to write. */
export function shorten(path: string): string {
  let last: Point | undefined
  return path
    .split(/(?=M)/)
    .map((part) => {
      const [head = '', x = '', y = ''] = /^M(-?[\d.]+)[ ,]?(-?[\d.]+)/.exec(part) ?? []
      const start: Point = [Number(x), Number(y)]
      const step = last && `m${joinNumbers([start[0] - last[0], start[1] - last[1]])}`
      last = findEnd(start, part.slice(head.length))
      return step && step.length < head.length ? step + part.slice(head.length) : part
    })
    .join('')
}

/** Where a part ends: a closed one where it began, a line of steps at their sum. */
function findEnd(start: Point, rest: string): Point | undefined {
  if (rest.endsWith('z')) return start
  if (!/^l[-\d. ]*$/.test(rest)) return undefined
  return readNumbers(rest).reduce<Point>(
    ([x, y], step, index) => (index % 2 ? [x, round(y + step)] : [round(x + step), y]),
    start,
  )
}
