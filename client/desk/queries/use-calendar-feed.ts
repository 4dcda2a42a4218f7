import { useMemo } from 'react'
import type { Interval } from '#shared/booking/slots.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import {
  CALENDAR_FEED_ID,
  emptyFeedRecord,
  type FeedView,
  getBusyTimes,
  getFeed,
  toFeedView,
} from '#shared/schedule/feed-api.ts'
import type { DeskData, Source } from './use-desk-data.ts'
import { useServerNow } from './use-now.ts'
import { toSource, useRecordData, useRecords, useServerAnswer } from './use-records.ts'

const feedQuery = { endpoint: getFeed, input: {} }

/** The state of the owner's external calendar. */
export function useCalendarFeed(): DeskData<FeedView> {
  const records = useRecords('calendar-feed')
  const now = useServerNow()
  const view = useMemo(() => {
    return records && toFeedView(records.get(CALENDAR_FEED_ID) ?? emptyFeedRecord, now)
  }, [records, now])
  return useRecordData({ derived: view, from: ['calendar-feed'] }, feedQuery)
}

/**
 * The busy times of the owner's calendar; undefined until they are known. Where the device's records cannot be
 * shown, those in the weeks of a date's month.
 */
export function useBusyTimes(date: PlainDate): Source<readonly Interval[]> {
  const records = useRecords('busy-times')
  const query = { endpoint: getBusyTimes, input: { month: `${date.slice(0, 7)}-01` } }
  const answer = useServerAnswer(query, records !== undefined)
  const data = answer?.data
  const times = useMemo(
    () =>
      records
        ? [...records.values()].flat()
        : data?.busy.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })),
    [records, data],
  )
  return toSource(times, answer)
}
