import { useState } from 'react'
import { firstName } from '#client/desk/bookings/booking-words.tsx'
import { ZoneRulers } from '#client/desk/bookings/zone-rulers.tsx'
import { Iconed } from '#client/desk/kit/button.tsx'
import { CalendarIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { call } from '#client/lib/data/api.ts'
import { useCall } from '#client/lib/data/use-call.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import { getMoveDay, rescheduleBooking } from '#shared/booking/desk-api.ts'
import { isAtNight } from '#shared/booking/rulers.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { clockTime } from '#shared/booking/times.ts'
import { instantsOfWall } from '#shared/lib/wall.ts'
import { wallOf, zoneWords } from '#shared/lib/zone.ts'
import { minuteOf } from '#shared/schedule/opening.ts'
import { type ActionProps, FormDialog } from './command.tsx'
import styles from './move-booking.module.css'

/**
 * Reschedules a booking to a time of the owner's choice, shown in both time zones before it is
 * saved.
 */
export function MoveBooking(props: ActionProps) {
  return (
    <FormDialog
      title="Move to a new time"
      barred={props.barred}
      label={
        <Iconed>
          <CalendarIcon />
          Move to a new time
        </Iconed>
      }
      form={(close) => <MoveForm {...props} close={close} />}
    />
  )
}

function MoveForm({ booking, command, now, close }: ActionProps & { close: () => void }) {
  const { start, end, ownerZone } = booking
  const [date, setDate] = useState(() => wallOf(Date.parse(start), ownerZone).date)
  const [time, setTime] = useState(() => clockTime(Date.parse(start), ownerZone))
  const chosen = chosenTime({
    date,
    time,
    zone: ownerZone,
    length: Date.parse(end) - Date.parse(start),
  })
  const name = firstName(booking)
  const problem = problemOf(chosen, now)
  const [refused, setRefused] = useState<number>()
  const [attempt, setAttempt] = useState(0)
  const day = useMoveDay(booking.id, date, attempt)
  const remark = chosen && !problem ? remarkOn(chosen, day, ownerZone) : undefined

  const move = async () => {
    if (!chosen || problem) return
    const wish = new Date(chosen.start).toISOString()
    const done = `The booking has its new time. ${name} is notified by email.`
    if (await command.give((given) => call(rescheduleBooking, { ...given, start: wish }), done))
      return close()
    setRefused(chosen.start)
    setAttempt((count) => count + 1)
  }
  return (
    <form
      className={kit.stack}
      onSubmit={(event) => {
        event.preventDefault()
        void move()
      }}
    >
      <div className={styles.fields}>
        <TextField
          label="Date"
          type="date"
          value={date}
          required
          onChange={({ target }) => setDate(target.value)}
        />
        <TextField
          label={`Time in ${zoneWords(ownerZone)}`}
          type="time"
          step={300}
          value={time}
          required
          error={problem}
          onChange={({ target }) => setTime(target.value)}
        />
      </div>
      {remark ? (
        <p className={`${type.strong} ${kit.warning}`} role="status">
          {remark}
        </p>
      ) : null}
      <DayTimes
        shown={day}
        zone={ownerZone}
        chosen={chosen?.start}
        choose={(start) => setTime(clockTime(start, ownerZone))}
      />
      {chosen ? <ZoneRulers booking={booking} time={chosen} unsaved /> : null}
      {chosen && isAtNight(chosen, booking.timezone) ? (
        <p className={`${type.strong} ${kit.warning}`}>That is night where {name} is.</p>
      ) : null}
      <p className={type.note}>
        Any time that is free in your bookings and your calendar, also outside your hours. {name} is
        notified by email, with a calendar file.
      </p>
      {refused !== undefined && refused === chosen?.start && command.failed ? (
        <Banner tone="conflict" title="The booking was not moved">
          {command.failed}
        </Banner>
      ) : null}
      <div className={kit.rowEnd}>
        <Button small variant="ghost" onClick={close}>
          Keep the current time
        </Button>
        <Button small type="submit" busy={command.busy} disabled={!chosen || Boolean(problem)}>
          Move booking
        </Button>
      </div>
    </form>
  )
}

interface Wish {
  date: string
  time: string
  zone: string
  /** Duration of the meeting, milliseconds. */
  length: number
}

/**
 * The chosen interval. Undefined while the date or time is incomplete, or if the clock change skips
 * it.
 */
function chosenTime({ date, time, zone, length }: Wish) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}/.test(time)) return undefined
  const [start] = instantsOfWall(date, minuteOf(time), zone)
  return start === undefined ? undefined : { start, end: start + length }
}

function problemOf(chosen: { start: number } | undefined, now: number): string | undefined {
  if (!chosen) return 'Please choose a date, and a time that exists on that date.'
  if (chosen.start <= now) return 'This time has passed.'
  return chosen.start % 300_000 === 0 ? undefined : 'Please choose a time in steps of five minutes.'
}

type MoveDay = ReturnType<typeof useMoveDay>

/** The slots and events of a date. Fetched again for each date, and after a move was refused. */
function useMoveDay(id: string, date: string, attempt: number) {
  const [whole, setWhole] = useState(date)
  // While a date is being typed, the last complete one stays.
  if (date !== whole && /^\d{4}-\d{2}-\d{2}$/.test(date)) setWhole(date)
  return useCall(getMoveDay, { id, date: whole }, attempt)
}

/**
 * A remark on the chosen time: what already takes it up, or that it is outside the hours.
 * Undefined if there is nothing to say.
 */
function remarkOn(chosen: Interval, shown: MoveDay, zone: string): string | undefined {
  if (shown.loading || shown.refusal || !shown.value) return undefined
  const { taken, hours } = shown.value
  const meets = (one: { start: string; end: string }) =>
    Date.parse(one.start) < chosen.end && Date.parse(one.end) > chosen.start
  const has = taken.find(meets)
  if (has) return `${has.name ?? 'Your calendar'} has ${span(has, zone)}.`
  const within = hours.some(
    ({ start, end }) => Date.parse(start) <= chosen.start && chosen.end <= Date.parse(end),
  )
  return within ? undefined : 'This is outside your hours. You can still choose it.'
}

interface DayTimesProps {
  shown: MoveDay
  zone: string
  /** The chosen start, UTC milliseconds. */
  chosen: number | undefined
  choose: (start: number) => void
}

const note = `${type.note} ${styles.dayNote}`

/** The free times of a date as buttons, and what takes up the others. */
function DayTimes({ shown, zone, chosen, choose }: DayTimesProps) {
  if (shown.loading) return <p className={note}>Looking at that day...</p>
  if (!shown.value || shown.refusal)
    return <p className={note}>What is on that day could not be loaded.</p>
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
        <p className={note}>
          {hours.length > 0 ? 'Nothing is free in your hours.' : 'You have no hours on that day.'}
        </p>
      )}
      {taken.length > 0 ? (
        <p className={note}>
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
