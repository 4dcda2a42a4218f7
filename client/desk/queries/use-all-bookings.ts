import { type DeskBooking, getBookingChanges } from '#shared/booking/desk-api.ts'
import { SyncedList, useSyncedList } from './synced-list.ts'
import type { DeskData } from './use-desk-data.ts'

const syncedBookings = new SyncedList('booking', getBookingChanges)

export interface AllBookings extends DeskData<readonly DeskBooking[]> {
  /** The owner's time zone; undefined until the first answer or stored list. */
  timeZone: string | undefined
}

/** Every booking, unsorted. */
export function useAllBookings(): AllBookings {
  const desk = useSyncedList(syncedBookings)
  const { data } = desk
  return { ...desk, data: data?.records, timeZone: data?.meta.timeZone }
}
