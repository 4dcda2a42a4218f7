import { useState } from 'react'
import { getFirstName } from '#client/desk/bookings/bookings-text.tsx'
import { ZoneRulers } from '#client/desk/bookings/zone-rulers.tsx'
import { IconLabel } from '#client/desk/kit/desk-button.tsx'
import { DialogFoot } from '#client/desk/kit/dialogs/dialog.tsx'
import { CalendarIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TimeInput } from '#client/desk/kit/time-input.tsx'
import { callEndpoint } from '#client/lib/data/api.ts'
import { useEndpoint } from '#client/lib/data/use-endpoint.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Field, TextField } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import { type DeskBooking, getMoveDay, rescheduleBooking } from '#shared/booking/desk-api.ts'
import { getGuestZone } from '#shared/booking/guest-zone.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { formatClockTime, formatFullDate } from '#shared/booking/zoned-time.ts'
import { isAtNight } from '#shared/desk/zone-ruler.ts'
import { formatZone, toWallTime } from '#shared/lib/time-zone.ts'
import { listInstants } from '#shared/lib/wall-time.ts'
import { getWithdrawalDeadline, lacksEarlyStart } from '#shared/payment/withdrawal.ts'
import { parseMinute } from '#shared/schedule/time-ranges.ts'
import actions from './booking-actions.module.css'
import styles from './commands.module.css'
import { type ActionProps, FormDialog } from './use-booking-command.tsx'

/**
 * Reschedules a booking to a time of the owner's choice, shown in both time zones before it is
 * saved.
 */
export function MoveBooking(props: ActionProps) {
  return (
    <FormDialog
      title="Move to a new time"
      disabledReason={props.disabledReason}
      label={
        <IconLabel>
          <CalendarIcon />
          <span>
            Move <span className={actions.longer}>to a new time</span>
          </span>
        </IconLabel>
      }
      renderForm={(close) => <MoveForm {...props} close={close} />}
    />
  )
}

function MoveForm({ booking, command, now, close }: ActionProps & { close: () => void }) {
  const { start, end, ownerZone } = booking
  const [date, setDate] = useState(() => toWallTime(Date.parse(start), ownerZone).date)
  const [time, setTime] = useState(() => formatClockTime(Date.parse(start), ownerZone))
  const chosen = parseChosenTime({
    date,
    time,
    zone: ownerZone,
    duration: Date.parse(end) - Date.parse(start),
  })
  const name = getFirstName(booking)
  const problem = validateChosenTime(chosen, now)
  const [refused, setRefused] = useState<number>()
  const [attempt, setAttempt] = useState(0)
  const day = useMoveDay(booking.id, date, attempt)
  const remark = chosen && !problem ? getTimeWarning(chosen, day, ownerZone) : undefined

  const move = async () => {
    if (!chosen || problem) return
    const newStart = new Date(chosen.start).toISOString()
    const done = `The booking has its new time. ${command.formatNotice('is notified by email.')}`
    if (
      await command.run(
        (given) => callEndpoint(rescheduleBooking, { ...given, start: newStart }),
        done,
      )
    )
      return close()
    setRefused(chosen.start)
    setAttempt((count) => count + 1)
  }
  return (
    <form
      className="stack gap-4"
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
        <Field label={`Time in ${formatZone(ownerZone)}`} error={problem}>
          {(control) => <TimeInput {...control} value={time} required onChange={setTime} />}
        </Field>
      </div>
      {remark ? (
        <p className={`${type.strong} ${kit.warning}`} role="status">
          {remark}
        </p>
      ) : null}
      <DayTimes
        day={day}
        zone={ownerZone}
        chosen={chosen?.start}
        onChoose={(start) => setTime(formatClockTime(start, ownerZone))}
      />
      {chosen ? <ZoneRulers booking={booking} time={chosen} isUnsaved /> : null}
      {chosen && isAtNight(chosen, getGuestZone(booking)) ? (
        <p className={`${type.strong} ${kit.warning}`}>That is night where {name} is.</p>
      ) : null}
      {chosen ? <EarlyStartWarning booking={booking} start={chosen.start} now={now} /> : null}
      <p className={type.note}>
        Any time that is free in your bookings and your calendar, also outside your hours.{' '}
        {command.formatNotice('is notified by email, with a calendar file.')}
      </p>
      {refused !== undefined && refused === chosen?.start && command.errorText ? (
        <Banner tone="conflict" title="The booking was not moved">
          {command.errorText}
        </Banner>
      ) : null}
      <DialogFoot>
        <Button small variant="ghost" onClick={close}>
          Keep the current time
        </Button>
        <Button small type="submit" busy={command.busy} disabled={!chosen || Boolean(problem)}>
          Move booking
        </Button>
      </DialogFoot>
    </form>
  )
}

