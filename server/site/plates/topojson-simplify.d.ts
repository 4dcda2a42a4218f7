declare module 'topojson-simplify' {
  import type { Topology } from 'topojson-specification'

  type Position = [longitude: number, latitude: number]

  /** Gives each point of the arcs the weight of the triangle with its neighbours. */
  export function presimplify<T extends Topology>(
    topology: T,
    weight: (triangle: [Position, Position, Position]) => number,
  ): T
  /** Leaves out all points that weigh less. */
  export function simplify<T extends Topology>(topology: T, minWeight: number): T
}
