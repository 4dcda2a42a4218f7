import { useCallback, useEffect, useRef, useState } from 'react'
import type { Flow } from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import type { DayState } from '#client/ui/calendar/day-grid.tsx'
import { groupStartsByDate } from '#shared/booking/zoned-time.ts'
import { addDays, eachDate, type PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { type Availability as Answer, getAvailability, padDateRange } from '#shared/schedule/api.ts'

export interface AvailabilitySnapshot {
  /** The last date of the range that was asked for. */
  to: PlainDate
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
  flow: Pick<Flow, 'service' | 'version'>
  /** Dates of the visitor's zone. */
  from: PlainDate
  to: PlainDate
}

/** Loads the open times of a service; again when the page is shown again or goes online. */
export function useAvailability({ flow, from, to }: AvailabilityRange): AvailabilityState {
  const { type: service } = flow.service
  const version = String(flow.version)
  const [answers, setAnswers] = useState<Record<PlainDate, AvailabilitySnapshot>>({})
  const [failed, setFailed] = useState('')
  const latest = useRef(0)

  const reload = useCallback(async () => {
    const requestNo = ++latest.current
    const answer = await callEndpoint(getAvailability, {
      ...{ service, version },
      ...padDateRange(from, to),
    })
    if (requestNo !== latest.current) return
    setFailed(answer.ok ? '' : from)
    if (!answer.ok) return
    setAnswers((before) => ({ ...before, [from]: toSnapshot(answer.value, to) }))
  }, [service, version, from, to])

  useEffect(() => {
    void reload()
    return onVisibleOrOnline(() => void reload())
  }, [reload])

  return { snapshots: answers, failed: failed === from, reload: () => void reload() }
}

/** Drops the starts that have passed: the answer may be a cached one. */
function toSnapshot(answer: Answer, to: PlainDate): AvailabilitySnapshot {
  const { slots, timeZone: ownerZone, bookableTo, generatedAt, scheduleVersion, calendar } = answer
  const now = systemClock()
  const starts = slots.map((iso) => Date.parse(iso)).filter((start) => start > now)
  const requestStarts = new Set(calendar?.requestSlots.map((iso) => Date.parse(iso)))
  const asOf = Date.parse(generatedAt)
  const known = { ownerZone, bookableTo, asOf, scheduleVersion, ownerCalendar: calendar }
  return { to, starts, requestStarts, ...known }
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

/** Open starts by date of the visitor's zone; a date that was not loaded is absent. */
export type OpenDays = ReadonlyMap<PlainDate, readonly number[]>

/** Joins the answers for pages of the calendar; each adds its own days, not those of its padding. */
export function buildOpenDays(
  answers: Readonly<Record<PlainDate, { starts: readonly number[]; to: PlainDate }>>,
  zone: string,
): OpenDays {
  const days = new Map<PlainDate, readonly number[]>()
  for (const [from, { starts, to }] of Object.entries(answers)) {
    const startsByDate = groupStartsByDate(starts, zone)
    for (const date of eachDate(from, to)) days.set(date, startsByDate.get(date) ?? [])
  }
  return days
}

export function getDayState(date: PlainDate, today: PlainDate, days: OpenDays): DayState {
  if (date < today) return 'past'
  const starts = days.get(date)
  if (!starts) return 'unknown'
  return starts.length > 0 ? 'open' : 'blocked'
}

/** The first open start; undefined also if a date before it, from `today` on, was not loaded. */
export function findFirstStart(today: PlainDate, days: OpenDays): number | undefined {
  for (let date = today; days.has(date); date = addDays(date, 1)) {
    const [start] = days.get(date) ?? []
    if (start !== undefined) return start
  }
  return undefined
}

/** The last date of the visitor's zone that can have a slot; one day of margin between zones. */
export function getLastVisitorDate(
  bookableTo: PlainDate,
  zones: { visitor: string; owner: string },
) {
  return zones.visitor === zones.owner ? bookableTo : addDays(bookableTo, 1)
}
