import { type DeskBooking, getBookingChanges } from '#shared/booking/desk-api.ts'
import { RecordList, useRecordList } from './record-list.ts'
import type { DeskData } from './use-desk-data.ts'

const bookingRecords = new RecordList('booking', getBookingChanges)

export interface BookingRecords extends DeskData<readonly DeskBooking[]> {
  /** The owner's time zone; undefined until the first answer or stored list. */
  timeZone: string | undefined
}

/** Every booking, unsorted. */
export function useBookingRecords(): BookingRecords {
  const desk = useRecordList(bookingRecords)
  const { data } = desk
  return { ...desk, data: data?.records, timeZone: data?.about.timeZone }
}
