import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import type { ClientTrip } from '#client/book/store/types.ts'
import { longDay, weekdayName } from '#client/desk/kit/day-words.ts'
import { CardIcon } from '#client/desk/kit/icons.tsx'
import { TripBand } from '#client/desk/kit/trip-band.tsx'
import { DiamondIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { clockTime } from '#shared/booking/times.ts'
import { closedStretches, type Stretch, sideBySide } from '#shared/clients/day-hours.ts'
import { type TripBand as Band, tripBands } from '#shared/clients/trip-bands.ts'
import { weekOf } from '#shared/desk/today.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { timeOfDay } from '#shared/lib/date-words.ts'
import { wallOf, zoneCity } from '#shared/lib/zone.ts'
import { bookingLook, lookWords } from './booking-look.ts'
import {
  type BusyStretch,
  busyAround,
  busyOn,
  type CalendarData,
  narrowColumns,
  openOn,
  type PlacedBooking,
  placedOn,
  weekHours,
} from './calendar-data.ts'
import looks from './looks.module.css'
import { type CalendarPlace, useDayKeys } from './use-calendar-place.ts'
import styles from './week-view.module.css'

const HOUR = 60

interface WeekViewProps {
  data: CalendarData
  place: CalendarPlace
}

/** A week with its hours in the owner's time zone; a phone shows one day of it. */
export function WeekView({ data, place }: WeekViewProps) {
  const week = weekOf(place.date)
  const hours = weekHours(data, week)
  const bands = tripBands(week, data.trips)
  const narrow = narrowColumns(data, [week])
  const columns = narrow.map((is) => (is ? '4.25rem' : 'minmax(0, 1fr)')).join(' ')
  const { ref, onKeyDown } = useDayKeys(place)
  const size = { '--columns': columns, '--hours': (hours.to - hours.from) / HOUR }
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
            tabIndex={date === place.date ? 0 : -1}
            aria-current={date === data.today ? 'date' : undefined}
            aria-pressed={date === place.date}
            onClick={() => place.go({ date })}
          >
            <VisuallyHidden>{longDay(date)}</VisuallyHidden>
            <span aria-hidden="true">{date === data.today ? 'Today' : weekdayName(date)}</span>
            <b aria-hidden="true">{Number(date.slice(8))}</b>
          </button>
        ))}
      </div>
      <Trips bands={bands} day={week.indexOf(place.date)} />
      <div className={styles.body}>
        <div className={styles.clock} aria-hidden="true">
          {fullHours(hours).map((minute) => (
            <small key={minute} style={{ '--at': (minute - hours.from) / HOUR } as CSSProperties}>
              {timeOfDay(minute)}
            </small>
          ))}
        </div>
        {week.map((date) => (
          <WeekDay key={date} {...{ data, date, hours }} chosen={date === place.date} />
        ))}
      </div>
    </div>
  )
}

function Trips({ bands, day }: { bands: readonly Band<ClientTrip>[]; day: number }) {
  if (bands.length === 0) return null
  return (
    <div className={styles.trips}>
      <span>Trips</span>
      {bands.map((band) => (
        <TripBand
          key={band.item.trip.id}
          band={band}
          dated
          className={band.from <= day && band.to >= day ? styles.onDay : styles.onOthers}
          style={{ gridColumn: `${band.from + 2} / ${band.to + 3}`, gridRow: band.lane + 1 }}
        />
      ))}
    </div>
  )
}

function fullHours({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: (to - from) / HOUR - 1 }, (_, hour) => from + (hour + 1) * HOUR)
}

/** Shorter blocks have room for one line only, minutes. */
const TWO_LINES = 45

interface WeekDayProps {
  data: CalendarData
  date: PlainDate
  hours: Stretch
  /** Whether a phone shows this day. */
  chosen: boolean
}

/** The column of a day. */
function WeekDay({ data, date, hours, chosen }: WeekDayProps) {
  const { zone, now, today, schedule } = data
  const at = (stretch: Stretch) => placeIn(hours, stretch)
  const minute = date === today ? wallOf(now, zone).minute : -1
  const placed = placedOn(data, date)
  const busy = busyAround(busyOn(data, date), placed)
  // Busy times that bookings cover are drawn beside the bookings.
  const covered = busy.filter((one) => !isSeen(one))
  const beside = sideBySide<PlacedBooking | BusyStretch>([...placed, ...covered])
  const look = [styles.day, date === today && styles.today, chosen && styles.chosen]
  return (
    <section className={look.filter(Boolean).join(' ')} aria-label={longDay(date)}>
      {schedule
        ? closedStretches(openOn(data, date), hours).map((closed) => (
            <i key={closed.from} className={styles.closed} style={at(closed)} aria-hidden="true" />
          ))
        : null}
      {busy.filter(isSeen).map((item) => (
        <Busy key={item.from} item={item} style={at(item)} />
      ))}
      {beside.map(({ item, column, of }) => {
        const style = { ...at(item), '--column': column, '--of': of } as CSSProperties
        return 'booking' in item ? (
          <WeekBooking key={item.booking.id} {...{ item, data, style }} />
        ) : (
          <Busy key={item.from} {...{ item, style }} />
        )
      })}
      {minute >= hours.from && minute < hours.to ? (
        <i className={styles.now} style={at({ from: minute, to: minute })} aria-hidden="true" />
      ) : null}
    </section>
  )
}

function isSeen({ words }: BusyStretch): boolean {
  return words !== undefined
}

/** A class that keeps short blocks from wrapping into a second line that would be cut off. */
function inLine({ from, to }: Stretch): string {
  return to - from < TWO_LINES ? (styles.line ?? '') : ''
}

function Busy({ item, style }: { item: BusyStretch; style: CSSProperties }) {
  const { from, to, words = from } = item
  const down = { '--down': (words - from) / HOUR } as CSSProperties
  return (
    <div className={`${styles.busy} ${looks.busy} ${inLine(item)}`} style={style}>
      <span style={down}>
        Busy {timeOfDay(from)} to {timeOfDay(to)}
      </span>
    </div>
  )
}

function placeIn(hours: Stretch, { from, to }: Stretch): CSSProperties {
  const [top, bottom] = [Math.max(from, hours.from), Math.min(to, hours.to)]
  return { '--at': (top - hours.from) / HOUR, '--long': (bottom - top) / HOUR } as CSSProperties
}

interface WeekBookingProps {
  item: PlacedBooking
  data: CalendarData
  style: CSSProperties
}

function WeekBooking({ item: { booking, from, to }, data, style }: WeekBookingProps) {
  const { id, start, end, status, clientName, timezone } = booking
  const { zone, now } = data
  const at = Date.parse(start)
  const look = bookingLook(booking)
  const over = look === 'booked' && Date.parse(end) <= now
  const city = zoneCity(timezone)
  const there = clockTime(at, timezone)
  const apart = there === clockTime(at, zone) ? undefined : `${there} in ${city}`
  const more = lookWords(booking) ?? apart
  return (
    <Link
      to={`/admin/bookings/${id}`}
      className={`${styles.booking} ${looks[over ? 'over' : look] ?? ''} ${inLine({ from, to })}`}
      style={style}
    >
      {look === 'conflict' ? <DiamondIcon /> : null}
      {status === 'awaiting_payment' ? <CardIcon /> : null}
      <b>{clockTime(at, zone)}</b> {clientName}
      {to - from < TWO_LINES ? <VisuallyHidden>{more}</VisuallyHidden> : <span>{more}</span>}
    </Link>
  )
}
