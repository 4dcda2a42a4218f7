/** Returns the current time in UTC milliseconds. A parameter, so that tests can set the time. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
