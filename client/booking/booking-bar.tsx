import { systemClock } from '#client/lib/clock.ts'
import { Button } from '#client/ui/button.tsx'
import text from '#client/ui/type.module.css'
import { clockTime, zoneLabel } from '#shared/booking/times.ts'
import { instantDateWords } from '#shared/lib/date-words.ts'
import styles from './booking-bar.module.css'

interface BookingBarProps {
  start: number | null
  zone: string
  /** Text while no start is chosen. */
  missing: string
  label: string
  /** Shortens the date to leave room for a long label on small screens. */
  short?: boolean
  busy?: boolean
  onNext(): void
}

/** The chosen time and the button to the next step; fixed to the bottom of small screens. */
export function BookingBar(props: BookingBarProps) {
  const { start, zone, missing, label, short, busy, onNext } = props
  return (
    <div className={`${styles.ground} ${styles.bar}`} data-bar="bottom" data-print="off">
      <p className={`${styles.words} ${styles.choice}`}>
        {start === null ? missing : choiceWords(start, zone, short)}
        <small className={text.under}>{zoneLabel(start ?? systemClock(), zone)}</small>
      </p>
      <Button arrow disabled={start === null} busy={busy ?? false} onClick={onNext}>
        {label}
      </Button>
    </div>
  )
}

function choiceWords(start: number, zone: string, short = false): string {
  const day = instantDateWords(start, zone, short ? 'shortWeekday' : 'halfWeekday')
  return `${day}, ${clockTime(start, zone)}`
}
