export const UNFINISHED = 'unfinished-booking'

/**
 * Whether this device may have an unfinished booking. Its details are read by `readUnfinished`,
 * which validates them.
 */
export function mayBeUnfinished(): boolean {
  try {
    return UNFINISHED in localStorage
  } catch {
    return false
  }
}
