import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { formatLongDay } from '#client/desk/kit/format-date.ts'
import { CardIcon } from '#client/desk/kit/icons.tsx'
import { DayName } from '#client/desk/kit/lists/day-name.tsx'
import { TripBand } from '#client/desk/kit/trip-band.tsx'
import { DiamondIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { getGuestZone } from '#shared/booking/guest-zone.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { assignColumns, findClosedRanges, type MinuteRange } from '#shared/clients/day-layout.ts'
import { buildTripBands } from '#shared/clients/trip-bands.ts'
import { listWeekDates } from '#shared/desk/day-ruler.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { formatTimeOfDay } from '#shared/lib/format-date.ts'
import { formatZoneCity, toWallTime } from '#shared/lib/time-zone.ts'
import { AwayRow } from './away-row.tsx'
import { getBookingLook, getLookText } from './booking-look.ts'
import looks from './booking-looks.module.css'
import {
  type BusyRange,
  type CalendarData,
  getNarrowColumns,
  getWeekHours,
  listBusyOnDate,
  listOpenHoursOnDate,
  listTimedBookingsOnDate,
  MAX_TRAVELS,
  placeBusyLabels,
  type TimedBooking,
} from './calendar-data.ts'
import { type CalendarParams, useDayKeys } from './use-calendar-params.ts'
import styles from './week-view.module.css'

const MINUTES_PER_HOUR = 60

interface WeekViewProps {
  data: CalendarData
  params: CalendarParams
}

/** A week with its hours in the owner's time zone; a phone shows one day of it. */
export function WeekView({ data, params }: WeekViewProps) {
  const week = listWeekDates(params.date)
  const hours = getWeekHours(data, week)
  const bands = buildTripBands(week, data.trips)
  const narrow = getNarrowColumns(data, [week])
  const columns = narrow.map((is) => (is ? '4.25rem' : 'minmax(0, 1fr)')).join(' ')
  const { ref, onKeyDown } = useDayKeys(params)
  const size = { '--columns': columns, '--hours': (hours.to - hours.from) / MINUTES_PER_HOUR }
  const day = week.indexOf(params.date)
  const isOnDay = ({ from, to }: { from: number; to: number }) => from <= day && to >= day
  const travels = bands.map((band) => (
    <TripBand
      key={band.item.trip.id}
      band={band}
      showDates
      className={isOnDay(band) ? styles.onChosenDay : styles.onOtherDays}
      style={{ gridColumn: `${band.from + 2} / ${band.to + 3}`, gridRow: band.lane + 1 }}
    />
  ))
  const onDay = bands.filter(isOnDay).length
  return (
    <div ref={ref} className={styles.week} style={size as CSSProperties}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it. */}
      <div className={styles.head} onKeyDown={onKeyDown}>
        {week.map((date) => (
          <button
            key={date}
            type="button"
            data-date={date}
            className={`${styles.heading} ${date === data.today ? `${looks.today} ${styles.today}` : ''}`}
            tabIndex={date === params.date ? 0 : -1}
            aria-current={date === data.today ? 'date' : undefined}
            aria-pressed={date === params.date}
            onClick={() => params.go({ date })}
          >
            <DayName date={date} today={data.today} />
          </button>
        ))}
      </div>
      {bands.length === 0 ? null : bands.length <= MAX_TRAVELS ? (
        <div className={`${styles.trips} ${onDay === 0 ? styles.noneOnDay : ''}`}>
          <span>Trips</span>
          {travels}
        </div>
      ) : (
        <AwayRow
          className={onDay === 0 ? styles.noneOnDay : undefined}
          isOpen={params.showsAway}
          count={
            <>
              <span className={styles.inWeek}>{bands.length}</span>
              <span className={styles.onDay}>{onDay}</span>
            </>
          }
        >
          <div className={styles.trips}>{travels}</div>
        </AwayRow>
      )}
      <div className={styles.body}>
        <div className={styles.hours} aria-hidden="true">
          {listFullHours(hours).map((minute) => (
            <small
              key={minute}
              style={{ '--at': (minute - hours.from) / MINUTES_PER_HOUR } as CSSProperties}
            >
              {formatTimeOfDay(minute)}
            </small>
          ))}
        </div>
        {week.map((date) => (
          <WeekDay key={date} {...{ data, date, hours }} chosen={date === params.date} />
        ))}
      </div>
    </div>
  )
}

function listFullHours({ from, to }: { from: number; to: number }): number[] {
  return Array.from(
    { length: (to - from) / MINUTES_PER_HOUR - 1 },
    (_, hour) => from + (hour + 1) * MINUTES_PER_HOUR,
  )
}

