import { Link } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import { CardIcon } from '#client/desk/kit/icons.tsx'
import { DayName } from '#client/desk/kit/lists/day-name.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { countTravels, TripBand, useTrips } from '#client/desk/kit/trip-band.tsx'
import { DiamondIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { statusLabels } from '#shared/booking/owner-commands.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { buildTripBands } from '#shared/clients/trip-bands.ts'
import type { Dashboard } from '#shared/desk/dashboard.ts'
import { listWeekDates } from '#shared/desk/day-ruler.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { listCalls } from './dashboard-text.ts'
import styles from './week-box.module.css'

interface WeekBoxProps {
  dashboard: Dashboard
  now: number
  className: string | undefined
}

/** Monday to Sunday; days with neither calls nor hours are narrow. */
export function WeekBox({ dashboard, now, className }: WeekBoxProps) {
  const today = toWallTime(now, dashboard.timeZone).date
  const week = listWeekDates(today)
  const days = week.map((date) => toWeekDay(dashboard, date, today))
  const calls = days.reduce((sum, day) => sum + day.calls.length, 0)
  const bands = buildTripBands(week, useTrips(week[0] ?? today, week.at(-1) ?? today))
  const columns = days.map(({ isClosed }) => (isClosed ? '4.75rem' : 'minmax(0, 1fr)')).join(' ')
  return (
    <Box
      title="This week"
      aside={[pluralize(calls, 'booking'), ...countTravels(bands.map(({ item }) => item))].join(
        ', ',
      )}
      flush
      className={`${kit.column} ${className ?? ''}`}
    >
      {bands.length > 0 ? (
        <div className={styles.trips} style={{ gridTemplateColumns: columns }}>
          {bands.map((band) => (
            <TripBand
              key={band.item.trip.id}
              band={band}
              showDates
              style={{ gridColumn: `${band.from + 1} / ${band.to + 2}`, gridRow: band.lane + 1 }}
            />
          ))}
        </div>
      ) : null}
      <ol className={styles.week} style={{ gridTemplateColumns: columns }}>
        {days.map((day) => (
          <Day key={day.date} day={day} today={today} zone={dashboard.timeZone} />
        ))}
      </ol>
    </Box>
  )
}

interface WeekDay {
  date: PlainDate
  calls: DeskBooking[]
  isClosed: boolean
}

function toWeekDay(dashboard: Dashboard, date: PlainDate, today: PlainDate): WeekDay {
  const calls = listCalls(dashboard, date)
  const known = dashboard.days.find((day) => day.date === date)
  const isClosed = date !== today && calls.length === 0 && known?.openHours.length === 0
  return { date, calls, isClosed }
}

function Day({ day, today, zone }: { day: WeekDay; today: PlainDate; zone: string }) {
  const { date, calls, isClosed } = day
  const isToday = date === today
  const isOver = date < today && calls.length === 0
  const look = [
    isToday && styles.today,
    isClosed && styles.closed,
    date < today && styles.past,
    isOver && styles.pastEmpty,
  ]
  return (
    <li className={look.filter(Boolean).join(' ')} aria-current={isToday ? 'date' : undefined}>
      <h3>
        <DayName date={date} today={today} />
      </h3>
      {isClosed ? <VisuallyHidden>Not available</VisuallyHidden> : null}
      {isToday && calls.length === 0 ? <p className={styles.note}>No calls</p> : null}
      {calls.map((call) => (
        <WeekCall key={call.id} call={call} zone={zone} />
      ))}
    </li>
  )
}

function WeekCall({ call, zone }: { call: DeskBooking; zone: string }) {
  const { id, start, status, clientName, serviceTitle } = call
  const isUnconfirmed = status === 'requested' || status === 'awaiting_payment'
  const look =
    status === 'needs_new_time' ? styles.needsNewTime : isUnconfirmed ? styles.unconfirmed : ''
  const note =
    status === 'needs_new_time'
      ? 'Needs a new time'
      : isUnconfirmed
        ? `${serviceTitle}, ${statusLabels[status].toLowerCase()}`
        : serviceTitle
  return (
    <Link to={`/admin/bookings/${id}`} className={`${styles.call} ${look}`}>
      <span className={`row gap-1 ${styles.time}`}>
        {formatClockTime(Date.parse(start), zone)}
        {status === 'needs_new_time' ? <DiamondIcon /> : null}
        {status === 'awaiting_payment' ? <CardIcon /> : null}
      </span>
      <b>{clientName}</b>
      <span className={styles.note}>{note}</span>
    </Link>
  )
}
