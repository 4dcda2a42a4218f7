/** Returns the current time, UTC milliseconds. Passed as a parameter, so that tests can set it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
