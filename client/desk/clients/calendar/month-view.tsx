import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ClientTrip } from '#client/book/store/types.ts'
import { longDay, weekdayName } from '#client/desk/kit/day-words.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { TripBand } from '#client/desk/kit/trip-band.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { clockTime } from '#shared/booking/times.ts'
import { weeksShown } from '#shared/clients/calendar.ts'
import type { Stretch } from '#shared/clients/day-hours.ts'
import { type TripBand as Band, lanesOver, tripBands } from '#shared/clients/trip-bands.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { timeOfDay } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { type BookingLook, bookingLook, lookWords } from './booking-look.ts'
import {
  bookingsOn,
  busyOn,
  type CalendarData,
  isShut,
  narrowColumns,
  tripsOn,
} from './calendar-data.ts'
import looks from './looks.module.css'
import styles from './month-view.module.css'
import { type CalendarPlace, useDayKeys } from './use-calendar-place.ts'

/** Relative to the width of a normal column. */
const NARROW = 0.62

interface MonthViewProps {
  data: CalendarData
  place: CalendarPlace
  title: string
}

/** A month in whole weeks, with journeys as bands over their days. */
export function MonthView({ data, place, title }: MonthViewProps) {
  const weeks = weeksShown('month', place.date)
  const widths = narrowColumns(data, weeks).map((narrow) => (narrow ? NARROW : 1))
  const columns = widths.map((width) => `minmax(0, ${width}fr)`).join(' ')
  const { ref, onKeyDown } = useDayKeys(place)
  const open = (date: PlainDate) => {
    // A phone lists the day below the month; wider screens open the week view.
    const list = matchMedia('(max-width: 45rem)').matches
    place.go(list ? { date } : { view: 'week', date })
  }
  return (
    <div ref={ref} className={styles.month} style={{ '--columns': columns } as CSSProperties}>
      <table aria-label={title} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((date) => (
              <th key={date} scope="col" className={kit.groupHead}>
                {weekdayName(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <MonthWeek key={week[0]} {...{ week, widths, data, open }} date={place.date} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface MonthWeekProps {
  week: readonly PlainDate[]
  /** Relative widths of the seven columns. */
  widths: readonly number[]
  data: CalendarData
  /** The chosen day. */
  date: PlainDate
  open: (date: PlainDate) => void
}

/**
 * A week of the month. Each band is a child of its first day's cell and extends over the following
 * days.
 */
function MonthWeek({ week, widths, data, date, open }: MonthWeekProps) {
  const bands = tripBands(week, data.trips)
  const lanes = Math.max(0, ...bands.map(({ lane }) => lane + 1))
  return (
    <tr style={{ '--lanes': lanes } as CSSProperties}>
      {week.map((day, column) => (
        <MonthDay
          key={day}
          data={data}
          day={day}
          chosen={day === date}
          foreign={day.slice(0, 7) !== date.slice(0, 7)}
          lanes={lanesOver(bands, column)}
          open={open}
        >
          {bands
            .filter(({ from }) => from === column)
            .map((band) => (
              <TripBand
                key={band.item.trip.id}
                band={band}
                className={styles.band}
                style={placeOf(band, widths)}
              />
            ))}
        </MonthDay>
      ))}
    </tr>
  )
}

/**
 * The position of a band, relative to the width of the row. A phone uses `--from` and `--days`
 * instead, because its columns have equal widths.
 */
function placeOf({ from, to, lane }: Band<ClientTrip>, widths: readonly number[]): CSSProperties {
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)
  const share = (parts: readonly number[]) => `${(sum(parts) / sum(widths)) * 100}%`
  return {
    '--left': share(widths.slice(0, from)),
    '--width': share(widths.slice(from, to + 1)),
    '--from': from,
    '--days': to - from + 1,
    '--lane': lane,
  } as CSSProperties
}

interface MonthDayProps {
  data: CalendarData
  day: PlainDate
  chosen: boolean
  /** Whether the day belongs to the previous or next month. */
  foreign: boolean
  /** The number of lanes that journeys take up over this day. */
  lanes: number
  open: (date: PlainDate) => void
  /** The bands that start on this day. */
  children: ReactNode
}

function MonthDay({ data, day, chosen, foreign, lanes, open, children }: MonthDayProps) {
  const bookings = bookingsOn(data, day)
  const busy = busyOn(data, day)
  const today = day === data.today
  const shut = isShut(data, day)
  const look = [
    foreign && styles.foreign,
    shut && styles.shut,
    today && styles.today,
    today && looks.today,
  ]
  return (
    <td className={look.filter(Boolean).join(' ')} style={{ '--over': lanes } as CSSProperties}>
      <button
        type="button"
        data-date={day}
        className={styles.day}
        tabIndex={chosen ? 0 : -1}
        aria-pressed={chosen}
        aria-current={today ? 'date' : undefined}
        onClick={() => open(day)}
      >
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <VisuallyHidden>{dayWords(data, day)}</VisuallyHidden>
        <BookingMarks bookings={bookings} busy={busy.length > 0} />
      </button>
      {children}
      {bookings.length + busy.length > 0 ? (
        <ul>
          {inOrder([
            ...bookings.map((booking) => ({
              at: wallOf(Date.parse(booking.start), data.zone).minute,
              row: <MonthBooking key={booking.id} booking={booking} zone={data.zone} />,
            })),
            ...busy.map((stretch) => ({
              at: stretch.from,
              row: <MonthBusy key={stretch.from} stretch={stretch} />,
            })),
          ])}
        </ul>
      ) : null}
    </td>
  )
}

function inOrder(rows: { at: number; row: ReactNode }[]): ReactNode[] {
  return rows.sort((a, b) => a.at - b.at).map(({ row }) => row)
}

/** `Tuesday 24 November, 2 bookings, busy, 1 trip, not available` */
function dayWords(data: CalendarData, day: PlainDate): string {
  const bookings = bookingsOn(data, day).length
  const trips = tripsOn(data, day).length
  return [
    longDay(day),
    bookings > 0 && `${bookings} ${bookings === 1 ? 'booking' : 'bookings'}`,
    busyOn(data, day).length > 0 && 'busy',
    trips > 0 && `${trips} ${trips === 1 ? 'trip' : 'trips'}`,
    isShut(data, day) && 'not available',
  ]
    .filter(Boolean)
    .join(', ')
}

/** A phone's column has room for this many marks. */
const MARKS = 3
/** A day in minutes. */
const DAY = 1440

/** One booking in a day's cell. */
function MonthBooking({ booking, zone }: { booking: DeskBooking; zone: string }) {
  const words = lookWords(booking)
  return (
    <li>
      <Link
        to={`/admin/bookings/${booking.id}`}
        className={`${styles.booking} ${lookClass(bookingLook(booking))}`}
      >
        <time>{clockTime(Date.parse(booking.start), zone)}</time>
        <span>{booking.clientName}</span>
        {words ? <VisuallyHidden>, {words.toLowerCase()}</VisuallyHidden> : null}
      </Link>
    </li>
  )
}

/** A busy time from the owner's external calendar; an all-day one shows no hours. */
function MonthBusy({ stretch: { from, to } }: { stretch: Stretch }) {
  return (
    <li className={`${styles.booking} ${looks.busy}`}>
      {to - from < DAY ? <time>{timeOfDay(from)}</time> : null}
      <span>
        Busy<VisuallyHidden> until {timeOfDay(to)}</VisuallyHidden>
      </span>
    </li>
  )
}

interface BookingMarksProps {
  bookings: readonly DeskBooking[]
  busy: boolean
}

/** A phone shows marks in place of the bookings of a day. */
function BookingMarks({ bookings, busy }: BookingMarksProps) {
  return (
    <span className={styles.marks} aria-hidden="true">
      {bookings.slice(0, MARKS).map((booking) => (
        <i key={booking.id} className={lookClass(bookingLook(booking))} />
      ))}
      {busy && bookings.length < MARKS ? <i className={lookClass('busy')} /> : null}
    </span>
  )
}

/** The colours of a look, and the styles that only the month has for it. */
function lookClass(look: BookingLook | 'busy'): string {
  return [looks[look], styles[look]].filter(Boolean).join(' ')
}
