import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useBookingRecords } from '#client/desk/queries/booking-records.ts'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { getBusyTimes } from '#shared/schedule/busy-api.ts'
import { contentOf, getScheduleSettings } from '#shared/schedule/desk-api.ts'
import type { CalendarData } from './calendar-data.ts'

const NONE: readonly DeskBooking[] = []

/** From what this device has of the desk, without the clients' journeys and the owner's busy times. */
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

/** The owner's busy times in the weeks of a date's month; a month that was looked at is kept on the device. */
export function useBusyTimes(date: PlainDate) {
  const desk = useDeskData(getBusyTimes, { month: `${date.slice(0, 7)}-01` })
  const busy = (desk.data?.busy ?? []).map(({ start, end }) => ({
    start: Date.parse(start),
    end: Date.parse(end),
  }))
  return { busy, desk }
}

export type BusyTimes = ReturnType<typeof useBusyTimes>
