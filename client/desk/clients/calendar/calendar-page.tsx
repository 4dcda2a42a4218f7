import { Link } from 'react-router-dom'
import type { ClientTrip } from '#client/data/store/types.ts'
import { useDataState } from '#client/data/use-data.ts'
import { CrmLayout } from '#client/desk/clients/crm-layout.tsx'
import { Box } from '#client/desk/kit/box.tsx'
import { formatLongDay, formatMonthName } from '#client/desk/kit/format-date.ts'
import { formatLongDate, toDisplayDate } from '#client/desk/kit/format-date-time.ts'
import { Agenda, type AgendaItem } from '#client/desk/kit/lists/agenda.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import {
  LoadErrorBanner,
  StaleBadge,
  useIsDisconnected,
} from '#client/desk/kit/page/data-state.tsx'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import { getTripPath, useTrips } from '#client/desk/kit/trip-band.tsx'
import { useAllBookings } from '#client/desk/queries/use-all-bookings.ts'
import { useBusyTimes, useCalendarFeed } from '#client/desk/queries/use-calendar-feed.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useServerNow } from '#client/desk/queries/use-now.ts'
import { useSchedule } from '#client/desk/queries/use-stored-schedule.ts'
import { formatRelativeTime, getDeviceZone } from '#client/lib/data/device-zone.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { NextIcon, PreviousIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { Interval } from '#shared/booking/slots.ts'
import { findClockChange, formatClockTime } from '#shared/booking/zoned-time.ts'
import { type CalendarView, listVisibleWeeks, shiftDate } from '#shared/clients/calendar-dates.ts'
import { formatTripDates, formatTripDays } from '#shared/clients/format-trip.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { formatZone, toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant } from '#shared/lib/wall-time.ts'
import type { FeedView } from '#shared/schedule/feed-api.ts'
import { AwayRow } from './away-row.tsx'
import { getLookText } from './booking-look.ts'
import looks from './booking-looks.module.css'
import {
  type CalendarData,
  listBookingsOnDate,
  listBusyOnDate,
  listTripsOnDate,
  MAX_TRAVELS,
} from './calendar-data.ts'
import styles from './calendar-page.module.css'
import { MonthView } from './month-view.tsx'
import { type CalendarParams, useCalendarParams } from './use-calendar-params.ts'
import { WeekView } from './week-view.tsx'

/** Bookings and journeys by month or week, from the data on this device. */
export function CalendarPage() {
  const { data: known, desk } = useCalendarData()
  const place = useCalendarParams(known.today)
  const { view, date } = place
  const days = listVisibleWeeks(view, date).flat()
  const trips = useTrips(days[0] ?? date, days.at(-1) ?? date)
  const feed = useCalendarFeed()
  const busy = useBusyTimes(date)
  const data = { ...known, trips, busy: busy.data ?? NO_TIMES }
  // Bookings that are read in a moment are no reason to say that there are none yet.
  const isUnknown = useDataState().syncedAt === undefined && desk.state === 'none'
  const title = formatTitle(view, date)
  useTitle('Calendar')
  return (
    <CrmLayout>
      <div className={styles.page}>
        <CalendarHead title={title} params={place} today={data.today} />
        <LoadErrorBanner failure="Failed to load bookings" desk={desk} />
        <LoadErrorBanner failure="Failed to load busy times" desk={busy} />
        {isUnknown && trips.length === 0 ? (
          <EmptyState object="almanac" title="Your calendar is not on this device yet">
            It appears once this device has a connection to the server.
          </EmptyState>
        ) : view === 'month' ? (
          <>
            <MonthView {...{ data, params: place, title }} />
            <CalendarLegend />
            <DayList data={data} date={date} />
          </>
        ) : (
          <>
            <WeekView data={data} params={place} />
            <CalendarLegend />
          </>
        )}
        <div className={styles.foot}>
          <ClockChanges days={days} zone={data.zone} />
          <p>All times in {formatZone(data.zone)}</p>
          <BusyAge feed={feed} now={data.now} />
          <StaleBadge desk={desk} />
        </div>
      </div>
    </CrmLayout>
  )
}

/** `November 2026`, `23 to 29 November 2026` */
function formatTitle(view: CalendarView, date: PlainDate): string {
  if (view === 'month') return `${formatMonthName(date.slice(0, 7))} ${date.slice(0, 4)}`
  const [week = []] = listVisibleWeeks('week', date)
  return formatTripDates({ start: week[0] ?? date, end: week.at(-1) ?? date })
}

/** The age of the busy times, and the date up to which they were read. */
export function BusyAge({ feed, now }: { feed: DeskData<FeedView>; now: number }) {
  const cut = useIsDisconnected(feed)
  const { data, state, asOf } = feed
  if (state === 'none') return <p>Your busy times are not on this device yet.</p>
  if (!data?.syncedAt) return null
  const until = data.coversUntil && formatLongDate(toDisplayDate(Date.parse(data.coversUntil)))
  return (
    <p>
      Your own calendar was read {formatRelativeTime(Date.parse(data.syncedAt), now)}
      {until ? `, until ${until}` : ''}.
      {cut && asOf ? ` Busy times are shown as of ${formatRelativeTime(asOf, now)}.` : ''}
    </p>
  )
}

const legendItems = [
  ['booked', 'Booking'],
  ['open', 'Awaiting payment'],
  ['conflict', 'Needs new time'],
  ['trip', 'Trip or journey'],
  ['busy', 'Busy, from your calendar'],
  ['shut', 'Not available'],
] as const

