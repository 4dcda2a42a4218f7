import { useMemo } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useBookingRecords } from '#client/desk/queries/booking-records.ts'
import { useForms } from '#client/desk/queries/form-records.ts'
import { useSales } from '#client/desk/queries/sale-records.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { timelineOf } from '#shared/clients/timeline.ts'

/** From what this device has of the desk; without a connection, from its copies. */
export function useTimeline(view: ClientView) {
  const bookings = useBookingRecords()
  const forms = useForms()
  const sales = useSales()
  const now = useMinute()
  const zone =
    bookings.timeZone ?? forms.data?.[0]?.timeZone ?? sales.data?.timeZone ?? deviceZone()
  const entries = useMemo(
    () =>
      timelineOf(
        view,
        {
          bookings: bookings.data ?? [],
          forms: forms.data ?? [],
          books: sales.data?.books ?? { sales: [], waiting: [] },
        },
        { now, zone },
      ),
    [view, bookings.data, forms.data, sales.data, now, zone],
  )
  return { entries, desk: bookings, reading: { now, zone } }
}
