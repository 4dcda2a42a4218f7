import { useCallback, useEffect, useRef, useState } from 'react'
import type { Flow } from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import { groupStartsByDate } from '#shared/booking/zoned-time.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { type Availability as Answer, getAvailability, padDateRange } from '#shared/schedule/api.ts'

export interface AvailabilitySnapshot {
  starts: number[]
  /** The starts at which the owner may be busy, so that a booking is only a request. */
  requestStarts: ReadonlySet<number>
  ownerZone: string
  bookableTo: PlainDate
  /** When the server answered, UTC milliseconds; may be long ago if the answer was cached. */
  asOf: number
  /** When the owner's external calendar was last read, and whether that is fresh enough. */
  ownerCalendar: Answer['calendar']
  scheduleVersion: number
}

interface AvailabilityState {
  /** The latest answers, by the first date of their range. */
  snapshots: Readonly<Record<PlainDate, AvailabilitySnapshot>>
  failed: boolean
  reload(): void
}

interface AvailabilityRange {
  service: ServiceType
  /** Dates of the visitor's zone. */
  from: PlainDate
  to: PlainDate
}

/** Loads the open times of a service; again when the page is shown again or goes online. */
export function useAvailability({ service, from, to }: AvailabilityRange): AvailabilityState {
  const [answers, setAnswers] = useState<Record<PlainDate, AvailabilitySnapshot>>({})
  const [failed, setFailed] = useState('')
  const latest = useRef(0)

  const reload = useCallback(async () => {
    const requestNo = ++latest.current
    const answer = await callEndpoint(getAvailability, { service, ...padDateRange(from, to) })
    if (requestNo !== latest.current) return
    setFailed(answer.ok ? '' : from)
    if (!answer.ok) return
    setAnswers((before) => ({ ...before, [from]: toSnapshot(answer.value) }))
  }, [service, from, to])

  useEffect(() => {
    void reload()
    return onVisibleOrOnline(() => void reload())
  }, [reload])

  return { snapshots: answers, failed: failed === from, reload: () => void reload() }
}

/** Drops the starts that have passed: the answer may be a cached one. */
function toSnapshot(answer: Answer): AvailabilitySnapshot {
  const { slots, timeZone: ownerZone, bookableTo, generatedAt, scheduleVersion, calendar } = answer
  const now = systemClock()
  const starts = slots.map((iso) => Date.parse(iso)).filter((start) => start > now)
  const requestStarts = new Set(calendar?.requestSlots.map((iso) => Date.parse(iso)))
  const asOf = Date.parse(generatedAt)
  const known = { ownerZone, bookableTo, asOf, scheduleVersion, ownerCalendar: calendar }
  return { starts, requestStarts, ...known }
}

type Snapshots = AvailabilityState['snapshots']

/** Whether a booking at `start` would be a request; undefined if no answer has that start. */
export function isRequestStart(start: number, snapshots: Snapshots): boolean | undefined {
  const known = Object.values(snapshots).find(({ starts }) => starts.includes(start))
  return known?.requestStarts.has(start)
}

/** Stores in the draft whether the chosen time would be a request, for the steps after this one. */
export function useRequestMark({ draft, change }: Flow, snapshots: Snapshots): void {
  const { start, isRequest } = draft
  const is = start === null ? false : isRequestStart(start, snapshots)
  useEffect(() => {
    if (is !== undefined && is !== isRequest) change({ isRequest: is })
  }, [is, isRequest, change])
}

function onVisibleOrOnline(act: () => void): () => void {
  const handleVisibilityChange = () => {
    if (document.visibilityState === 'visible') act()
  }
  document.addEventListener('visibilitychange', handleVisibilityChange)
  addEventListener('online', act)
  return () => {
    document.removeEventListener('visibilitychange', handleVisibilityChange)
    removeEventListener('online', act)
  }
}

/**
 * On the first later day with open times, the start at the same local time as the lost one, if
 * there is one. Instants in UTC milliseconds, dates in the visitor's zone.
 */
export function findSameHour(
  first: PlainDate,
  days: ReadonlyMap<PlainDate, number[]>,
  { lost, zone }: { lost: number; zone: string },
): number | undefined {
  const [next] = [...days.keys()].filter((date) => date > first).sort()
  const { minute } = toWallTime(lost, zone)
  const starts = next === undefined ? undefined : days.get(next)
  return starts?.find((start) => toWallTime(start, zone).minute === minute)
}

/** Open starts by date of the visitor's zone, and the months that were loaded. */
export interface OpenDays {
  startsByDate: ReadonlyMap<PlainDate, number[]>
  loadedMonths: ReadonlySet<PlainDate>
}

/** Joins answers for whole months; each adds the days of its own month, not of its padding. */
export function buildOpenDays(
  answers: Readonly<Record<PlainDate, { starts: readonly number[] }>>,
  zone: string,
): OpenDays {
  const starts = new Map<PlainDate, number[]>()
  for (const [month, answer] of Object.entries(answers)) {
    for (const [date, day] of groupStartsByDate(answer.starts, zone)) {
      if (getMonthRange(date).from === month) starts.set(date, day)
    }
  }
  return { startsByDate: starts, loadedMonths: new Set(Object.keys(answers)) }
}

/** The open starts of a date; undefined if its month was not loaded. */
export function getOpenStarts(date: PlainDate, days: OpenDays): readonly number[] | undefined {
  return days.loadedMonths.has(getMonthRange(date).from)
    ? (days.startsByDate.get(date) ?? [])
    : undefined
}

/** State of a date in the month grid; `unknown`: its month is not loaded. */
export type DayState = 'past' | 'open' | 'blocked' | 'unknown'

export function getDayState(date: PlainDate, today: PlainDate, days: OpenDays): DayState {
  if (date < today) return 'past'
  const starts = getOpenStarts(date, days)
  if (!starts) return 'unknown'
  return starts.length > 0 ? 'open' : 'blocked'
}

export const dayHints: Record<DayState, string | undefined> = {
  past: 'Past date',
  blocked: 'Not available',
  open: undefined,
  unknown: undefined,
}

/** First and last date of the month of a date. */
export function getMonthRange(date: PlainDate): { from: PlainDate; to: PlainDate } {
  const from = `${date.slice(0, 7)}-01`
  const nextMonth = `${addDays(from, 31).slice(0, 7)}-01`
  return { from, to: addDays(nextMonth, -1) }
}

/** The last date of the visitor's zone that can have a slot; one day of margin between zones. */
export function getLastVisitorDate(
  bookableTo: PlainDate,
  zones: { visitor: string; owner: string },
) {
  return zones.visitor === zones.owner ? bookableTo : addDays(bookableTo, 1)
}