/** The key to the colours of the calendar. */
export function CalendarLegend() {
  return (
    <ul className={styles.legend} aria-label="Key">
      {legendItems.map(([sign, text]) => (
        <li key={sign} className="row gap-2">
          <i className={looks[sign] ?? styles[sign]} aria-hidden="true" />
          {text}
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
  const from = getFirstInstant(first, 0, zone)
  const to = getFirstInstant(addDays(last, 1), 0, zone)
  const change = findClockChange(from, to, zone)
  if (!change) return null
  const before = formatClockTime(change.at - 60_000, zone)
  const day = formatLongDay(toWallTime(change.at, zone).date)
  return (
    <p>
      {change.minutes > 0
        ? `Clocks go forward on ${day}: after ${before} comes ${formatClockTime(change.at, zone)}.`
        : `Clocks go back on ${day}: ${formatClockTime(change.at, zone)} to ${before} comes twice.`}
    </p>
  )
}

const NO_BOOKINGS: readonly DeskBooking[] = []
const NO_TIMES: readonly Interval[] = []

/**
 * The calendar's data from this device, except the clients' journeys and the owner's busy times.
 */
export function useCalendarData() {
  const bookings = useAllBookings()
  const { data: schedule } = useSchedule()
  const now = useServerNow()
  const zone = schedule?.timeZone ?? bookings.timeZone ?? getDeviceZone()
  const today: PlainDate = toWallTime(now, zone).date
  const data: Omit<CalendarData, 'trips' | 'busy'> = {
    zone,
    now,
    today,
    bookings: bookings.data ?? NO_BOOKINGS,
    schedule,
  }
  return { data, desk: bookings }
}

const viewOptions: { value: CalendarView; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
]

interface CalendarHeadProps {
  title: string
  params: CalendarParams
  today: PlainDate
}

/** The title of the month or week, and the buttons that switch to another. */
export function CalendarHead({ title, params, today }: CalendarHeadProps) {
  const { view, date, go } = params
  const [first, last] = title.split(' to ')
  const turn = (by: 1 | -1) => () => go({ date: shiftDate(view, date, by) })
  return (
    <div className={`split ${styles.head}`}>
      <div className={styles.title}>
        <h1 aria-live="polite" className={last ? styles.span : ''}>
          <span className="together">{last ? `${first} to` : first}</span>{' '}
          {last ? <span className="together">{last}</span> : null}
        </h1>
        <button type="button" className={styles.arrow} data-print="off" onClick={turn(-1)}>
          <PreviousIcon />
          <VisuallyHidden>Previous {view}</VisuallyHidden>
        </button>
        <button type="button" className={styles.arrow} data-print="off" onClick={turn(1)}>
          <NextIcon />
          <VisuallyHidden>Next {view}</VisuallyHidden>
        </button>
      </div>
      <div className={`row wrap gap-2 ${styles.actions}`} data-print="off">
        <Button small variant="ghost" onClick={() => go({ date: today })}>
          Today
        </Button>
        <SegmentedControl
          label="View"
          options={viewOptions}
          value={view}
          onChange={(next) => go({ view: next })}
        />
      </div>
    </div>
  )
}

/** The chosen day in full, its calls first; a phone shows it below the month, which has no room for it. */
export function DayList({ data, date }: { data: CalendarData; date: PlainDate }) {
  const calls = listCallItems(data, date)
  const travels = listTravelItems(data, date)
  const isLong = travels.length > MAX_TRAVELS
  const agenda = { zone: data.zone, emptyText: 'Nothing on this day.' }
  return (
    <Box title={formatLongDay(date)} flush className={styles.dayList}>
      {isLong && calls.length === 0 ? null : (
        <Agenda items={isLong ? calls : [...calls, ...travels]} {...agenda} />
      )}
      {isLong ? (
        <AwayRow key={date} count={travels.length}>
          <Agenda items={travels} {...agenda} />
        </AwayRow>
      ) : null}
    </Box>
  )
}

/** A time that is busy all day gets no hours. */
function listBusyItems(data: CalendarData, date: PlainDate): AgendaItem[] {
  const at = (minute: number) => new Date(getFirstInstant(date, minute, data.zone)).toISOString()
  return listBusyOnDate(data, date).map(({ from, to }) => ({
    id: `busy ${from}`,
    title: 'Busy',
    detail: 'From your calendar',
    ...(to - from < 1440 && { hours: { start: at(from), end: at(to) } }),
  }))
}

/** `Trip: Claire Marchetti`, `Journey: Lofoten, by sea` */
function formatTripTitle({ journeyId, name, trip }: ClientTrip): string {
  return journeyId ? `Journey: ${trip.place}` : `Trip: ${name}`
}

/** Bookings and busy times of a day, in order of time. */
function listCallItems(data: CalendarData, date: PlainDate): AgendaItem[] {
  const bookings = listBookingsOnDate(data, date).map((booking) => ({
    id: booking.id,
    hours: booking,
    title: <Link to={`/admin/bookings/${booking.id}`}>{booking.clientName}</Link>,
    detail: [booking.serviceTitle, getLookText(booking)?.toLowerCase()].filter(Boolean).join(', '),
  }))
  const timed = [...bookings, ...listBusyItems(data, date)]
  timed.sort((a, b) => (a.hours?.start ?? '').localeCompare(b.hours?.start ?? ''))
  return timed
}

function listTravelItems(data: CalendarData, date: PlainDate): AgendaItem[] {
  return listTripsOnDate(data, date).map((item) => ({
    id: item.trip.id,
    title: <Link to={getTripPath(item)}>{formatTripTitle(item)}</Link>,
    detail: [item.journeyId ? item.name : item.trip.place, formatTripDays(item.trip)]
      .filter(Boolean)
      .join(', '),
  }))
}
