import { useCallback, useMemo, useState } from 'react'
import { type AllBookings, useAllBookings } from '#client/desk/queries/use-all-bookings.ts'
import { useServerNow } from '#client/desk/queries/use-server-now.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'

export interface CurrentBookings {
  desk: AllBookings
  bookings: readonly DeskBooking[] | undefined
  /**
   * UTC milliseconds, updated each minute, because meetings begin and end while the page is open.
   */
  now: number
  /** Shows the booking from a command's answer until this device has pulled it. */
  onUpdated: (booking: DeskBooking) => void
}

/** All bookings, one of them perhaps from the answer to the last command. */
export function useCurrentBookings(): CurrentBookings {
  const desk = useAllBookings()
  const [latest, setLatest] = useState<{
    booking: DeskBooking
    replaced: DeskBooking | undefined
  }>()
  const now = useServerNow()
  const { data, reload } = desk
  const bookings = useMemo(() => {
    if (!latest) return data
    const { booking, replaced } = latest
    // Some commands leave the version as it was: then anything but the replaced object is newer.
    const isReplaced = (one: DeskBooking) =>
      one === replaced ||
      (one.id === booking.id &&
        one.version === replaced?.version &&
        one.version !== booking.version)
    return data?.map((one) => (isReplaced(one) ? booking : one))
  }, [latest, data])
  const answered = useCallback(
    (booking: DeskBooking) => {
      setLatest({ booking, replaced: data?.find(({ id }) => id === booking.id) })
      reload()
    },
    [data, reload],
  )
  return { desk, bookings, now, onUpdated: answered }
}
