import { useMemo } from 'react'
import { getBookings } from '../../../shared/booking/desk-api.ts'
import { timelineOf } from '../../../shared/crm/timeline.ts'
import { getSales } from '../../../shared/sales/api.ts'
import { getForms } from '../../../shared/submissions/api.ts'
import { useDeskData } from '../../desk/use-desk-data.ts'
import { useMinute } from '../../desk/use-minute.ts'
import { deviceZone } from '../../lib/device-zone.ts'
import type { ClientView } from '../../offline/crm/types.ts'

/** From what this device has of the desk; without a connection, from its copies. */
export function useTimeline(view: ClientView) {
  const bookings = useDeskData(getBookings, {})
  const forms = useDeskData(getForms, {})
  const sales = useDeskData(getSales, {})
  const now = useMinute()
  const zone =
    bookings.data?.[0]?.ownerZone ??
    forms.data?.[0]?.timeZone ??
    sales.data?.timeZone ??
    deviceZone()
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