/** Shorter blocks have room for one line only, minutes. */
const TWO_LINE_MINUTES = 45

interface WeekDayProps {
  data: CalendarData
  date: PlainDate
  hours: MinuteRange
  /** Whether a phone shows this day. */
  chosen: boolean
}

/** The column of a day. */
function WeekDay({ data, date, hours, chosen }: WeekDayProps) {
  const { zone, now, today, schedule } = data
  const at = (stretch: MinuteRange) => getBlockStyle(hours, stretch)
  const minute = date === today ? toWallTime(now, zone).minute : -1
  const placed = listTimedBookingsOnDate(data, date)
  const busy = placeBusyLabels(listBusyOnDate(data, date), placed)
  // Busy times that bookings cover are drawn beside the bookings.
  const covered = busy.filter((one) => !hasLabel(one))
  const beside = assignColumns<TimedBooking | BusyRange>([...placed, ...covered])
  const look = [styles.day, date === today && styles.today, chosen && styles.chosen]
  return (
    <section className={look.filter(Boolean).join(' ')} aria-label={formatLongDay(date)}>
      {schedule
        ? findClosedRanges(listOpenHoursOnDate(data, date), hours).map((closed) => (
            <i key={closed.from} className={styles.closed} style={at(closed)} aria-hidden="true" />
          ))
        : null}
      {busy.filter(hasLabel).map((item) => (
        <BusyBlock key={item.from} item={item} style={at(item)} />
      ))}
      {beside.map(({ item, column, of }) => {
        const style = { ...at(item), '--column': column, '--of': of } as CSSProperties
        return 'booking' in item ? (
          <WeekBooking key={item.booking.id} {...{ item, data, style }} />
        ) : (
          <BusyBlock key={item.from} {...{ item, style }} />
        )
      })}
      {minute >= hours.from && minute < hours.to ? (
        <i className={styles.now} style={at({ from: minute, to: minute })} aria-hidden="true" />
      ) : null}
    </section>
  )
}

function hasLabel({ labelAt }: BusyRange): boolean {
  return labelAt !== undefined
}

/** A class that keeps short blocks from wrapping into a second line that would be cut off. */
function getLineClass({ from, to }: MinuteRange): string {
  return to - from < TWO_LINE_MINUTES ? (styles.oneLine ?? '') : ''
}

function BusyBlock({ item, style }: { item: BusyRange; style: CSSProperties }) {
  const { from, to, labelAt = from } = item
  const down = { '--down': (labelAt - from) / MINUTES_PER_HOUR } as CSSProperties
  return (
    <div className={`${styles.busy} ${looks.busy} ${getLineClass(item)}`} style={style}>
      <span style={down}>
        Busy {formatTimeOfDay(from)} to {formatTimeOfDay(to)}
      </span>
    </div>
  )
}

function getBlockStyle(hours: MinuteRange, { from, to }: MinuteRange): CSSProperties {
  const [top, bottom] = [Math.max(from, hours.from), Math.min(to, hours.to)]
  return {
    '--at': (top - hours.from) / MINUTES_PER_HOUR,
    '--long': (bottom - top) / MINUTES_PER_HOUR,
  } as CSSProperties
}

interface WeekBookingProps {
  item: TimedBooking
  data: CalendarData
  style: CSSProperties
}

function WeekBooking({ item: { booking, from, to }, data, style }: WeekBookingProps) {
  const { id, start, end, status, clientName } = booking
  const { zone, now } = data
  const at = Date.parse(start)
  const look = getBookingLook(booking)
  const over = look === 'booked' && Date.parse(end) <= now
  const guestZone = getGuestZone(booking)
  const city = formatZoneCity(guestZone)
  const there = formatClockTime(at, guestZone)
  const apart = there === formatClockTime(at, zone) ? undefined : `${there} in ${city}`
  const more = getLookText(booking) ?? apart
  return (
    <Link
      to={`/admin/bookings/${id}`}
      className={`${styles.booking} ${looks[over ? 'over' : look] ?? ''} ${getLineClass({ from, to })}`}
      style={style}
    >
      {look === 'conflict' ? <DiamondIcon /> : null}
      {status === 'awaiting_payment' ? <CardIcon /> : null}
      <b>{formatClockTime(at, zone)}</b> {clientName}
      {to - from < TWO_LINE_MINUTES ? <VisuallyHidden>{more}</VisuallyHidden> : <span>{more}</span>}
    </Link>
  )
}
