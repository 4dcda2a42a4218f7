import { type RefObject, useRef } from 'react'
import type { Flow } from '#client/booking/flow.ts'
import { toTimeRequestLink } from '#client/booking/service-text.ts'
import { systemClock } from '#client/lib/clock.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { SlotList, SlotListSkeleton } from '#client/ui/calendar/slot-list.tsx'
import text from '#client/ui/type.module.css'
import type { PlainDate } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { formatZoneCity, toWallTime } from '#shared/lib/time-zone.ts'
import styles from './calendar-step.module.css'
import { ClockChangeNotes } from './time-notes.tsx'
import type { Calendar } from './use-calendar.ts'
import { ZoneSelect } from './zone-select.tsx'

interface TimeChooserProps {
  flow: Flow
  calendar: Calendar
}

/** From this width down the times are below the calendar; same width as `.when` in the styles. */
const ONE_COLUMN_QUERY = '(max-width: 75rem)'

/** Ref for the list of times, and `showTimes`, which scrolls to it in the one-column layout. */
export function useScrollToTimes() {
  const times = useRef<HTMLDivElement>(null)
  const showTimes = () => {
    if (!matchMedia(ONE_COLUMN_QUERY).matches) return
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
        <ClockChangeNotes
          className={styles.clockChange}
          start={draft.start}
          zones={{ visitor: zone, owner: calendar.ownerZone }}
        />
      ) : null}
      <p className={`${text.note} ${styles.links} ${styles.alternative}`}>
        {draft.date ? 'None of these?' : 'No day that suits?'}{' '}
        <a href={toTimeRequestLink(service, draft.date)}>Request alternative time</a>
      </p>
    </div>
  )
}

export function ZoneChooser({ flow, calendar }: TimeChooserProps) {
  const { draft, zone } = flow
  const noon = draft.date ? Date.parse(`${draft.date}T12:00:00Z`) : systemClock()
  return (
    <div className={styles.zone}>
      <ZoneSelect zone={zone} at={draft.start ?? noon} onChange={calendar.chooseZone} />
    </div>
  )
}

function DayTimes({ flow, calendar, date }: TimeChooserProps & { date: PlainDate }) {
  const { draft, zone, service, change } = flow
  const { starts } = calendar
  return (
    <>
      <h3 className={`${text.h4} ${styles.slotsTitle}`}>Times on {formatDate(date, 'weekday')}</h3>
      {starts?.length === 0 ? null : (
        <p className={`${text.fine} ${styles.slotsNote}`}>
          {service.durationMinutes} minutes each, shown in {formatCityTime(zone)}
        </p>
      )}
      {starts && starts.length > 0 ? (
        <SlotList
          label={`Available times, ${formatDate(date, 'weekday')}`}
          starts={starts}
          zone={zone}
          chosen={listKnown(draft.start)}
          lost={listKnown(draft.lostStart).filter((lost) => toWallTime(lost, zone).date === date)}
          onChoose={(start) => change({ start, lostStart: null })}
        />
      ) : null}
      {calendar.ownerCalendar ? (
        <p className={`${text.fine} ${styles.calendarCheck}`}>
          {formatCalendarCheck(calendar.ownerCalendar, {
            starts: starts ?? [],
            isRequest: calendar.isRequest,
            chosen: draft.start,
          })}
        </p>
      ) : null}
      {starts?.length === 0 ? (
        <p className={`${text.sentence} ${styles.empty}`}>No available times for this date</p>
      ) : null}
      {!starts && !calendar.failed ? <SlotListSkeleton /> : null}
    </>
  )
}

/** `Oslo time` for `Europe/Oslo`. */
function formatCityTime(zone: string): string {
  return zone === 'UTC' ? 'UTC' : `${formatZoneCity(zone)} time`
}

/**
 * Which of the times may clash with the owner's calendar: the chosen one, all or some; `unread`: the
 * calendar itself is out of date.
 */
type Doubt = 'none' | 'unread' | 'chosen' | 'day' | 'some'

interface TimeChoice<Start> {
  starts: readonly Start[]
  /** Whether the owner may be busy at this time. */
  isRequest: (start: Start) => boolean
  chosen: Start | null
}

function findDoubt<Start>(
  { asOf, fresh }: NonNullable<Calendar['ownerCalendar']>,
  { starts, isRequest, chosen }: TimeChoice<Start>,
): Doubt {
  if (!fresh || !asOf) return 'unread'
  const doubtful = starts.filter(isRequest)
  if (doubtful.length === 0) return 'none'
  if (doubtful.length === starts.length) return 'day'
  if (chosen === null) return 'some'
  return isRequest(chosen) ? 'chosen' : 'none'
}

const doubtTexts: Record<Exclude<Doubt, 'none'>, string> = {
  unread:
    'My own calendar cannot be read right now, so your choice is a request until I confirm it.',
  chosen:
    'My own calendar is not clear about this time, so your choice is a request until I confirm it.',
  day: 'My own calendar is not clear about this day, so your choice is a request until I confirm it.',
  some: 'My own calendar is not clear about some of these times; such a choice is a request until I confirm it.',
}

/** Says how reliable the times are, given when the owner's external calendar was read. */
function formatCalendarCheck(
  calendar: NonNullable<Calendar['ownerCalendar']>,
  choice: Parameters<typeof findDoubt<number>>[1],
): string {
  const doubt = findDoubt(calendar, choice)
  return doubt === 'none'
    ? `Checked against my own calendar ${formatRelativeTime(Date.parse(calendar.asOf ?? ''), systemClock())}.`
    : doubtTexts[doubt]
}

function listKnown(start: number | null): number[] {
  return start === null ? [] : [start]
}
