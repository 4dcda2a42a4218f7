/**
 * Returns the present in UTC milliseconds. Passed as a parameter, so that tests control the time.
 */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
