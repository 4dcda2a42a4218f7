import type { KeyboardEvent } from 'react'
import type { PlainDate } from '#shared/lib/date.ts'
import { type DayState, dayHints } from './availability.ts'
import { fullDayWords } from './date-words.ts'
import styles from './month-grid.module.css'

interface GridDayProps {
  date: PlainDate
  state: DayState
  today: boolean
  chosen: boolean
  tabStop: boolean
  onPress(date: PlainDate): void
  /** The focus came here. */
  onReach(date: PlainDate): void
  onKeyDown(event: KeyboardEvent, date: PlainDate): void
}

export function GridDay({ date, state, today, chosen, tabStop, ...on }: GridDayProps) {
  const hint = dayHints[state]
  const hintId = `hint-${date}`
  const names = [styles.day, styles[state], today && styles.today]
  return (
    <>
      <button
        type="button"
        className={names.filter(Boolean).join(' ')}
        data-date={date}
        tabIndex={tabStop ? 0 : -1}
        aria-label={fullDayWords(date)}
        aria-current={today ? 'date' : undefined}
        aria-pressed={hint ? undefined : chosen}
        aria-disabled={hint ? true : undefined}
        aria-describedby={hint ? hintId : undefined}
        onClick={() => on.onPress(date)}
        onFocus={() => on.onReach(date)}
        onKeyDown={(event) => on.onKeyDown(event, date)}
      >
        {Number(date.slice(8))}
      </button>
      {hint ? (
        <span role="tooltip" id={hintId} className={styles.tip}>
          {hint}
        </span>
      ) : null}
    </>
  )
}
