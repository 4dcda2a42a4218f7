import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { NextIcon, PreviousIcon } from '#client/ui/icons.tsx'
import { addDays, daysBetween, eachDate, getWeekday, type PlainDate } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import styles from './day-grid.module.css'

/** `unknown`: the open times of the day are not loaded. */
export type DayState = 'past' | 'open' | 'blocked' | 'unknown'

const dayHints: Record<DayState, string | undefined> = {
  past: 'Past date',
  blocked: 'Not available',
  open: undefined,
  unknown: undefined,
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Days on a page of the grid. */
const PAGE_DAYS = 35

/**
 * The five weeks that contain a date, Monday first, counted from the week of `today`, with which
 * the grid begins.
 */
export function getWeeks(today: PlainDate, date: PlainDate): { from: PlainDate; to: PlainDate } {
  const start = addDays(today, -getMondayIndex(today))
  const page = Math.max(0, Math.floor(daysBetween(start, date) / PAGE_DAYS))
  const from = addDays(start, page * PAGE_DAYS)
  return { from, to: addDays(from, PAGE_DAYS - 1) }
}

interface DayGridProps {
  /** Any date of the five weeks that are displayed. */
  shown: PlainDate
  today: PlainDate
  /** Navigation ends with the weeks of this date. */
  lastDate: PlainDate
  chosen: PlainDate | null
  /** Further days with a mark. */
  marked?: ReadonlySet<PlainDate>
  getDayState(date: PlainDate): DayState
  isLoading: boolean
  onTurn(date: PlainDate): void
  onChoose(date: PlainDate): void
}

/**
 * Five weeks from the current one, with one tab stop. Days that cannot be chosen can be focused:
 * they have a hint.
 */
export function DayGrid(props: DayGridProps) {
  const { shown, today, chosen, marked, getDayState, isLoading } = props
  const { grid, tabStop, setTabStop, onKeyDown } = useRovingDay(props)
  const [hint, setHint] = useState('')
  const { from, to } = getWeeks(today, shown)
  const name = formatMonths(from, to)
  const showHint = (date: PlainDate) => {
    const why = dayHints[getDayState(date)]
    if (why) setHint(`${formatDate(date, 'weekday')}: ${why}`)
    return why !== undefined
  }
  const press = (date: PlainDate) => {
    if (showHint(date)) return
    setHint('')
    props.onChoose(date)
  }
  const reach = (date: PlainDate) => {
    setTabStop(date)
    showHint(date)
  }
  const days = eachDate(from, to)
  const weeks = [0, 7, 14, 21, 28].map((start) => days.slice(start, start + 7))
  return (
    <div className={styles.calendar}>
      <TurnButton {...props} step={-1} />
      <p className={styles.name} aria-live="polite">
        {name}
      </p>
      <TurnButton {...props} step={1} />
      <table ref={grid} className={styles.grid} aria-label={name} aria-busy={isLoading}>
        <thead>
          <tr>
            {weekdayNames.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekday} className={styles.weekday}>
                {weekday.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} className={styles.cell}>
                  <GridDay
                    date={date}
                    namesMonth={date === from || date.endsWith('-01')}
                    state={getDayState(date)}
                    today={date === today}
                    chosen={date === chosen}
                    marked={marked?.has(date) ?? false}
                    tabStop={date === tabStop}
                    onPress={press}
                    onReach={reach}
                    onKeyDown={onKeyDown}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.hint} role="status">
        {hint}
      </p>
    </div>
  )
}

/** Roving tabindex: the day that Tab reaches, and the keys that move the focus from it. */
function useRovingDay({ shown, today, lastDate, chosen, onTurn }: DayGridProps) {
  const grid = useRef<HTMLTableElement>(null)
  const [moved, setMoved] = useState<PlainDate>()
  const { from, to } = getWeeks(today, shown)
  const within = (date: PlainDate | null | undefined) => date && date >= from && date <= to
  const tabStop = [moved, chosen, today].find(within) ?? from
  // In an effect: a day of other weeks can take the focus only once those are rendered.
  useEffect(() => {
    if (!moved) return
    grid.current?.querySelector<HTMLElement>(`[data-date="${moved}"]`)?.focus()
  }, [moved])
  const onKeyDown = (event: KeyboardEvent, date: PlainDate) => {
    const targetDate = getDayForKey(date, event.key)
    if (!targetDate) return
    event.preventDefault()
    const first = getWeeks(today, today).from
    const end = getWeeks(today, lastDate).to
    const next = targetDate < first ? first : targetDate > end ? end : targetDate
    setMoved(next)
    if (!within(next)) onTurn(next)
  }
  return { grid, tabStop, setTabStop: setMoved, onKeyDown }
}

function TurnButton({ step, shown, today, lastDate, onTurn }: DayGridProps & { step: 1 | -1 }) {
  const target = addDays(getWeeks(today, shown).from, step * PAGE_DAYS)
  const beyond = target < getWeeks(today, today).from || target > lastDate
  const label = step === 1 ? 'Next five weeks' : 'Previous five weeks'
  return (
    <button
      type="button"
      className={styles.arrow}
      disabled={beyond}
      aria-label={beyond ? label : `${label}, from ${formatDate(target, 'day')}`}
      onClick={() => onTurn(target)}
    >
      {step === 1 ? <NextIcon /> : <PreviousIcon />}
    </button>
  )
}

/** `November to December` */
function formatMonths(from: PlainDate, to: PlainDate): string {
  return `${formatDate(from, 'monthName')} to ${formatDate(to, 'monthName')}`
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
    PageUp: -PAGE_DAYS,
    PageDown: PAGE_DAYS,
  }
  const step = steps[key]
  return step === undefined ? undefined : addDays(date, step)
}

interface GridDayProps {
  date: PlainDate
  /** The first of the page or of its month. */
  namesMonth: boolean
  state: DayState
  today: boolean
  chosen: boolean
  marked: boolean
  tabStop: boolean
  onPress(date: PlainDate): void
  /** The day received the focus. */
  onReach(date: PlainDate): void
  onKeyDown(event: KeyboardEvent, date: PlainDate): void
}

function GridDay({ date, namesMonth, state, today, chosen, marked, tabStop, ...on }: GridDayProps) {
  const hint = dayHints[state]
  const hintId = `hint-${date}`
  const names = [styles.day, styles[state], today && styles.today, marked && styles.marked]
  return (
    <>
      <button
        type="button"
        className={names.filter(Boolean).join(' ')}
        data-date={date}
        data-month={namesMonth ? formatDate(date, 'monthName').slice(0, 3) : undefined}
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
