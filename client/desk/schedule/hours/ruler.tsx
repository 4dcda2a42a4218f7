import type { CSSProperties } from 'react'
import { inOrder } from '#shared/schedule/merge.ts'
import { endMinuteOf, minuteOf } from '#shared/schedule/opening.ts'
import type { TimeRange } from '#shared/schedule/schema.ts'
import styles from './ruler.module.css'

interface RulerProps {
  slots: readonly TimeRange[]
  axis: Span
  /**
   * The published slots: the parts of `slots` outside them are drawn in bronze, as not saved yet.
   */
  saved?: readonly TimeRange[]
  className?: string | undefined
}

/**
 * The slots of a day as a line. Hidden from screen readers, because the hours are beside it as
 * text.
 */
export function Ruler({ slots, axis, saved = slots, className = '' }: RulerProps) {
  if (slots.length === 0)
    return <div className={`${styles.ruler} ${styles.shut} ${className}`} aria-hidden="true" />
  const spans = spansOf(slots)
  const fresh = without(spans, spansOf(saved))
  const ticks = { '--hours': (axis.to - axis.from) / 60 } as CSSProperties
  return (
    <div className={`${styles.ruler} ${className}`} style={ticks} aria-hidden="true">
      {spans.map((span) => (
        <i key={span.from} style={placed(span, axis)} />
      ))}
      {fresh.map((span) => (
        <i key={`new ${span.from}`} className={styles.fresh} style={placed(span, axis)} />
      ))}
      {hourMarks(axis, 6).map(({ at, label }) => (
        <small key={at} style={{ left: along(at, axis) }}>
          {label}
        </small>
      ))}
    </div>
  )
}

function placed({ from, to }: Span, axis: Span): CSSProperties {
  return { left: along(from, axis), right: `calc(100% - ${along(to, axis)})` }
}

/** Minutes since midnight; `to` is exclusive. */
export interface Span {
  from: number
  to: number
}

const USUAL: Span = { from: 6 * 60, to: 20 * 60 }

/** The common axis for rulers: 06:00 to 20:00, wider if a slot needs it. */
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

/** The slots with a start and a later end; others cannot be drawn. */
function spansOf(slots: readonly TimeRange[]): Span[] {
  return inOrder(slots.filter(({ start, end }) => start && end))
    .map(({ start, end }) => ({ from: minuteOf(start), to: endMinuteOf(end) }))
    .filter(({ from, to }) => to > from)
}

/** The parts of `spans` outside `others`. */
function without(spans: readonly Span[], others: readonly Span[]): Span[] {
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

/** The position on the axis as a percentage. */
export function along(minute: number, axis: Span): string {
  return `${(((minute - axis.from) / (axis.to - axis.from)) * 100).toFixed(3)}%`
}

/**
 * The marks at whole hours that are multiples of `step`, in a time zone that is `ahead` minutes
 * ahead.
 */
export function hourMarks(axis: Span, step: number, ahead = 0): { at: number; label: string }[] {
  const first = Math.ceil((axis.from + ahead) / (step * 60)) * step * 60
  const marks = []
  for (let local = first; local < axis.to + ahead; local += step * 60) {
    const hour = (((local / 60) % 24) + 24) % 24
    marks.push({ at: local - ahead, label: String(hour).padStart(2, '0') })
  }
  return marks
}
