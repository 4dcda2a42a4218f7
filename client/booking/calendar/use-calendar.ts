import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type Flow, getActiveHold } from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import { announce } from '#client/ui/announcer.tsx'
import { type DayState, getWeeks } from '#client/ui/calendar/day-grid.tsx'
import { formatClockTime, formatStartTime } from '#shared/booking/zoned-time.ts'
import { addDays, eachDate, type PlainDate } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import {
  type AvailabilitySnapshot,
  buildOpenDays,
  findFirstStart,
  getDayState,
  getLastVisitorDate,
  isRequestStart,
  type OpenDays,
  useAvailability,
  useRequestMark,
} from './availability.ts'

export interface Calendar {
  /** Any date of the displayed weeks. */
  shown: PlainDate
  turnTo(date: PlainDate): void
  today: PlainDate
  /** The last date that can have a slot. */
  lastDate: PlainDate
  getDayState(date: PlainDate): DayState
  /** The open times of the displayed weeks are being fetched for the first time. */
  isLoading: boolean
  /** The first open start, UTC milliseconds; undefined until loaded, null if none is known. */
  firstStart: number | null | undefined
  chooseDate(date: PlainDate): void
  /** Chooses a start with its date. */
  chooseStart(start: number): void
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

/** Loads open times page by page in the visitor's zone and updates the draft on a choice. */
export function useCalendar(flow: Flow): Calendar {
  const { draft, zone } = flow
  const today = toWallTime(systemClock(), zone).date
  const [shown, setShown] = useState(getLaterDate(draft.date, today))
  /** Until the visitor acts, the calendar goes on to the first weeks that have an open time. */
  const [maySkip, setMaySkip] = useState(draft.date === null)
  const range = getWeeks(today, shown)
  const { snapshots, ...asking } = useAvailability({ flow, ...range })
  const days = useOpenDays(flow, snapshots)
  const answer = snapshots[range.from]
  const known = answer ?? Object.values(snapshots)[0]
  const lastDate = known
    ? getLastVisitorDate(known.bookableTo, { visitor: zone, owner: known.ownerZone })
    : getLaterDate(shown, addDays(today, 31))
  const turnTo = (date: PlainDate) => {
    setMaySkip(false)
    setShown(date)
  }
  // In a layout effect, because a later one could turn the page that the visitor has just turned.
  useLayoutEffect(() => {
    if (!maySkip || !answer) return
    const next = addDays(range.to, 1)
    if (isFull(range, days) && next <= lastDate) setShown(next)
    else setMaySkip(false)
  }, [maySkip, answer, range, days, lastDate])
  useClearLostChoice(flow, days)
  useScheduleInfo(flow, known)
  useRequestMark(flow, snapshots)
  const isLoading = !answer && !asking.failed
  return {
    shown,
    turnTo,
    today,
    lastDate,
    getDayState: (date) => getDayState(date, today, days),
    isLoading,
    firstStart: findFirstStart(today, days) ?? (isLoading && maySkip ? undefined : null),
    ...useChoices(flow, days, turnTo),
    starts: draft.date ? days.get(draft.date) : undefined,
    isRequest: (start) => isRequestStart(start, snapshots) === true,
    ownerZone: known?.ownerZone,
    asOf: known?.asOf,
    ownerCalendar: known?.ownerCalendar,
    ...asking,
  }
}

function useChoices(
  { draft, change, zone }: Flow,
  days: OpenDays,
  turnTo: (date: PlainDate) => void,
): Pick<Calendar, 'chooseDate' | 'chooseStart' | 'chooseZone'> {
  return {
    chooseDate(date) {
      if (date === draft.date) return
      turnTo(date)
      change({ date, start: null, lostStart: null })
      const cleared = draft.start === null ? '' : ' The time you had chosen was cleared.'
      announce(
        `${formatDate(date, 'weekday')}. ${formatOpenCount(days.get(date)?.length)}${cleared}`,
      )
    },
    chooseStart(start) {
      const { date } = toWallTime(start, zone)
      turnTo(date)
      change({ date, start, lostStart: null })
      announce(`Chosen: ${formatDate(date, 'weekday')}, ${formatStartTime(start, zone)}.`)
    },
    chooseZone(chosen) {
      const date = draft.start === null ? draft.date : toWallTime(draft.start, chosen).date
      change({ zone: chosen, date })
      if (date) turnTo(date)
    },
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
    const others = days.get(date)?.filter((start) => start !== holdStart)
    if (!others) return days
    return new Map(days).set(
      date,
      [...others, holdStart].sort((a, b) => a - b),
    )
  }, [answers, holdStart, zone])
}

/** Whether these dates, whose weeks must be loaded, have no open time. */
function isFull({ from, to }: { from: PlainDate; to: PlainDate }, days: OpenDays): boolean {
  return !eachDate(from, to).some((date) => days.get(date)?.length)
}

/** Clears a chosen time that is no longer open, and announces it. */
function useClearLostChoice({ draft, change, zone }: Flow, days: OpenDays): void {
  const { start, date } = draft
  const open = date === null ? undefined : days.get(date)
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
