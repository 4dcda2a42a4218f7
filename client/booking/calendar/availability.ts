import { useCallback, useEffect, useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import { groupByDate } from '#shared/booking/times.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { type Availability as Answer, getAvailability, paddedRange } from '#shared/schedule/api.ts'

export interface Known {
  starts: number[]
  ownerZone: string
  bookableTo: PlainDate
  /** When the server said so, UTC milliseconds; longer ago where the worker remembered it. */
  asOf: number
  /** How far the owner's own calendar was looked at. */
  calendar: Answer['calendar']
  scheduleVersion: number
}

interface Availability {
  /** The latest answers, by the first date asked for. */
  answers: Readonly<Record<PlainDate, Known>>
  failed: boolean
  reload(): void
}

interface Asked {
  service: ServiceType
  /** Dates of the visitor's zone. */
  from: PlainDate
  to: PlainDate
}

/** Open times of one service on some dates; asked again when the page comes back into view. */
export function useAvailability({ service, from, to }: Asked): Availability {
  const [answers, setAnswers] = useState<Record<PlainDate, Known>>({})
  const [failed, setFailed] = useState('')
  const latest = useRef(0)

  const reload = useCallback(async () => {
    const asked = ++latest.current
    const answer = await call(getAvailability, { service, ...paddedRange(from, to) })
    if (asked !== latest.current) return
    setFailed(answer.ok ? '' : from)
    if (!answer.ok) return
    setAnswers((before) => ({ ...before, [from]: knownFrom(answer.value) }))
  }, [service, from, to])

  useEffect(() => {
    void reload()
    return onReturn(() => void reload())
  }, [reload])

  return { answers, failed: failed === from, reload: () => void reload() }
}

/** An answer that was remembered may hold times that have passed since. */
function knownFrom(answer: Answer): Known {
  const { slots, timeZone: ownerZone, bookableTo, generatedAt, scheduleVersion, calendar } = answer
  const now = systemClock()
  const starts = slots.map((iso) => Date.parse(iso)).filter((start) => start > now)
  const asOf = Date.parse(generatedAt)
  return { starts, ownerZone, bookableTo, asOf, scheduleVersion, calendar }
}

function onReturn(act: () => void): () => void {
  const shown = () => {
    if (document.visibilityState === 'visible') act()
  }
  document.addEventListener('visibilitychange', shown)
  addEventListener('online', act)
  return () => {
    document.removeEventListener('visibilitychange', shown)
    removeEventListener('online', act)
  }
}

/** On the first later day with open times: the one at the lost hour of the visitor's clock, if it is open. */
export function sameHourAfter(
  first: PlainDate,
  days: ReadonlyMap<PlainDate, number[]>,
  { lost, zone }: { lost: number; zone: string },
): number | undefined {
  const [next] = [...days.keys()].filter((date) => date > first).sort()
  const { minute } = wallOf(lost, zone)
  const starts = next === undefined ? undefined : days.get(next)
  return starts?.find((start) => wallOf(start, zone).minute === minute)
}

/** Open starts by date, and the months of which they speak. */
export interface OpenDays {
  starts: ReadonlyMap<PlainDate, number[]>
  /** First dates of the months that are known. */
  months: ReadonlySet<PlainDate>
}

/** Joins the answers for whole months; the days around each are left to the neighbour's own answer. */
export function openDays(
  answers: Readonly<Record<PlainDate, { starts: readonly number[] }>>,
  zone: string,
): OpenDays {
  const starts = new Map<PlainDate, number[]>()
  for (const [month, answer] of Object.entries(answers)) {
    for (const [date, day] of groupByDate(answer.starts, zone)) {
      if (monthOf(date).from === month) starts.set(date, day)
    }
  }
  return { starts, months: new Set(Object.keys(answers)) }
}

/** The open starts of a date; undefined where nothing is known, and nothing is invented either. */
export function startsOn(date: PlainDate, days: OpenDays): readonly number[] | undefined {
  return days.months.has(monthOf(date).from) ? (days.starts.get(date) ?? []) : undefined
}

export type DayState = 'past' | 'open' | 'blocked' | 'unknown'

export function dayState(date: PlainDate, today: PlainDate, days: OpenDays): DayState {
  if (date < today) return 'past'
  const starts = startsOn(date, days)
  if (!starts) return 'unknown'
  return starts.length > 0 ? 'open' : 'blocked'
}

export const dayHints: Record<DayState, string | undefined> = {
  past: 'Past date',
  blocked: 'Not available',
  open: undefined,
  unknown: undefined,
}

/** First and last date of the month that holds a date. */
export function monthOf(date: PlainDate): { from: PlainDate; to: PlainDate } {
  const from = `${date.slice(0, 7)}-01`
  const nextMonth = `${addDays(from, 31).slice(0, 7)}-01`
  return { from, to: addDays(nextMonth, -1) }
}

/** The last date of the visitor's zone that can hold an offer. */
export function lastDateIn(bookableTo: PlainDate, zones: { visitor: string; owner: string }) {
  return zones.visitor === zones.owner ? bookableTo : addDays(bookableTo, 1)
}
