import type { Point } from '../pen.ts'
import { heightAt, type Place } from './land.ts'

export const WIDTH = 1440
export const HEIGHT = 900
/** Row of the horizon, which is as high as the eye. */
export const HORIZON = 600

/** Land beyond this is pale; land before that shows its snow and rocks singly. */
export const FAR = 4000
export const NEAR = 400

const EYE_HEIGHT = 9
const FOCAL_LENGTH = 1300
const MIDDLE = WIDTH / 2
const NEAREST = 30
const FARTHEST = 9000
const STEP = 1.0025
/** Towards the light: from the left, low, and a little from behind the eye. */
const LIGHT = { east: -0.86, up: 0.42, north: -0.28 }

/** Where a place is seen. */
export function project({ east, north, height }: Place): Point {
  const scale = FOCAL_LENGTH / north
  return [MIDDLE + east * scale, HORIZON - (height - EYE_HEIGHT) * scale]
}

/** How far a metre is on the picture, at that distance. */
export function scaleAt(north: number): number {
  return FOCAL_LENGTH / north
}

export function groundAt(east: number, north: number): Place {
  return { east, north, height: heightAt(east, north) }
}

/** How far away the land is that is seen in each point of the picture; 0: sky or water. */
let distances: Float32Array | undefined

function lookAcross(): Float32Array {
  const found = new Float32Array(WIDTH * HEIGHT)
  for (let column = 0; column < WIDTH; column++) {
    let top = HEIGHT
    let wasLand = false
    for (let north = NEAREST; north < FARTHEST; north *= STEP) {
      const place = groundAt(((column - MIDDLE) * north) / FOCAL_LENGTH, north)
      const isLand = place.height > 0
      const row = Math.max(0, Math.round(project(place)[1]))
      if (isLand && row < top) {
        const shore = Math.round(HORIZON + (EYE_HEIGHT * FOCAL_LENGTH) / north)
        const bottom = wasLand ? top : Math.min(top, shore)
        for (let y = row; y < bottom; y++) found[y * WIDTH + column] = north
        top = row
      }
      wasLand = isLand
    }
  }
  return found
}

/** Distance of the land that is seen at a point of the picture; 0: sky or water. */
export function distanceAt([x, y]: Point): number {
  const [column, row] = [Math.round(x), Math.round(y)]
  if (column < 0 || column >= WIDTH || row < 0 || row >= HEIGHT) return 0
  distances ??= lookAcross()
  return distances[row * WIDTH + column] ?? 0
}

/** The place that is seen at a point of the picture, if that is land. */
export function placeSeenAt(point: Point): Place | undefined {
  const north = distanceAt(point)
  if (!north) return undefined
  return groundAt(((point[0] - MIDDLE) * north) / FOCAL_LENGTH, north)
}

/** The land that is mirrored in a point of the still water, if it is not the sky. */
export function placeMirroredAt([x, y]: Point): Place | undefined {
  const water = (EYE_HEIGHT * FOCAL_LENGTH) / (y - HORIZON)
  for (let north = water * 1.002; north < FARTHEST; north *= 1.012) {
    const place = groundAt(((x - MIDDLE) * north) / FOCAL_LENGTH, north)
    if (place.height > EYE_HEIGHT * (north / water - 1)) return place
  }
  return undefined
}

/** Whether nothing stands before a place. */
export function isSeen(place: Place): boolean {
  const [x, y] = project(place)
  const there = Math.max(distanceAt([x, y]), distanceAt([x, y + 1.5]))
  return there > place.north * 0.965
}

/** Rise of the ground to the east and to the north. */
export function slopeAt({ east, north }: Place): { east: number; north: number } {
  const step = north * 0.0018
  return {
    east: (heightAt(east + step, north) - heightAt(east - step, north)) / (2 * step),
    north: (heightAt(east, north + step) - heightAt(east, north - step)) / (2 * step),
  }
}

/** Light that falls on a place: 1 in full light, 0 or less on a face that turns away from it. */
export function lightOn(place: Place): number {
  const slope = slopeAt(place)
  const length = Math.hypot(slope.east, slope.north, 1)
  return (LIGHT.up - slope.east * LIGHT.east - slope.north * LIGHT.north) / length
}
