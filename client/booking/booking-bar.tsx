import { systemClock } from '#client/lib/clock.ts'
import { Button } from '#client/ui/button.tsx'
import text from '#client/ui/type.module.css'
import { formatClockTime, formatZoneWithOffset } from '#shared/booking/zoned-time.ts'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import styles from './booking-bar.module.css'

interface BookingBarProps {
  start: number | null
  zone: string
  /** Text while no start is chosen. */
  missingText: string
  label: string
  /** Shortens the date to leave room for a long label on small screens. */
  short?: boolean
  busy?: boolean
  onNext(): void
}

/** The chosen time and the button to the next step; fixed to the bottom of small screens. */
export function BookingBar(props: BookingBarProps) {
  const { start, zone, missingText, label, short, busy, onNext } = props
  return (
    <div
      className={`${styles.surface} ${styles.bar} ${start === null ? styles.idle : ''}`}
      data-bar="bottom"
      data-print="off"
    >
      <p className={`${styles.text} ${styles.choice}`}>
        {start === null ? missingText : formatChoice(start, zone, short)}
        <small className={text.subline}>{formatZoneWithOffset(start ?? systemClock(), zone)}</small>
      </p>
      <Button arrow disabled={start === null} busy={busy ?? false} onClick={onNext}>
        {label}
      </Button>
    </div>
  )
}

function formatChoice(start: number, zone: string, short = false): string {
  const day = formatInstantDate(start, zone, short ? 'shortDay' : 'day')
  return `${day}, ${formatClockTime(start, zone)}`
}
