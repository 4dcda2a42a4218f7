import { Segmented } from '#client/desk/kit/segmented.tsx'
import { Button } from '#client/ui/button.tsx'
import { NextIcon, PreviousIcon } from '#client/ui/controls/more-icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { type CalendarView, turned } from '#shared/clients/calendar-dates.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import styles from './calendar-head.module.css'
import type { CalendarPlace } from './use-calendar-place.ts'

const views: { value: CalendarView; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
]

interface CalendarHeadProps {
  title: string
  place: CalendarPlace
  today: PlainDate
}

/** Which month or week it is, and the ways to another. */
export function CalendarHead({ title, place, today }: CalendarHeadProps) {
  const { view, date, go } = place
  const turn = (by: 1 | -1) => () => go({ date: turned(view, date, by) })
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <h1 aria-live="polite">{title}</h1>
        <button type="button" className={styles.turn} onClick={turn(-1)}>
          <PreviousIcon />
          <VisuallyHidden>Previous {view}</VisuallyHidden>
        </button>
        <button type="button" className={styles.turn} onClick={turn(1)}>
          <NextIcon />
          <VisuallyHidden>Next {view}</VisuallyHidden>
        </button>
      </div>
      <div className={styles.actions} data-print="off">
        <Button small variant="ghost" onClick={() => go({ date: today })}>
          Today
        </Button>
        <Segmented
          label="View"
          options={views}
          value={view}
          onChange={(next) => go({ view: next })}
        />
      </div>
    </div>
  )
}
