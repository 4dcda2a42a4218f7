import { systemClock } from '#client/lib/clock.ts'
import { Button } from '#client/ui/button.tsx'
import { wallOf } from '#shared/lib/zone.ts'
import styles from './booking-bar.module.css'
import { shortDayWords, slotWords } from './date-words.ts'

interface BookingBarProps {
  start: number | null
  zone: string
  /** What is still missing, in words. */
  missing: string
  label: string
  /** Leaves room for a long label on small screens. */
  short?: boolean
  busy?: boolean
  onNext(): void
}

/** The choice in words and the way on; at the bottom of small screens it stays in view. */
export function BookingBar(props: BookingBarProps) {
  const { start, zone, missing, label, short, busy, onNext } = props
  return (
    <div className={styles.bar} data-bar="bottom" data-print="off">
      <p className={styles.choice}>
        {start === null ? missing : choiceWords(start, zone, short)}
        <small>{slotWords(start ?? systemClock(), zone).zone}</small>
      </p>
      <Button arrow disabled={start === null} busy={busy ?? false} onClick={onNext}>
        {label}
      </Button>
    </div>
  )
}

function choiceWords(start: number, zone: string, short = false): string {
  return `${shortDayWords(wallOf(start, zone).date, short ? 'short' : 'long')}, ${slotWords(start, zone).time}`
}
