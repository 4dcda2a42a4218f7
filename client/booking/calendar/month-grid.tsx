import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { NextIcon, PreviousIcon } from '#client/ui/icons.tsx'
import { addDays, eachDate, getWeekday, type PlainDate } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { type DayState, dayHints, getMonthRange } from './availability.ts'
import styles from './month-grid.module.css'

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

interface MonthGridProps {
  /** Any date in the displayed month. */
  month: PlainDate
  today: PlainDate
  /** Navigation ends at the month of this date; it begins at the month of `today`. */
  lastDate: PlainDate
  chosen: PlainDate | null
  getDayState(date: PlainDate): DayState
  isLoading: boolean
  onMonthChange(date: PlainDate): void
  onChoose(date: PlainDate): void
  /** A day that cannot be chosen was pressed or focused. */
  onBlocked(date: PlainDate, hint: string): void
}

/**
 * The month, Monday first, with one tab stop. Blocked days can be focused: they have a hint. On
 * small screens past weeks are folded away.
 */
export function MonthGrid(props: MonthGridProps) {
  const { month, today, chosen, getDayState, isLoading } = props
  const { grid, tabStop, setTabStop, onKeyDown } = useRovingDay(props)
  const [isUnfolded, setUnfolded] = useState(false)
  const press = (date: PlainDate) => {
    const hint = dayHints[getDayState(date)]
    if (hint) props.onBlocked(date, hint)
    else props.onChoose(date)
  }
  const reach = (date: PlainDate) => {
    setTabStop(date)
    const hint = dayHints[getDayState(date)]
    if (hint) props.onBlocked(date, hint)
  }
  const weeks = listWeeks(month)
  const isPast = (week: (PlainDate | null)[]) => week.every((date) => !date || date < today)
  // A tab stop in a past week was reached by the keyboard, so its week must be visible.
  const isFolded = !isUnfolded && tabStop >= today && weeks.some(isPast)
  return (
    <div className={styles.month}>
      <MonthArrow {...props} step={-1} />
      <h3 className={styles.monthName} aria-live="polite">
        {formatDate(month, 'month')}
      </h3>
      <MonthArrow {...props} step={1} />
      {isFolded ? (
        <button type="button" className={styles.earlier} onClick={() => setUnfolded(true)}>
          Earlier
        </button>
      ) : null}
      <table
        ref={grid}
        className={styles.grid}
        aria-label={formatDate(month, 'month')}
        aria-busy={isLoading}
      >
        <thead>
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col" abbr={name} className={styles.weekday}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr
              key={week.find(Boolean)}
              className={isFolded && isPast(week) ? styles.folded : undefined}
            >
              {week.map((date, place) => (
                <td key={weekdayNames[place]} className={styles.cell}>
                  {date ? (
                    <GridDay
                      date={date}
                      state={getDayState(date)}
                      today={date === today}
                      chosen={date === chosen}
                      tabStop={date === tabStop}
                      onPress={press}
                      onReach={reach}
                      onKeyDown={onKeyDown}
                    />
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Roving tabindex: the day that Tab reaches, and the keys that move the focus from it. */
function useRovingDay({ month, today, lastDate, chosen, onMonthChange }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null)
  const [moved, setMoved] = useState<PlainDate>()
  const { from, to } = getMonthRange(month)
  const within = (date: PlainDate | null | undefined) => date && date >= from && date <= to
  const tabStop = [moved, chosen, today].find(within) ?? from
  // In an effect: a day of another month can take the focus only once that month is rendered.
  useEffect(() => {
    if (!moved) return
    grid.current?.querySelector<HTMLElement>(`[data-date="${moved}"]`)?.focus()
  }, [moved])
  const onKeyDown = (event: KeyboardEvent, date: PlainDate) => {
    const targetDate = getDayForKey(date, event.key)
    if (!targetDate) return
    event.preventDefault()
    const first = getMonthRange(today).from
    const end = getMonthRange(lastDate).to
    const next = targetDate < first ? first : targetDate > end ? end : targetDate
    setMoved(next)
    if (!within(next)) onMonthChange(next)
  }
  return { grid, tabStop, setTabStop: setMoved, onKeyDown }
}

function MonthArrow({
  step,
  month,
  today,
  lastDate,
  onMonthChange,
}: MonthGridProps & { step: 1 | -1 }) {
  const target = shiftMonth(getMonthRange(month).from, step)
  const beyond = target < getMonthRange(today).from || target > lastDate
  const label = step === 1 ? 'Next month' : 'Previous month'
  return (
    <button
      type="button"
      className={styles.arrow}
      disabled={beyond}
      aria-label={beyond ? label : `${label}, ${formatDate(target, 'month')}`}
      onClick={() => onMonthChange(target)}
    >
      {step === 1 ? <NextIcon /> : <PreviousIcon />}
    </button>
  )
}

/** The month's weeks, Monday first; null for days of other months. */
export function listWeeks(month: PlainDate): (PlainDate | null)[][] {
  const { from, to } = getMonthRange(month)
  const before = Array.from({ length: getMondayIndex(from) }, () => null)
  const days = [...before, ...eachDate(from, to)]
  const weeks = Math.ceil(days.length / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => days[week * 7 + day] ?? null),
  )
}

/** 0 = Monday to 6 = Sunday. */
function getMondayIndex(date: PlainDate): number {
  return (getWeekday(date) + 6) % 7
}

/** The date that a key moves to; undefined for keys without a meaning in the grid. */
export function getDayForKey(date: PlainDate, key: string): PlainDate | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -getMondayIndex(date),
    End: 6 - getMondayIndex(date),
  }
  const step = steps[key]
  if (step !== undefined) return addDays(date, step)
  if (key === 'PageUp') return shiftMonth(date, -1)
  if (key === 'PageDown') return shiftMonth(date, 1)
  return undefined
}

/** The same day of the neighbouring month, or its last day if it is shorter. */
export function shiftMonth(date: PlainDate, step: 1 | -1): PlainDate {
  const { from, to } = getMonthRange(date)
  const neighbour = getMonthRange(addDays(step === 1 ? to : from, step))
  const sameDay = neighbour.from.slice(0, 8) + date.slice(8)
  return sameDay > neighbour.to ? neighbour.to : sameDay
}

interface GridDayProps {
  date: PlainDate
  state: DayState
  today: boolean
  chosen: boolean
  tabStop: boolean
  onPress(date: PlainDate): void
  /** The day received the focus. */
  onReach(date: PlainDate): void
  onKeyDown(event: KeyboardEvent, date: PlainDate): void
}

function GridDay({ date, state, today, chosen, tabStop, ...on }: GridDayProps) {
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
        aria-label={formatDate(date, 'full')}
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
        <span role="tooltip" id={hintId} className={styles.tooltip}>
          {hint}
        </span>
      ) : null}
    </>
  )
}
