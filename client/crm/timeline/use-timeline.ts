import { useMemo } from 'react'
import { timelineOf } from '../../../shared/crm/timeline.ts'
import { useBookingRecords } from '../../desk/booking-records.ts'
import { useForms } from '../../desk/form-records.ts'
import { useSales } from '../../desk/sale-records.ts'
import { useMinute } from '../../desk/use-minute.ts'
import { deviceZone } from '../../lib/device-zone.ts'
import type { ClientView } from '../../offline/crm/types.ts'

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
