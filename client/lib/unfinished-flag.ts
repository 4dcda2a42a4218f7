export const UNFINISHED = 'unfinished-booking'

/** Whether there may be a booking to come back to; what it is, is read by what shows it. */
export function mayBeUnfinished(): boolean {
  try {
    return UNFINISHED in localStorage
  } catch {
    return false
  }
}
