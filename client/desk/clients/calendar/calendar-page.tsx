import { Link } from 'react-router-dom'
import { CrmFrame } from '#client/desk/clients/crm-frame.tsx'
import { dateHere, plainDateWords } from '#client/desk/clients/day-of.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { longDay, monthName } from '#client/desk/kit/day-words.ts'
import { Agenda, type AgendaItem } from '#client/desk/kit/lists/agenda.tsx'
import { AsOf, LoadTrouble, useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import { Segmented } from '#client/desk/kit/page/segmented-control.tsx'
import { useTrips } from '#client/desk/kit/trip-band.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useBookingRecords } from '#client/desk/queries/booking-records.ts'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { deviceZone, momentWords } from '#client/lib/data/device-zone.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { NextIcon, PreviousIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { clockChangeBetween, clockTime } from '#shared/booking/times.ts'
import { type CalendarView, turned, weeksShown } from '#shared/clients/calendar.ts'
import { tripDates, tripDays } from '#shared/clients/trip-words.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { firstInstantFrom } from '#shared/lib/wall.ts'
import { wallOf, zoneWords } from '#shared/lib/zone.ts'
import { contentOf, getScheduleSettings } from '#shared/schedule/desk-api.ts'
import { getBusyTimes } from '#shared/schedule/feed-api.ts'
import { lookWords } from './booking-look.ts'
import { bookingsOn, busyOn, type CalendarData, tripsOn } from './calendar-data.ts'
import styles from './calendar-page.module.css'
import looks from './looks.module.css'
import { MonthView } from './month-view.tsx'
import { type CalendarPlace, useCalendarPlace } from './use-calendar-place.ts'
import { WeekView } from './week-view.tsx'

/** Bookings and journeys by month or week, from the data on this device. */
export function CalendarPage() {
  const { data: known, desk } = useCalendarData()
  const place = useCalendarPlace(known.today)
  const { view, date } = place
  const days = weeksShown(view, date).flat()
  const trips = useTrips(days[0] ?? date, days.at(-1) ?? date)
  const times = useBusyTimes(date)
  const data = { ...known, trips, busy: times.busy }
  const title = titleOf(view, date)
  useTitle('Calendar')
  return (
    <CrmFrame>
      <div className={styles.page}>
        <CalendarHead title={title} place={place} today={data.today} />
        <LoadTrouble failure="Failed to load bookings" desk={desk} />
        {view === 'month' ? (
          <>
            <MonthView {...{ data, place, title }} />
            <CalendarKey />
            <DayList data={data} date={date} />
          </>
        ) : (
          <>
            <WeekView data={data} place={place} />
            <CalendarKey />
          </>
        )}
        <div className={styles.foot}>
          <ClockChanges days={days} zone={data.zone} />
          <p>All times in {zoneWords(data.zone)}</p>
          <BusyAge desk={times.desk} now={data.now} />
          <AsOf desk={desk} />
        </div>
      </div>
    </CrmFrame>
  )
}

/** `November 2026`, `23 to 29 November 2026` */
function titleOf(view: CalendarView, date: PlainDate): string {
  if (view === 'month') return `${monthName(date.slice(0, 7))} ${date.slice(0, 4)}`
  const [week = []] = weeksShown('week', date)
  return tripDates({ start: week[0] ?? date, end: week.at(-1) ?? date })
}

/** The age of the busy times, and the date up to which they were read. */
export function BusyAge({ desk, now }: { desk: BusyTimes['desk']; now: number }) {
  const cut = useIsCutOff(desk)
  const { data, state, asOf } = desk
  if (state === 'none') return <p>Your busy times of these weeks are not on this device yet.</p>
  if (!data?.readAt) return null
  const until = data.readUntil && plainDateWords(dateHere(Date.parse(data.readUntil)))
  return (
    <p>
      Your own calendar was read {momentWords(Date.parse(data.readAt), now)}
      {until ? `, until ${until}` : ''}.
      {cut && asOf ? ` Busy times are shown as of ${momentWords(asOf, now)}.` : ''}
    </p>
  )
}

const signs = [
  ['booked', 'Booking'],
  ['open', 'Awaiting payment'],
  ['conflict', 'Needs new time'],
  ['trip', 'Trip'],
  ['busy', 'Busy, from your calendar'],
  ['shut', 'Not available'],
] as const

/** The key to the colours of the calendar. */
export function CalendarKey() {
  return (
    <ul className={styles.key} aria-label="Key">
      {signs.map(([sign, words]) => (
        <li key={sign}>
          <i className={looks[sign] ?? styles[sign]} aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  )
}

interface ClockChangesProps {
  /** In ascending order. */
  days: readonly PlainDate[]
  zone: string
}

/** A note if the clocks change on one of the days. */
export function ClockChanges({ days, zone }: ClockChangesProps) {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const from = firstInstantFrom(first, 0, zone)
  const to = firstInstantFrom(addDays(last, 1), 0, zone)
  const change = clockChangeBetween(from, to, zone)
  if (!change) return null
  const before = clockTime(change.at - 60_000, zone)
  const day = longDay(wallOf(change.at, zone).date)
  return (
    <p>
      {change.minutes > 0
        ? `Clocks go forward on ${day}: after ${before} comes ${clockTime(change.at, zone)}.`
        : `Clocks go back on ${day}: ${clockTime(change.at, zone)} to ${before} comes twice.`}
    </p>
  )
}

const NONE: readonly DeskBooking[] = []

/**
 * The calendar's data from this device, except the clients' journeys and the owner's busy times.
 */
export function useCalendarData() {
  const bookings = useBookingRecords()
  const schedule = useDeskData(getScheduleSettings, {})
  const now = useMinute()
  const zone = schedule.data?.settings.timeZone ?? bookings.timeZone ?? deviceZone()
  const today: PlainDate = wallOf(now, zone).date
  const data: Omit<CalendarData, 'trips' | 'busy'> = {
    zone,
    now,
    today,
    bookings: bookings.data ?? NONE,
    schedule: schedule.data && contentOf(schedule.data),
  }
  return { data, desk: bookings }
}

/**
 * The owner's busy times in the weeks of a date's month. This device stores each month that was
 * viewed.
 */
export function useBusyTimes(date: PlainDate) {
  const desk = useDeskData(getBusyTimes, { month: `${date.slice(0, 7)}-01` })
  const busy = (desk.data?.busy ?? []).map(({ start, end }) => ({
    start: Date.parse(start),
    end: Date.parse(end),
  }))
  return { busy, desk }
}

export type BusyTimes = ReturnType<typeof useBusyTimes>

const views: { value: CalendarView; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
]

interface CalendarHeadProps {
  title: string
  place: CalendarPlace
  today: PlainDate
}

/** The title of the month or week, and the buttons that switch to another. */
export function CalendarHead({ title, place, today }: CalendarHeadProps) {
  const { view, date, go } = place
  const turn = (by: 1 | -1) => () => go({ date: turned(view, date, by) })
  return (
    <div className={`${layout.between} ${styles.head}`}>
      <div className={styles.title}>
        <h1 aria-live="polite">{title}</h1>
        <button type="button" className={styles.turn} data-print="off" onClick={turn(-1)}>
          <PreviousIcon />
          <VisuallyHidden>Previous {view}</VisuallyHidden>
        </button>
        <button type="button" className={styles.turn} data-print="off" onClick={turn(1)}>
          <NextIcon />
          <VisuallyHidden>Next {view}</VisuallyHidden>
        </button>
      </div>
      <div className={`${layout.row} ${styles.actions}`} data-print="off">
        <Button small variant="ghost" onClick={() => go({ date: today })}>
          Today
        </Button>
        <Segmented
          label="View"
          options={views}
          value={view}
          onChange={(next) => go({ view: next })}
        />
      </div>
    </div>
  )
}

/** The chosen day in full; a phone shows it below the month, which has no room for it. */
export function DayList({ data, date }: { data: CalendarData; date: PlainDate }) {
  return (
    <Box title={longDay(date)} flush className={styles.box}>
      <Agenda items={itemsOn(data, date)} zone={data.zone} none="Nothing on this day." />
    </Box>
  )
}

/** A time that is busy all day gets no hours. */
function busyItems(data: CalendarData, date: PlainDate): AgendaItem[] {
  const at = (minute: number) => new Date(firstInstantFrom(date, minute, data.zone)).toISOString()
  return busyOn(data, date).map(({ from, to }) => ({
    id: `busy ${from}`,
    title: 'Busy',
    words: 'From your calendar',
    ...(to - from < 1440 && { hours: { start: at(from), end: at(to) } }),
  }))
}

function itemsOn(data: CalendarData, date: PlainDate): AgendaItem[] {
  const bookings = bookingsOn(data, date).map((booking) => ({
    id: booking.id,
    hours: booking,
    title: <Link to={`/admin/bookings/${booking.id}`}>{booking.clientName}</Link>,
    words: [catalogue[booking.serviceType].title, lookWords(booking)?.toLowerCase()]
      .filter(Boolean)
      .join(', '),
  }))
  const trips = tripsOn(data, date).map(({ clientId, name, trip }) => ({
    id: trip.id,
    title: <Link to={`/admin/crm/${clientId}`}>Trip: {name}</Link>,
    words: `${trip.place}, ${tripDays(trip)}`,
  }))
  const timed = [...bookings, ...busyItems(data, date)]
  timed.sort((a, b) => (a.hours?.start ?? '').localeCompare(b.hours?.start ?? ''))
  return [...timed, ...trips]
}
