import { useState } from 'react'
import { useCall } from '#client/lib/data/use-call.ts'
import { getMoveDay } from '#shared/booking/desk-api.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { clockTime } from '#shared/booking/times.ts'
import styles from './move-day.module.css'

export type MoveDay = ReturnType<typeof useMoveDay>

/** What is on a date; read anew for each date, and after a move was refused. */
export function useMoveDay(id: string, date: string, attempt: number) {
  const [whole, setWhole] = useState(date)
  // While a date is being typed, the last whole one stays.
  if (date !== whole && /^\d{4}-\d{2}-\d{2}$/.test(date)) setWhole(date)
  return useCall(getMoveDay, { id, date: whole }, attempt)
}

/** Who or what has the chosen time, or that it lies outside the hours; undefined where nothing is to say. */
export function remarkOn(chosen: Interval, shown: MoveDay, zone: string): string | undefined {
  if (shown.loading || shown.refusal || !shown.value) return undefined
  const { taken, hours } = shown.value
  const meets = (one: { start: string; end: string }) =>
    Date.parse(one.start) < chosen.end && Date.parse(one.end) > chosen.start
  const has = taken.find(meets)
  if (has) return `${has.name ?? 'Your calendar'} has ${span(has, zone)}.`
  const within = hours.some(
    ({ start, end }) => Date.parse(start) <= chosen.start && chosen.end <= Date.parse(end),
  )
  return within ? undefined : 'This is outside your hours. You may choose it all the same.'
}

interface DayTimesProps {
  shown: MoveDay
  zone: string
  /** The chosen start, UTC milliseconds. */
  chosen: number | undefined
  choose: (start: number) => void
}

/** The free times of a date, to choose from, and what has the others. */
export function DayTimes({ shown, zone, chosen, choose }: DayTimesProps) {
  if (shown.loading) return <p className={styles.note}>Looking at that day...</p>
  if (!shown.value || shown.refusal)
    return <p className={styles.note}>What is on that day could not be loaded.</p>
  const { free, taken, hours } = shown.value
  return (
    <div className={styles.day}>
      <h3>Free on that day</h3>
      {free.length > 0 ? (
        <ul className={styles.times}>
          {free.map((start) => (
            <li key={start}>
              <button
                type="button"
                aria-pressed={Date.parse(start) === chosen}
                onClick={() => choose(Date.parse(start))}
              >
                {clockTime(Date.parse(start), zone)}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.note}>
          {hours.length > 0 ? 'Nothing is free in your hours.' : 'You have no hours on that day.'}
        </p>
      )}
      {taken.length > 0 ? (
        <p className={styles.note}>
          Taken:{' '}
          {taken.map((one) => `${span(one, zone)} ${one.name ?? 'your calendar'}`).join('; ')}.
        </p>
      ) : null}
    </div>
  )
}

function span({ start, end }: { start: string; end: string }, zone: string): string {
  return `${clockTime(Date.parse(start), zone)} to ${clockTime(Date.parse(end), zone)}`
}
