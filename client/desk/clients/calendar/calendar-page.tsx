import { CrmFrame } from '#client/desk/clients/crm-frame.tsx'
import { AsOf } from '#client/desk/kit/as-of.tsx'
import { monthName } from '#client/desk/kit/day-words.ts'
import { LoadTrouble } from '#client/desk/kit/load-trouble.tsx'
import { useTrips } from '#client/desk/kit/use-trips.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { type CalendarView, weeksShown } from '#shared/clients/calendar-dates.ts'
import { tripDates } from '#shared/clients/trip-words.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { zoneWords } from '#shared/lib/zone-names.ts'
import { BusyAge } from './busy-age.tsx'
import { CalendarHead } from './calendar-head.tsx'
import { CalendarKey } from './calendar-key.tsx'
import styles from './calendar-page.module.css'
import { ClockChanges } from './clock-changes.tsx'
import { DayList } from './day-list.tsx'
import { MonthView } from './month-view.tsx'
import { useBusyTimes, useCalendarData } from './use-calendar-data.ts'
import { useCalendarPlace } from './use-calendar-place.ts'
import { WeekView } from './week-view.tsx'

/** Bookings and journeys by month and week, from what is on this device. */
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
