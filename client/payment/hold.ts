import { clockTime, longDate } from '#shared/booking/times.ts'

const MINUTE = 60_000

/** Whole minutes that are left, rounded up; 0 once the hold has lapsed by this device's clock. */
export function minutesLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / MINUTE))
}

/** How long until the number of minutes changes. */
export function untilNextMinute(until: number, now: number): number {
  const left = until - now
  return left <= 0 ? 0 : left % MINUTE || MINUTE
}

/** Longer than while one pays: the owner accepted a request, and its guest was asked by mail. */
export function isLongHold(until: number, now: number): boolean {
  return minutesLeft(until, now) > 15
}

export function holdSentence(until: number, now: number, zone: string): string {
  const minutes = minutesLeft(until, now)
  if (minutes === 0)
    return 'The time to pay is over. We are asking whether the meeting is still yours.'
  if (isLongHold(until, now))
    return `Your time is kept until ${longDate(until, zone)}, ${clockTime(until, zone)}.`
  const left = minutes === 1 ? 'less than a minute' : `${minutes} minutes`
  return `It stays yours until ${clockTime(until, zone)}, ${left} from now.`
}

/** Said aloud at these many minutes left only: a voice that counts each one would be in the way. */
export const spokenMinutes: ReadonlySet<number> = new Set([5, 2, 1])
