import { useRef, useState } from 'react'
import { firstName } from '#client/desk/bookings/booking-words.ts'
import { ZoneRulers } from '#client/desk/bookings/zone-rulers.tsx'
import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { call } from '#client/lib/data/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { CalendarIcon } from '#client/ui/icons.tsx'
import { rescheduleBooking } from '#shared/booking/desk-api.ts'
import { isAtNight } from '#shared/booking/rulers.ts'
import { clockTime } from '#shared/booking/times.ts'
import { instantsOfWall } from '#shared/lib/wall.ts'
import { wallOf, zoneWords } from '#shared/lib/zone.ts'
import { minuteOf } from '#shared/schedule/opening.ts'
import styles from './move-booking.module.css'
import { DayTimes, remarkOn, useMoveDay } from './move-day.tsx'
import type { ActionProps } from './use-command.ts'

interface MoveBookingProps extends ActionProps {
  barred: string | undefined
}

/** Another time of the owner's choosing, shown in both zones before it is set. */
export function MoveBooking(props: MoveBookingProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Opened anew, it begins with the time that the booking then has.
  const [open, setOpen] = useState(false)
  return (
    <>
      <DeskButton
        variant="ghost"
        barred={props.barred}
        onClick={() => {
          setOpen(true)
          dialog.current?.showModal()
        }}
      >
        <Iconed>
          <CalendarIcon />
          Move to a new time
        </Iconed>
      </DeskButton>
      <DeskDialog ref={dialog} title="Move to a new time" onClose={() => setOpen(false)}>
        {open ? <MoveForm {...props} close={() => dialog.current?.close()} /> : null}
      </DeskDialog>
    </>
  )
}

function MoveForm({ booking, command, now, close }: MoveBookingProps & { close: () => void }) {
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
    const done = `The booking has its new time. ${name} is told by e-mail.`
    if (await command.give((given) => call(rescheduleBooking, { ...given, start: wish }), done))
      return close()
    setRefused(chosen.start)
    setAttempt((count) => count + 1)
  }
  return (
    <form
      className={styles.form}
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
        <p className={styles.warning} role="status">
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
        <p className={styles.warning}>That is night where {name} is.</p>
      ) : null}
      <p className={styles.note}>
        Any time that is free in your bookings and your calendar, also outside your hours. {name} is
        told by e-mail, with a calendar file.
      </p>
      {refused !== undefined && refused === chosen?.start && command.failed ? (
        <Banner tone="conflict" title="The booking was not moved">
          {command.failed}
        </Banner>
      ) : null}
      <div className={styles.actions}>
        <Button small variant="ghost" onClick={close}>
          Keep the time
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
  /** Milliseconds. */
  length: number
}

/** Undefined while one of both is not filled in, or where the clocks skip such a time. */
function chosenTime({ date, time, zone, length }: Wish) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}/.test(time)) return undefined
  const [start] = instantsOfWall(date, minuteOf(time), zone)
  return start === undefined ? undefined : { start, end: start + length }
}

function problemOf(chosen: { start: number } | undefined, now: number): string | undefined {
  if (!chosen) return 'Please choose a date and a time that exists on it.'
  if (chosen.start <= now) return 'This time has passed.'
  return chosen.start % 300_000 === 0 ? undefined : 'A meeting begins at a full five minutes.'
}
