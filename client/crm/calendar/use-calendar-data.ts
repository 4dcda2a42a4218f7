import { getBookings } from '../../../shared/booking/desk-api.ts'
import { getDashboard } from '../../../shared/desk/api.ts'
import type { PlainDate } from '../../../shared/lib/date.ts'
import { wallOf } from '../../../shared/lib/zone.ts'
import { contentOf, getScheduleSettings } from '../../../shared/schedule/desk-api.ts'
import { useDeskData } from '../../desk/use-desk-data.ts'
import { useMinute } from '../../desk/use-minute.ts'
import type { CalendarData } from './calendar-data.ts'

/** From what this device has of the desk, without the clients' journeys. */
export function useCalendarData() {
  const bookings = useDeskData(getBookings, {})
  const schedule = useDeskData(getScheduleSettings, {})
  const dashboard = useDeskData(getDashboard, {})
  const now = useMinute()
  const zone =
    schedule.data?.settings.timeZone ??
    bookings.data?.[0]?.ownerZone ??
    dashboard.data?.timeZone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone
  const today: PlainDate = wallOf(now, zone).date
  const data: Omit<CalendarData, 'trips'> = {
    zone,
    now,
    today,
    bookings: bookings.data ?? [],
    busy: (dashboard.data?.busy ?? []).map(({ start, end }) => ({
      start: Date.parse(start),
      end: Date.parse(end),
    })),
    schedule: schedule.data && contentOf(schedule.data),
  }
  const readAt = dashboard.data?.connections.calendar.syncedAt
  return { data, desk: bookings, readAt: readAt ? Date.parse(readAt) : undefined }
}
