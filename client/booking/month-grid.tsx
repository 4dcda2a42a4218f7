import { useEffect, useRef } from 'react'
import { type DayButtonProps, DayPicker, type Modifiers } from 'react-day-picker'
import type { PlainDate } from '../../shared/lib/date.ts'
import { NextIcon, PreviousIcon } from '../ui/icons.tsx'
import { type DayState, dayHints } from './availability.ts'
import { fullDayWords, monthWords } from './date-words.ts'
import { fromGridDate, toGridDate } from './days.ts'
import styles from './month-grid.module.css'

interface MonthGridProps {
  /** Any date of the month shown. */
  month: PlainDate
  today: PlainDate
  /** No month after this date's is offered. */
  last: PlainDate
  chosen: PlainDate | null
  stateOf(date: PlainDate): DayState
  onMonth(date: PlainDate): void
  onChoose(date: PlainDate): void
  /** A day that cannot be chosen was pressed or reached. */
  onBlocked(date: PlainDate, hint: string): void
}

/** The month, Monday first. Blocked days stay reachable, so that their hint is too. */
export function MonthGrid(props: MonthGridProps) {
  const { month, today, last, chosen, stateOf } = props
  const has = (state: DayState) => (date: Date) => stateOf(fromGridDate(date)) === state
  const press = (date: PlainDate) => {
    const hint = dayHints[stateOf(date)]
    if (hint) props.onBlocked(date, hint)
    else props.onChoose(date)
  }
  return (
    <DayPicker
      mode="single"
      required
      selected={chosen ? toGridDate(chosen) : undefined}
      onSelect={(_selected, pressed) => press(fromGridDate(pressed))}
      onDayFocus={(date) => {
        const hint = dayHints[stateOf(fromGridDate(date))]
        if (hint) props.onBlocked(fromGridDate(date), hint)
      }}
      month={toGridDate(month)}
      onMonthChange={(date) => props.onMonth(fromGridDate(date))}
      today={toGridDate(today)}
      startMonth={toGridDate(today)}
      endMonth={toGridDate(last)}
      weekStartsOn={1}
      navLayout="around"
      modifiers={{ past: has('past'), blocked: has('blocked'), unknown: has('unknown') }}
      classNames={classNames}
      labels={labels}
      components={components}
    />
  )
}

const classNames = {
  month: styles.month ?? '',
  month_caption: styles.caption ?? '',
  button_previous: styles.arrow ?? '',
  button_next: styles.arrow ?? '',
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.cell ?? '',
}

const labels = {
  labelDayButton: (date: Date, modifiers: Modifiers) =>
    fullDayWords(fromGridDate(date)) + (modifiers.today ? ', today' : ''),
  labelGrid: (date: Date) => monthWords(fromGridDate(date)),
  labelPrevious: (date: Date | undefined) => monthLabel('Previous month', date),
  labelNext: (date: Date | undefined) => monthLabel('Next month', date),
}

function monthLabel(way: string, date: Date | undefined): string {
  return date ? `${way}, ${monthWords(fromGridDate(date))}` : way
}

function Day({ day, modifiers, className: _class, ...button }: DayButtonProps) {
  const self = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (modifiers.focused) self.current?.focus()
  }, [modifiers.focused])
  const state = (['past', 'blocked', 'unknown'] as const).find((name) => modifiers[name])
  const hint = state && dayHints[state]
  const hintId = hint && `hint-${day.isoDate}`
  const names = [styles.day, state && styles[state], modifiers.today && styles.today]
  return (
    <>
      <button
        {...button}
        ref={self}
        className={names.filter(Boolean).join(' ')}
        aria-disabled={hint ? true : undefined}
        aria-pressed={hint ? undefined : Boolean(modifiers.selected)}
        aria-describedby={hintId}
      />
      {hint ? (
        <span role="tooltip" id={hintId} className={styles.tip}>
          {hint}
        </span>
      ) : null}
    </>
  )
}

const components = {
  DayButton: Day,
  CaptionLabel: ({ children }: { children?: React.ReactNode }) => (
    <h3 className={styles.name} aria-live="polite">
      {children}
    </h3>
  ),
  Chevron: ({ orientation }: { orientation?: string }) =>
    orientation === 'left' ? <PreviousIcon /> : <NextIcon />,
}
