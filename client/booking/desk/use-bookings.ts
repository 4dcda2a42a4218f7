import { useCallback, useEffect, useState } from 'react'
import { type DeskBooking, getBookings } from '../../../shared/booking/desk-api.ts'
import { type DeskData, useDeskData } from '../../desk/use-desk-data.ts'
import { systemClock } from '../../lib/clock.ts'

const MINUTE = 60_000

export interface Bookings {
  desk: DeskData<DeskBooking[]>
  bookings: DeskBooking[] | undefined
  /** UTC milliseconds, renewed each minute: meetings begin and end while the page stands open. */
  now: number
  /** A command's answer is shown until a later list has it too. */
  answered: (booking: DeskBooking) => void
}

export function useBookings(): Bookings {
  const desk = useDeskData(getBookings, {})
  const [latest, setLatest] = useState<{ booking: DeskBooking; at: number }>()
  const now = useMinute()
  const { data, asOf = 0, reload } = desk
  const newer = latest && latest.at >= asOf ? latest.booking : undefined
  const bookings = newer ? data?.map((one) => (one.id === newer.id ? newer : one)) : data
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
