import type { CSSProperties } from 'react'
import type { TimeRange } from '#shared/schedule/schema.ts'
import { parseEndMinute, parseMinute, sortSlots } from '#shared/schedule/time-ranges.ts'
import styles from './hours-ruler.module.css'

interface HoursRulerProps {
  slots: readonly TimeRange[]
  axis: MinuteSpan
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
export function HoursRuler({ slots, axis, saved = slots, className = '' }: HoursRulerProps) {
  if (slots.length === 0)
    return <div className={`${styles.ruler} ${styles.closed} ${className}`} aria-hidden="true" />
  const spans = toSpans(slots)
  const fresh = subtractSpans(spans, toSpans(saved))
  const ticks = { '--hours': (axis.to - axis.from) / 60 } as CSSProperties
  return (
    <div className={`${styles.ruler} ${className}`} style={ticks} aria-hidden="true">
      {spans.map((span) => (
        <i key={span.from} style={toPosition(span, axis)} />
      ))}
      {fresh.map((span) => (
        <i key={`new ${span.from}`} className={styles.unsaved} style={toPosition(span, axis)} />
      ))}
      {listHourMarks(axis, 6).map(({ at, label }) => (
        <small key={at} style={{ left: toAxisPercent(at, axis) }}>
          {label}
        </small>
      ))}
    </div>
  )
}

function toPosition({ from, to }: MinuteSpan, axis: MinuteSpan): CSSProperties {
  return { left: toAxisPercent(from, axis), right: `calc(100% - ${toAxisPercent(to, axis)})` }
}

/** Minutes since midnight; `to` is exclusive. */
export interface MinuteSpan {
  from: number
  to: number
}

const DEFAULT_AXIS: MinuteSpan = { from: 6 * 60, to: 20 * 60 }

/** The common axis for rulers: 06:00 to 20:00, wider if a slot needs it. */
export function fitAxis(slots: readonly TimeRange[]): MinuteSpan {
  const spans = toSpans(slots)
  return {
    from: floorToHour(Math.min(DEFAULT_AXIS.from, ...spans.map(({ from }) => from))),
    to: floorToHour(Math.max(DEFAULT_AXIS.to, ...spans.map(({ to }) => to)) + 59),
  }
}

function floorToHour(minutes: number): number {
  return Math.floor(minutes / 60) * 60
}

/** The slots with a start and a later end; others cannot be drawn. */
function toSpans(slots: readonly TimeRange[]): MinuteSpan[] {
  return sortSlots(slots.filter(({ start, end }) => start && end))
    .map(({ start, end }) => ({ from: parseMinute(start), to: parseEndMinute(end) }))
    .filter(({ from, to }) => to > from)
}

/** The parts of `spans` outside `others`. */
function subtractSpans(spans: readonly MinuteSpan[], others: readonly MinuteSpan[]): MinuteSpan[] {
  return others.reduce<MinuteSpan[]>(
    (remaining, other) =>
      remaining.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, other.from) },
          { from: Math.max(from, other.to), to },
        ].filter((piece) => piece.to > piece.from),
      ),
    [...spans],
  )
}

/** The position on the axis as a percentage. */
export function toAxisPercent(minute: number, axis: MinuteSpan): string {
  return `${(((minute - axis.from) / (axis.to - axis.from)) * 100).toFixed(3)}%`
}

/**
 * The marks at whole hours that are multiples of `step`, in a time zone that is `ahead` minutes
 * ahead.
 */
export function listHourMarks(
  axis: MinuteSpan,
  step: number,
  ahead = 0,
): { at: number; label: string }[] {
  const first = Math.ceil((axis.from + ahead) / (step * 60)) * step * 60
  const marks = []
  for (let local = first; local < axis.to + ahead; local += step * 60) {
    const hour = (((local / 60) % 24) + 24) % 24
    marks.push({ at: local - ahead, label: String(hour).padStart(2, '0') })
  }
  return marks
}
