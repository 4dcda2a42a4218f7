import { useCallback, useEffect, useMemo, useState } from 'react'
import { type BookingRecords, useBookingRecords } from '#client/desk/queries/booking-records.ts'
import { systemClock } from '#client/lib/clock.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'

const MINUTE = 60_000

export interface Bookings {
  desk: BookingRecords
  bookings: readonly DeskBooking[] | undefined
  /** UTC milliseconds, renewed each minute: meetings begin and end while the page stands open. */
  now: number
  /** A command's answer is shown until a later list has it too. */
  answered: (booking: DeskBooking) => void
}

export function useBookings(): Bookings {
  const desk = useBookingRecords()
  const [latest, setLatest] = useState<{ booking: DeskBooking; at: number }>()
  const now = useMinute()
  const { data, asOf = 0, reload } = desk
  const newer = latest && latest.at >= asOf ? latest.booking : undefined
  const bookings = useMemo(
    () => (newer ? data?.map((one) => (one.id === newer.id ? newer : one)) : data),
    [newer, data],
  )
  const answered = useCallback(
    (booking: DeskBooking) => {
      setLatest({ booking, at: systemClock() })
      reload()
    },
    [reload],
  )
  return { desk, bookings, now, answered }
}

function useMinute(): number {
  const [now, setNow] = useState(systemClock)
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}
