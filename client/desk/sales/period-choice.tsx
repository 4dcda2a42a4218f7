import { Segmented } from '#client/desk/kit/segmented.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { periodChoices } from '#shared/sales/periods.ts'
import styles from './period-choice.module.css'
import type { ChosenPeriod } from './use-period.ts'

const options = periodChoices.map(({ id, label }) => ({ value: id, label }))

export function PeriodChoice({ choice, choose }: Pick<ChosenPeriod, 'choice' | 'choose'>) {
  return (
    <div className={styles.period}>
      <Segmented label="Period" options={options} value={choice} onChange={choose} />
    </div>
  )
}

/** The two dates, where they are chosen by hand. */
export function PeriodDates({ choice, dates, problem, chooseDates }: ChosenPeriod) {
  if (choice !== 'dates') return null
  return (
    <div className={styles.dates}>
      <TextField
        label="First date"
        type="date"
        value={dates.from}
        error={problem}
        onChange={({ target }) => chooseDates({ ...dates, from: target.value })}
      />
      <TextField
        label="Last date"
        type="date"
        value={dates.to}
        onChange={({ target }) => chooseDates({ ...dates, to: target.value })}
      />
    </div>
  )
}
