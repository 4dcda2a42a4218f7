/**
 * Returns the present in UTC milliseconds. Passed as a parameter, so that tests control the time.
 */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Clock differences up to this are ignored as network delay, ms. */
const CLOCK_TOLERANCE = 60_000

/** How far this device's clock is behind the server's when an answer arrives, ms; 0 if that may be network delay. */
export function measureClockSkew(serverTime: number, now: number): number {
  const skew = serverTime - now
  return Math.abs(skew) > CLOCK_TOLERANCE ? skew : 0
}
