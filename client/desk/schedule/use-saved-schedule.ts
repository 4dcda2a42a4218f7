import { useMemo } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { ScheduleView } from '#client/data/schedule/types.ts'
import { type DeskData, useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { useRecords } from '#client/desk/queries/use-records.ts'
import { useScheduleView } from '#client/desk/queries/use-stored-schedule.ts'
import { type BookingStatus, blockingStatuses } from '#shared/booking/status.ts'
import {
  getScheduleSettings,
  type OwnerSchedule,
  toScheduleContent,
  type UpcomingMeeting,
} from '#shared/schedule/desk-api.ts'
import {
  defaultContent,
  replaceParts,
  type ScheduleContent,
} from '#shared/schedule/merge-schedules.ts'

export interface SavedSchedule {
  /**
   * The server's answer: a save without the queue is compared with it, and its hours and meetings are shown until this
   * device has synced.
   */
  desk: DeskData<OwnerSchedule>
  /** The hours as saved, on the server or on this device. */
  content: ScheduleContent
  /** Bookings that occupy their time, in order, past ones too; undefined until they are read. */
  meetings: readonly UpcomingMeeting[] | undefined
  /** When the hours last came from the server; undefined if they are only the defaults. */
  asOf: number | undefined
  /** Undefined while the local data opens, or if it cannot be opened. */
  view: ScheduleView | undefined
  isLoading: boolean
  /** Shows what the local data has now, and returns it. */
  refresh: () => Promise<ScheduleView>
}

/** The saved schedule: this device's records, with its pending edits. */
export function useSavedSchedule(): SavedSchedule {
  const desk = useDeskData(getScheduleSettings, {})
  const { view, setView, isLoading: isDataLoading } = useScheduleView()
  const { data } = desk
  const content = useMemo(() => {
    // Before the first complete sync, a part without a record may have one on the server.
    const base = data && view?.syncedAt === undefined ? toScheduleContent(data) : defaultContent
    return replaceParts(base, view?.parts ?? [])
  }, [data, view])
  const meetings = useStoredMeetings() ?? data?.meetings
  const asOf = view?.syncedAt ?? desk.asOf
  return {
    ...{ desk, content, meetings, asOf, view },
    isLoading: isDataLoading || (asOf === undefined && desk.state === 'opening'),
    refresh: async () => {
      const next = await getData().schedule.get()
      setView(next)
      return next
    },
  }
}

function useStoredMeetings(): readonly UpcomingMeeting[] | undefined {
  const bookings = useRecords('booking')
  return useMemo(() => {
    const blocking = bookings && [...bookings].filter(([, { status }]) => isBlocking(status))
    return blocking
      ?.map(([id, { clientName: name, serviceTitle, start, end }]) => {
        return { id, name, serviceTitle, start, end }
      })
      .sort((one, other) => Date.parse(one.start) - Date.parse(other.start))
  }, [bookings])
}

const isBlocking = (status: BookingStatus) => blockingStatuses.includes(status)
