import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type Flow, getActiveHold } from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import { announce } from '#client/ui/announcer.tsx'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import {
  type AvailabilitySnapshot,
  buildOpenDays,
  type DayState,
  getDayState,
  getLastVisitorDate,
  getMonthRange,
  getOpenStarts,
  isRequestStart,
  type OpenDays,
  useAvailability,
  useRequestMark,
} from './availability.ts'

export interface Calendar {
  /** Any date in the displayed month. */
  month: PlainDate
  setMonth(date: PlainDate): void
  today: PlainDate
  /** The last date that can have a slot. */
  lastDate: PlainDate
  getDayState(date: PlainDate): DayState
  /** The open times of the displayed month are being fetched for the first time. */
  isLoading: boolean
  chooseDate(date: PlainDate): void
  chooseZone(zone: string): void
  /** Open starts of the chosen date, UTC milliseconds; undefined until loaded. */
  starts: readonly number[] | undefined
  /** Whether a booking at an open start would be a request. */
  isRequest(start: number): boolean
  ownerZone: string | undefined
  /** When the server gave the displayed times, UTC milliseconds. */
  asOf: number | undefined
  /** When the owner's external calendar was last read, and whether that is fresh enough. */
  ownerCalendar: AvailabilitySnapshot['ownerCalendar']
  failed: boolean
  reload(): void
}

/** Loads open times month by month in the visitor's zone and updates the draft on a choice. */
export function useCalendar(flow: Flow): Calendar {
  const { service, draft, change, zone } = flow
  const today = toWallTime(systemClock(), zone).date
  const [month, setMonth] = useState(getLaterDate(draft.date, today))
  /** Until the visitor acts, the calendar goes on to the next month, once, if this one is full. */
  const [maySkip, setMaySkip] = useState(draft.date === null)
  const range = getMonthRange(month)
  const { snapshots, ...asking } = useAvailability({ service: service.type, ...range })
  const days = useOpenDays(flow, snapshots)
  const shown = snapshots[range.from]
  const known = shown ?? Object.values(snapshots)[0]
  // In a layout effect, because a later one could turn the month that the visitor has just turned.
  useLayoutEffect(() => {
    if (!maySkip || !shown) return
    setMaySkip(false)
    if (isFull(range, days) && shown.bookableTo > range.to) setMonth(addDays(range.to, 1))
  }, [maySkip, shown, range, days])
  useClearLostChoice(flow, days)
  useScheduleInfo(flow, known)
  useRequestMark(flow, snapshots)

  const chooseDate = (date: PlainDate) => {
    if (date === draft.date) return
    setMaySkip(false)
    change({ date, start: null, lostStart: null })
    const cleared = draft.start === null ? '' : ' The time you had chosen was cleared.'
    announce(
      `${formatDate(date, 'weekday')}. ${formatOpenCount(getOpenStarts(date, days)?.length)}${cleared}`,
    )
  }
  const chooseZone = (chosen: string) => {
    const date = draft.start === null ? draft.date : toWallTime(draft.start, chosen).date
    change({ zone: chosen, date })
    if (date) setMonth(date)
  }
  return {
    month,
    setMonth: (date) => {
      setMaySkip(false)
      setMonth(date)
    },
    today,
    lastDate: known
      ? getLastVisitorDate(known.bookableTo, { visitor: zone, owner: known.ownerZone })
      : getLaterDate(month, addDays(today, 31)),
    getDayState: (date) => getDayState(date, today, days),
    isLoading: !shown && !asking.failed,
    chooseDate,
    chooseZone,
    starts: draft.date ? getOpenStarts(draft.date, days) : undefined,
    isRequest: (start) => isRequestStart(start, snapshots) === true,
    ownerZone: known?.ownerZone,
    asOf: known?.asOf,
    ownerCalendar: known?.ownerCalendar,
    ...asking,
  }
}

function getLaterDate(a: PlainDate | null, b: PlainDate): PlainDate {
  return a && a > b ? a : b
}

function formatOpenCount(count: number | undefined): string {
  if (count === undefined) return ''
  return count === 1 ? '1 time is open.' : `${count} times are open.`
}

/** The open starts by date, with the one of this browser's own unpaid hold. */
function useOpenDays(
  { draft, zone }: Flow,
  answers: Readonly<Record<PlainDate, AvailabilitySnapshot>>,
): OpenDays {
  const holdStart = getActiveHold(draft.submittedBooking, systemClock())?.start
  return useMemo(() => {
    const days = buildOpenDays(answers, zone)
    if (holdStart === undefined) return days
    const { date } = toWallTime(holdStart, zone)
    const others = (getOpenStarts(date, days) ?? []).filter((start) => start !== holdStart)
    const starts = [...others, holdStart].sort((a, b) => a - b)
    return { ...days, startsByDate: new Map([...days.startsByDate, [date, starts]]) }
  }, [answers, holdStart, zone])
}

/** Whether a loaded month has no open time. */
function isFull({ from, to }: { from: PlainDate; to: PlainDate }, days: OpenDays): boolean {
  return ![...days.startsByDate.keys()].some((date) => date >= from && date <= to)
}

/** Clears a chosen time that is no longer open, and announces it. */
function useClearLostChoice({ draft, change, zone }: Flow, days: OpenDays): void {
  const { start, date } = draft
  const open = date === null ? undefined : getOpenStarts(date, days)
  const isLost = start !== null && open !== undefined && !open.includes(start)
  // In a layout effect, because a later one could clear a time that the visitor has just pressed.
  useLayoutEffect(() => {
    if (!isLost) return
    change({ start: null, lostStart: start })
    announce(`${formatClockTime(start, zone)} is no longer available. Please choose another time.`)
  }, [isLost, start, zone, change])
}

/** Stores the schedule’s version and the owner’s zone, which the visitor chooses by, in the draft. */
function useScheduleInfo({ draft, change }: Flow, known: AvailabilitySnapshot | undefined): void {
  const version = known?.scheduleVersion ?? null
  useEffect(() => {
    if (version !== null && version !== draft.scheduleVersion) change({ scheduleVersion: version })
  }, [version, draft.scheduleVersion, change])
  const ownerZone = known?.ownerZone ?? null
  useEffect(() => {
    if (ownerZone !== null && ownerZone !== draft.ownerZone) change({ ownerZone })
  }, [ownerZone, draft.ownerZone, change])
}
