import type { CSSProperties } from 'react'
import type { TimeRange } from '#shared/schedule/schema.ts'
import { along, hourMarks, type Span, spansOf, without } from './axis.ts'
import styles from './ruler.module.css'

interface RulerProps {
  slots: readonly TimeRange[]
  axis: Span
  /** What is in force: the rest is drawn in bronze, as not saved yet. */
  saved?: readonly TimeRange[]
  className?: string | undefined
}

/** A day as a line, for the eye only: the hours stand beside it in words. */
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
