/** A clock that differs by more is wrong; milliseconds. A slow connection alone takes half a minute. */
const MOST_OFF = 2 * 60_000

/**
 * When an edit was made, ISO 8601: as its device says, however long it waited there. Where the device's
 * clock is wrong, or the time makes no sense, it is the moment of its arrival.
 */
export function editTime(at: string, { now, sentAt }: { now: number; sentAt: string }): string {
  const [made, sent] = [Date.parse(at), sentAt === '' ? now : Date.parse(sentAt)]
  const isRight = Math.abs(now - sent) <= MOST_OFF && made <= now + MOST_OFF
  return new Date(isRight ? Math.min(made, now) : now).toISOString()
}
