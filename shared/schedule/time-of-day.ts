/** `HH:MM` as minutes since midnight. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The end of a range; `00:00` is the day's end, 1440. */
export function endMinuteOf(time: string): number {
  return minuteOf(time) || 1440
}
