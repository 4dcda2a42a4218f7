import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { formatStartTime } from '#shared/booking/zoned-time.ts'
import styles from './slot-list.module.css'

interface SlotListProps {
  /** Open starts of one date, UTC milliseconds. */
  starts: readonly number[]
  zone: string
  chosen: number | null
  /** A start that is no longer available: listed struck through, unless it is open again. */
  lostStart?: number | null
  label: string
  /** `scroller` has a limited height beside the calendar, `plain` shows all times. */
  variant?: 'scroller' | 'plain'
  onChoose(start: number): void
}

export function SlotList(props: SlotListProps) {
  const { starts, zone, chosen, lostStart, label, variant = 'scroller', onChoose } = props
  const struck = lostStart && !starts.includes(lostStart) ? lostStart : undefined
  const all = struck ? [...starts, struck].sort((a, b) => a - b) : starts
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll in every browser
    <div role="group" aria-label={label} className={styles[variant]} data-print="off">
      {all.map((start) => (
        <Slot
          key={start}
          time={formatStartTime(start, zone)}
          taken={start === struck}
          chosen={start === chosen}
          onChoose={() => onChoose(start)}
        />
      ))}
    </div>
  )
}

interface SlotProps {
  time: string
  /** No longer available: disabled and struck through. */
  taken: boolean
  chosen: boolean
  onChoose(): void
}

export function Slot({ time, taken, chosen, onChoose }: SlotProps) {
  return (
    <button
      ref={chosen ? scrollIntoList : undefined}
      type="button"
      className={styles.slot}
      disabled={taken}
      aria-label={taken ? `${time}, taken` : undefined}
      aria-pressed={taken ? undefined : chosen}
      onClick={onChoose}
    >
      {taken ? <s>{time}</s> : time}
    </button>
  )
}

/** Scrolls the list to the chosen time; `scrollIntoView` would also scroll the page. */
function scrollIntoList(button: HTMLElement | null): void {
  const list = button?.parentElement
  if (!button || !list) return
  const { offsetTop: top, offsetHeight: height } = button
  const hidden = top < list.scrollTop || top + 2 * height > list.scrollTop + list.clientHeight
  if (hidden) list.scrollTop = top - height
}

export function SlotListSkeleton() {
  return (
    <div className={styles.scroller} aria-hidden="true" data-print="off">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
        <Skeleton key={place} className={styles.skeleton} />
      ))}
    </div>
  )
}
