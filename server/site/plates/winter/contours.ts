import type { Point } from '../pen.ts'
import { distanceAt, HEIGHT, WIDTH } from './view.ts'

/** An edge behind which the land is hidden, from left to right. */
export interface Contour {
  points: Point[]
  north: number
}

interface Edge {
  row: number
  north: number
}

/** How much farther the land behind an edge is. */
const GAP = 1.05
const STEEPEST = 9

function edgesOf(column: number): Edge[] {
  const edges: Edge[] = []
  for (let row = 1; row < HEIGHT; row++) {
    const north = distanceAt([column, row])
    if (!north) continue
    const behind = distanceAt([column, row - 1])
    if (!behind || behind > north * GAP) edges.push({ row, north })
  }
  return edges
}

function continues(contour: Contour, column: number, edge: Edge): boolean {
  const [lastColumn, lastRow] = contour.points.at(-1) as Point
  const ratio = contour.north / edge.north
  return (
    lastColumn === column - 1 &&
    Math.abs(lastRow - edge.row) <= STEEPEST &&
    ratio > 0.93 &&
    ratio < 1.08
  )
}

/** Skylines of the mountains, those before others too. */
export function findContours(): Contour[] {
  const contours: Contour[] = []
  let open: Contour[] = []
  for (let column = 0; column < WIDTH; column++) {
    const next: Contour[] = []
    for (const edge of edgesOf(column)) {
      let contour = open.find((candidate) => continues(candidate, column, edge))
      if (!contour) {
        contour = { points: [], north: edge.north }
        contours.push(contour)
      }
      contour.points.push([column, edge.row])
      contour.north = edge.north
      next.push(contour)
    }
    open = next
  }
  return contours.filter(({ points }) => points.length > 8)
}

/** The same line with as few points as show its shape. */
export function simplify(points: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [points[0] as Point, points.at(-1) as Point]
  const length = Math.hypot(last[0] - first[0], last[1] - first[1]) || 1
  let farthest = 0
  let index = 0
  points.forEach(([x, y], at) => {
    const across = (x - first[0]) * (last[1] - first[1]) - (y - first[1]) * (last[0] - first[0])
    if (Math.abs(across) / length > farthest) {
      farthest = Math.abs(across) / length
      index = at
    }
  })
  if (farthest < tolerance) return [first, last]
  const before = simplify(points.slice(0, index + 1), tolerance)
  return [...before.slice(0, -1), ...simplify(points.slice(index), tolerance)]
}
