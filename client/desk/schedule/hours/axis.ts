import { inOrder } from '#shared/schedule/merge.ts'
import { endMinuteOf, minuteOf } from '#shared/schedule/opening.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'

/** Part of a day, in minutes since its midnight. */
export interface Span {
  from: number
  to: number
}

const USUAL: Span = { from: 6 * 60, to: 20 * 60 }

/** The hours that a row of rulers shows: 06 to 20, wider where any slot needs it. */
export function axisOf(slots: readonly TimeRange[]): Span {
  const spans = spansOf(slots)
  return {
    from: hourDown(Math.min(USUAL.from, ...spans.map(({ from }) => from))),
    to: hourDown(Math.max(USUAL.to, ...spans.map(({ to }) => to)) + 59),
  }
}

function hourDown(minutes: number): number {
  return Math.floor(minutes / 60) * 60
}

/** Slots that can be drawn: whole, and forwards. */
export function spansOf(slots: readonly TimeRange[]): Span[] {
  return inOrder(slots.filter(({ start, end }) => start && end))
    .map(({ start, end }) => ({ from: minuteOf(start), to: endMinuteOf(end) }))
    .filter(({ from, to }) => to > from)
}

/** What of `spans` lies outside `others`. */
export function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  return others.reduce<Span[]>(
    (left, other) =>
      left.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, other.from) },
          { from: Math.max(from, other.to), to },
        ].filter((piece) => piece.to > piece.from),
      ),
    [...spans],
  )
}

/** How far along the axis, in percent. */
export function along(minute: number, axis: Span): string {
  return `${(((minute - axis.from) / (axis.to - axis.from)) * 100).toFixed(3)}%`
}

/** The whole hours of the axis that are multiples of a step; by clocks that are `ahead` by minutes. */
export function hourMarks(axis: Span, step: number, ahead = 0): { at: number; label: string }[] {
  const first = Math.ceil((axis.from + ahead) / (step * 60)) * step * 60
  const marks = []
  for (let local = first; local < axis.to + ahead; local += step * 60) {
    const hour = (((local / 60) % 24) + 24) % 24
    marks.push({ at: local - ahead, label: String(hour).padStart(2, '0') })
  }
  return marks
}