interface EarlyStartWarningProps {
  booking: DeskBooking
  /** UTC milliseconds, like `now`. */
  start: number
  now: number
}

/** A buyer who did not ask for the early start keeps the right to withdraw, also after the meeting. */
function EarlyStartWarning({ booking, start, now }: EarlyStartWarningProps) {
  const { purchase, paidAt, ownerZone: zone } = booking
  const purchasedAt = paidAt === null ? now : Date.parse(paidAt)
  if (!lacksEarlyStart(purchase?.buyer ?? null, { start, purchasedAt, zone })) return null
  const name = getFirstName(booking)
  const lastDay = formatFullDate(getWithdrawalDeadline(purchasedAt, zone) - 1, zone)
  return (
    <p className={`${type.strong} ${kit.warning}`}>
      {name} has not asked to meet within the 14 days of the right of withdrawal, and so can
      withdraw with a full refund until {lastDay}, also after the meeting. If you offer times
      instead, {name} has to ask for it to take one within these days.
    </p>
  )
}

interface TypedTime {
  date: string
  time: string
  zone: string
  /** Duration of the meeting, milliseconds. */
  duration: number
}

/**
 * The chosen interval. Undefined while the date or time is incomplete, or if the clock change skips
 * it.
 */
function parseChosenTime({ date, time, zone, duration }: TypedTime) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}/.test(time)) return undefined
  const [start] = listInstants(date, parseMinute(time), zone)
  return start === undefined ? undefined : { start, end: start + duration }
}

function validateChosenTime(
  chosen: { start: number } | undefined,
  now: number,
): string | undefined {
  if (!chosen) return 'Please choose a date, and a time that exists on that date.'
  if (chosen.start <= now) return 'This time has passed.'
  return chosen.start % 300_000 === 0 ? undefined : 'Please choose a time in steps of five minutes.'
}

type MoveDayQuery = ReturnType<typeof useMoveDay>

/** The slots and events of a date. Fetched again for each date, and after a move was refused. */
function useMoveDay(id: string, date: string, attempt: number) {
  const [whole, setWhole] = useState(date)
  // While a date is being typed, the last complete one stays.
  if (date !== whole && /^\d{4}-\d{2}-\d{2}$/.test(date)) setWhole(date)
  return useEndpoint(getMoveDay, { id, date: whole }, attempt)
}

/**
 * A remark on the chosen time: what already takes it up, or that it is outside the hours.
 * Undefined if there is nothing to say.
 */
function getTimeWarning(chosen: Interval, query: MoveDayQuery, zone: string): string | undefined {
  if (query.loading || query.refusal || !query.value) return undefined
  const { taken, hours } = query.value
  const meets = (one: { start: string; end: string }) =>
    Date.parse(one.start) < chosen.end && Date.parse(one.end) > chosen.start
  const has = taken.find(meets)
  if (has) return `${has.name ?? 'Your calendar'} has ${formatInterval(has, zone)}.`
  const within = hours.some(
    ({ start, end }) => Date.parse(start) <= chosen.start && chosen.end <= Date.parse(end),
  )
  return within ? undefined : 'This is outside your hours. You can still choose it.'
}

interface DayTimesProps {
  day: MoveDayQuery
  zone: string
  /** The chosen start, UTC milliseconds. */
  chosen: number | undefined
  onChoose: (start: number) => void
}

const noteClass = `${type.note} ${styles.dayNote}`

/** The free times of a date as buttons, and what occupies the others. */
function DayTimes({ day, zone, chosen, onChoose }: DayTimesProps) {
  if (day.loading) return <p className={noteClass}>Looking at that day...</p>
  if (!day.value || day.refusal)
    return <p className={noteClass}>What is on that day could not be loaded.</p>
  const { freeStarts, taken, hours } = day.value
  return (
    <div className={styles.day}>
      <h3>Free on that day</h3>
      {freeStarts.length > 0 ? (
        <ul className={`stack gap-2 ${styles.times}`}>
          {freeStarts.map((start) => (
            <li key={start}>
              <button
                type="button"
                aria-pressed={Date.parse(start) === chosen}
                onClick={() => onChoose(Date.parse(start))}
              >
                {formatClockTime(Date.parse(start), zone)}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className={noteClass}>
          {hours.length > 0 ? 'Nothing is free in your hours.' : 'You have no hours on that day.'}
        </p>
      )}
      {taken.length > 0 ? (
        <p className={noteClass}>
          Taken:{' '}
          {taken
            .map((one) => `${formatInterval(one, zone)} ${one.name ?? 'your calendar'}`)
            .join('; ')}
          .
        </p>
      ) : null}
    </div>
  )
}

function formatInterval({ start, end }: { start: string; end: string }, zone: string): string {
  return `${formatClockTime(Date.parse(start), zone)} to ${formatClockTime(Date.parse(end), zone)}`
}
