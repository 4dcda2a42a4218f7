import type { Interval } from '#shared/booking/slots.ts'

/** What touches the window, cut to it, in order, with what meets or overlaps made one. */
export function mergeWithin(window: Interval, intervals: Interval[]): Interval[] {
  const merged: Interval[] = []
  const inside = intervals
    .filter(({ start, end }) => start < end && start < window.end && end > window.start)
    .sort((a, b) => a.start - b.start)
  for (const { start, end } of inside) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, Math.min(end, window.end))
    else merged.push({ start: Math.max(start, window.start), end: Math.min(end, window.end) })
  }
  return merged
}
