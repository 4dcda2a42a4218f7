import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ClientTrip } from '#client/data/store/types.ts'
import { formatLongDay, formatWeekday } from '#client/desk/kit/format-date.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { countTravels, TripBand } from '#client/desk/kit/trip-band.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { listVisibleWeeks } from '#shared/clients/calendar-dates.ts'
import type { MinuteRange } from '#shared/clients/day-layout.ts'
import { type TripBand as Band, buildTripBands } from '#shared/clients/trip-bands.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { formatTimeOfDay } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { type BookingLook, getBookingLook, getLookText } from './booking-look.ts'
import looks from './booking-looks.module.css'
import {
  type CalendarData,
  getNarrowColumns,
  isClosed,
  listBookingsOnDate,
  listBusyOnDate,
  listTripsOnDate,
  MAX_TRAVELS,
} from './calendar-data.ts'
import styles from './month-view.module.css'
import { type CalendarParams, useDayKeys } from './use-calendar-params.ts'

/** Relative to the width of a normal column. */
const NARROW_WIDTH = 0.62

interface MonthViewProps {
  data: CalendarData
  params: CalendarParams
  title: string
}

/** A month in whole weeks: the calls of each day, and below them journeys as bands over their days. */
export function MonthView({ data, params, title }: MonthViewProps) {
  const weeks = listVisibleWeeks('month', params.date)
  const widths = getNarrowColumns(data, weeks).map((narrow) => (narrow ? NARROW_WIDTH : 1))
  const columns = widths.map((width) => `minmax(0, ${width}fr)`).join(' ')
  const { ref, onKeyDown } = useDayKeys(params)
  const open: OpenDay = (date, away) => {
    // A phone lists the day below the month; wider screens open the week view.
    const list = matchMedia('(max-width: 45rem)').matches
    params.go(list ? { date } : { view: 'week', date, ...(away && { away }) })
  }
  return (
    <div ref={ref} className={styles.month} style={{ '--columns': columns } as CSSProperties}>
      <table aria-label={title} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((date) => (
              <th key={date} scope="col" className={kit.groupHead}>
                {formatWeekday(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <MonthWeek key={week[0]} {...{ week, widths, data, open }} date={params.date} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type OpenDay = (date: PlainDate, away?: 'shown') => void

interface MonthWeekProps {
  week: readonly PlainDate[]
  /** Relative widths of the seven columns. */
  widths: readonly number[]
  data: CalendarData
  /** The chosen day. */
  date: PlainDate
  open: OpenDay
}

/**
 * A week of the month. Each band is a child of its first day's cell and extends over the following
 * days.
 */
function MonthWeek({ week, widths, data, date, open }: MonthWeekProps) {
  const all = buildTripBands(week, data.trips)
  const bands = all.filter(({ lane }) => lane < MAX_TRAVELS)
  const hidden = all.filter(({ lane }) => lane >= MAX_TRAVELS)
  // One line more for the numbers of those that have no line.
  const lines = Math.min(Math.max(0, ...all.map(({ lane }) => lane + 1)), MAX_TRAVELS + 1)
  return (
    <tr style={{ '--lines': lines } as CSSProperties}>
      {week.map((day, column) => (
        <MonthDay
          key={day}
          data={data}
          day={day}
          chosen={day === date}
          isOtherMonth={day.slice(0, 7) !== date.slice(0, 7)}
          open={open}
        >
          {bands
            .filter(({ from }) => from === column)
            .map((band) => (
              <TripBand
                key={band.item.trip.id}
                band={band}
                className={styles.band}
                style={getBandStyle(band, widths)}
              />
            ))}
          <MoreTravels
            date={day}
            count={hidden.filter(({ from, to }) => from <= column && to >= column).length}
            style={getBandStyle({ from: column, to: column, lane: MAX_TRAVELS }, widths)}
            open={open}
          />
        </MonthDay>
      ))}
    </tr>
  )
}

interface MoreTravelsProps {
  date: PlainDate
  count: number
  style: CSSProperties
  open: OpenDay
}

/** How many more travel on a day than the month has lines for; leads to the day. */
function MoreTravels({ date, count, style, open }: MoreTravelsProps) {
  if (count === 0) return null
  return (
    <button
      type="button"
      className={`${styles.band} ${styles.more}`}
      style={style}
      onClick={() => open(date, 'shown')}
    >
      {count} more<VisuallyHidden> away on {formatLongDay(date)}</VisuallyHidden>
    </button>
  )
}

/** The position of a band, relative to the width of the row. */
function getBandStyle(
  { from, to, lane }: Pick<Band<ClientTrip>, 'from' | 'to' | 'lane'>,
  widths: readonly number[],
): CSSProperties {
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)
  const share = (parts: readonly number[]) => `${(sum(parts) / sum(widths)) * 100}%`
  return {
    '--left': share(widths.slice(0, from)),
    '--width': share(widths.slice(from, to + 1)),
    '--lane': lane,
  } as CSSProperties
}

interface MonthDayProps {
  data: CalendarData
  day: PlainDate
  chosen: boolean
  /** Whether the day belongs to the previous or next month. */
  isOtherMonth: boolean
  open: OpenDay
  /** The bands that start on this day. */
  children: ReactNode
}

function MonthDay({ data, day, chosen, isOtherMonth, open, children }: MonthDayProps) {
  const bookings = listBookingsOnDate(data, day)
  const busy = listBusyOnDate(data, day)
  const away = listTripsOnDate(data, day).length
  const today = day === data.today
  const shut = isClosed(data, day)
  const look = [
    isOtherMonth && styles.otherMonth,
    shut && styles.closed,
    today && styles.today,
    today && looks.today,
  ]
  return (
    <td className={look.filter(Boolean).join(' ')}>
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
        <VisuallyHidden>{formatDayLabel(data, day)}</VisuallyHidden>
        <span className={styles.marks} aria-hidden="true">
          {bookings.slice(0, MAX_MARKS).map((booking) => (
            <i key={booking.id} className={getLookClass(getBookingLook(booking))} />
          ))}
          {busy.length > 0 && bookings.length < MAX_MARKS ? (
            <i className={getLookClass('busy')} />
          ) : null}
        </span>
        {away > 0 ? (
          <span className={styles.away} aria-hidden="true">
            {away}
          </span>
        ) : null}
      </button>
      {bookings.length + busy.length > 0 ? (
        <ul>
          {sortByTime([
            ...bookings.map((booking) => {
              const lookText = getLookText(booking)
              return {
                at: toWallTime(Date.parse(booking.start), data.zone).minute,
                row: (
                  <li key={booking.id}>
                    <Link
                      to={`/admin/bookings/${booking.id}`}
                      className={`${styles.booking} ${getLookClass(getBookingLook(booking))}`}
                    >
                      <time>{formatClockTime(Date.parse(booking.start), data.zone)}</time>
                      <span>{booking.clientName}</span>
                      {lookText ? (
                        <VisuallyHidden>, {lookText.toLowerCase()}</VisuallyHidden>
                      ) : null}
                    </Link>
                  </li>
                ),
              }
            }),
            ...busy.map((stretch) => ({
              at: stretch.from,
              row: <MonthBusy key={stretch.from} range={stretch} />,
            })),
          ])}
        </ul>
      ) : null}
      {children}
    </td>
  )
}

function sortByTime(rows: { at: number; row: ReactNode }[]): ReactNode[] {
  return rows.sort((a, b) => a.at - b.at).map(({ row }) => row)
}

/** `Tuesday 24 November, 2 bookings, busy, 1 trip, 1 journey, not available` */
function formatDayLabel(data: CalendarData, day: PlainDate): string {
  const bookings = listBookingsOnDate(data, day).length
  return [
    formatLongDay(day),
    bookings > 0 && pluralize(bookings, 'booking'),
    listBusyOnDate(data, day).length > 0 && 'busy',
    ...countTravels(listTripsOnDate(data, day)),
    isClosed(data, day) && 'not available',
  ]
    .filter(Boolean)
    .join(', ')
}

/** A phone's column has room for this many marks. */
const MAX_MARKS = 3
/** A day in minutes. */
const MINUTES_PER_DAY = 1440

/** A busy time from the owner's external calendar; an all-day one shows no hours. */
function MonthBusy({ range: { from, to } }: { range: MinuteRange }) {
  return (
    <li className={`${styles.booking} ${looks.busy}`}>
      {to - from < MINUTES_PER_DAY ? <time>{formatTimeOfDay(from)}</time> : null}
      <span>
        Busy<VisuallyHidden> until {formatTimeOfDay(to)}</VisuallyHidden>
      </span>
    </li>
  )
}

/** The colours of a look, and the styles that only the month has for it. */
function getLookClass(look: BookingLook | 'busy'): string {
  return [looks[look], styles[look]].filter(Boolean).join(' ')
}
