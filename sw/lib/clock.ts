/** The present, UTC milliseconds. Handed in, so that tests own it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
