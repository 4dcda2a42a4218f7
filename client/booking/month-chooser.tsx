import { useState } from 'react'
import type { PlainDate } from '#shared/lib/date.ts'
import styles from './calendar-step.module.css'
import { dayWords } from './date-words.ts'
import { MonthGrid } from './month-grid.tsx'
import type { Calendar } from './use-calendar.ts'

interface MonthChooserProps {
  calendar: Calendar
  chosen: PlainDate | null
  onChosen: () => void
}

export function MonthChooser({ calendar, chosen, onChosen }: MonthChooserProps) {
  const [hint, setHint] = useState('')
  return (
    <div className={styles.month}>
      <MonthGrid
        month={calendar.month}
        today={calendar.today}
        last={calendar.last}
        chosen={chosen}
        stateOf={calendar.stateOf}
        onMonth={calendar.setMonth}
        onChoose={(date) => {
          setHint('')
          calendar.chooseDate(date)
          onChosen()
        }}
        onBlocked={(date, why) => setHint(`${dayWords(date)}: ${why}`)}
      />
      <p className={styles.hint} role="status">
        {hint}
      </p>
    </div>
  )
}

/** What the looks of the days mean. */
export function Legend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      <li>Available</li>
      <li className={styles.selected}>Selected</li>
      <li className={styles.blocked}>Not available</li>
      <li className={styles.past}>Past date</li>
    </ul>
  )
}
