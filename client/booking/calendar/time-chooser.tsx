import { type RefObject, useMemo, useRef } from 'react'
import type { Flow } from '#client/booking/flow.ts'
import { alternativeTimeLink } from '#client/booking/service-copy.ts'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import text from '#client/ui/type.module.css'
import { clockChangeNote, clockChangesBefore } from '#shared/booking/times.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { dateWords } from '#shared/lib/date-words.ts'
import { wallOf, zoneCity } from '#shared/lib/zone.ts'
import styles from './calendar-step.module.css'
import { SlotList, SlotSkeletons } from './slot-list.tsx'
import type { Calendar } from './use-calendar.ts'
import { ZonePicker } from './zone-picker.tsx'

interface TimeChooserProps {
  flow: Flow
  calendar: Calendar
}

/** From this width down the times are below the calendar; same width as `.when` in the styles. */
const ONE_COLUMN = '(max-width: 75rem)'

/** Ref for the list of times, and `showTimes`, which scrolls to it in the one-column layout. */
export function useTimesInView() {
  const times = useRef<HTMLDivElement>(null)
  const showTimes = () => {
    if (!matchMedia(ONE_COLUMN).matches) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    // After React has rendered the times of the chosen day.
    requestAnimationFrame(() =>
      times.current?.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' }),
    )
  }
  return { times, showTimes }
}

/** The open times of the chosen day, with notes on clock changes. */
export function TimeChooser({
  flow,
  calendar,
  ref,
}: TimeChooserProps & { ref: RefObject<HTMLDivElement | null> }) {
  const { draft, zone, service } = flow
  return (
    <div className={styles.times} ref={ref}>
      {draft.date ? (
        <DayTimes flow={flow} calendar={calendar} date={draft.date} />
      ) : (
        <p className={`${text.sentence} ${styles.empty}`}>
          Choose a day to see the available times.
        </p>
      )}
      {draft.start !== null && calendar.ownerZone ? (
        <ClockNotes start={draft.start} visitor={zone} owner={calendar.ownerZone} />
      ) : null}
      <p className={`${text.note} ${styles.links} ${styles.alternative}`}>
        {draft.date ? 'None of these?' : 'No day that suits?'}{' '}
        <a href={alternativeTimeLink(service, draft.date)}>Request alternative time</a>
      </p>
    </div>
  )
}

export function ZoneChooser({ flow, calendar }: TimeChooserProps) {
  const { draft, zone } = flow
  const noon = draft.date ? Date.parse(`${draft.date}T12:00:00Z`) : systemClock()
  return (
    <div className={styles.zone}>
      <ZonePicker zone={zone} at={draft.start ?? noon} onChange={calendar.chooseZone} />
    </div>
  )
}

function DayTimes({ flow, calendar, date }: TimeChooserProps & { date: PlainDate }) {
  const { draft, zone, service, change } = flow
  const { starts } = calendar
  return (
    <>
      <h3 className={`${text.h4} ${styles.slotsTitle}`}>Times on {dateWords(date, 'weekday')}</h3>
      {starts?.length === 0 ? null : (
        <p className={`${text.fine} ${styles.slotsNote}`}>
          {service.durationMinutes} minutes each, shown in {cityTime(zone)}
        </p>
      )}
      {starts && starts.length > 0 ? (
        <SlotList
          label={`Available times, ${dateWords(date, 'weekday')}`}
          starts={starts}
          zone={zone}
          chosen={draft.start}
          lost={lostOn(date, draft.lost, zone)}
          onChoose={(start) => change({ start, lost: null })}
        />
      ) : null}
      {calendar.owners ? (
        <p className={`${text.fine} ${styles.slotsNote}`}>{checkedWords(calendar.owners)}</p>
      ) : null}
      {starts?.length === 0 ? (
        <p className={`${text.sentence} ${styles.empty}`}>No available times for this date</p>
      ) : null}
      {!starts && !calendar.failed ? <SlotSkeletons /> : null}
    </>
  )
}

/** `Oslo time` for `Europe/Oslo`. */
function cityTime(zone: string): string {
  return zone === 'UTC' ? 'UTC' : `${zoneCity(zone)} time`
}

/** Says how reliable the times are, given when the owner's external calendar was read. */
function checkedWords({
  asOf,
  fresh,
}: NonNullable<TimeChooserProps['calendar']['owners']>): string {
  return fresh && asOf
    ? `Checked against our own calendar ${momentWords(Date.parse(asOf), systemClock())}.`
    : 'Our own calendar cannot be read right now, so your choice is a request until we confirm it.'
}

/** The lost start if it is on this date of the visitor's zone, else null. */
function lostOn(date: PlainDate, lost: number | null, zone: string): number | null {
  return lost !== null && wallOf(lost, zone).date === date ? lost : null
}

interface ClockNotesProps {
  start: number
  visitor: string
  owner: string
}

/** Notes on clock changes between now and the meeting, in either zone. */
function ClockNotes({ start, visitor, owner }: ClockNotesProps) {
  const changes = useMemo(
    () => clockChangesBefore(start, systemClock(), { visitor, owner }),
    [start, visitor, owner],
  )
  return changes.map((change) => (
    <p key={change.zone} className={styles.clocks}>
      {clockChangeNote(change)}
    </p>
  ))
}
