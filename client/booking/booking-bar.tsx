import { wallOf } from '../../shared/lib/zone.ts'
import { Button } from '../ui/button.tsx'
import styles from './booking-bar.module.css'
import { shortDayWords, slotWords } from './date-words.ts'

interface BookingBarProps {
  start: number | null
  zone: string
  /** What is still missing, in words. */
  missing: string
  label: string
  busy?: boolean
  onNext(): void
}

/** The choice in words and the way on; at the bottom of small screens it stays in view. */
export function BookingBar({ start, zone, missing, label, busy, onNext }: BookingBarProps) {
  return (
    <div className={styles.bar} data-print="off">
      <p className={styles.choice}>
        {start === null ? missing : choiceWords(start, zone)}
        <small>{slotWords(start ?? Date.now(), zone).zone}</small>
      </p>
      <Button arrow disabled={start === null} busy={busy ?? false} onClick={onNext}>
        {label}
      </Button>
    </div>
  )
}

function choiceWords(start: number, zone: string): string {
  return `${shortDayWords(wallOf(start, zone).date)}, ${slotWords(start, zone).time}`
}
