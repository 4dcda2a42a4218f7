import { useEffect, useMemo, useState } from 'react'
import { type Flow, liveHold } from '#client/booking/flow.ts'
import { systemClock } from '#client/lib/clock.ts'
import { announce } from '#client/ui/announcer.tsx'
import { clockTime } from '#shared/booking/times.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { dateWords } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'
import {
  type DayState,
  dayState,
  type Known,
  lastDateIn,
  monthOf,
  type OpenDays,
  openDays,
  startsOn,
  useAvailability,
} from './availability.ts'

export interface Calendar {
  /** Any date in the displayed month. */
  month: PlainDate
  setMonth(date: PlainDate): void
  today: PlainDate
  /** The last date that can have a slot. */
  last: PlainDate
  stateOf(date: PlainDate): DayState
  chooseDate(date: PlainDate): void
  chooseZone(zone: string): void
  /** Open starts of the chosen date, UTC milliseconds; undefined until loaded. */
  starts: readonly number[] | undefined
  ownerZone: string | undefined
  /** When the server gave the displayed times, UTC milliseconds. */
  asOf: number | undefined
  /** When the owner's external calendar was last read, and whether that is fresh enough. */
  owners: Known['calendar']
  failed: boolean
  reload(): void
}

/** Loads open times month by month in the visitor's zone and updates the draft on a choice. */
export function useCalendar(flow: Flow): Calendar {
  const { service, draft, change, zone } = flow
  const today = wallOf(systemClock(), zone).date
  const [month, setMonth] = useState(laterOf(draft.date, today))
  const shown = monthOf(month)
  const { answers, ...asking } = useAvailability({ service: service.type, ...shown })
  const days = useOpenDays(flow, answers)
  const known = answers[shown.from] ?? Object.values(answers)[0]
  useSkipFullMonth({ chosen: draft.date, month, days, known, setMonth })
  useLostChoice(flow, days)
  useVersion(flow, known)

  const chooseDate = (date: PlainDate) => {
    if (date === draft.date) return
    change({ date, start: null, lost: null })
    const cleared = draft.start === null ? '' : ' The time you had chosen was cleared.'
    announce(`${dateWords(date, 'weekday')}. ${countWords(startsOn(date, days)?.length)}${cleared}`)
  }
  const chooseZone = (chosen: string) => {
    const date = draft.start === null ? draft.date : wallOf(draft.start, chosen).date
    change({ zone: chosen, date })
    if (date) setMonth(date)
  }
  return {
    month,
    setMonth,
    today,
    last: known
      ? lastDateIn(known.bookableTo, { visitor: zone, owner: known.ownerZone })
      : laterOf(month, addDays(today, 31)),
    stateOf: (date) => dayState(date, today, days),
    chooseDate,
    chooseZone,
    starts: draft.date ? startsOn(draft.date, days) : undefined,
    ownerZone: known?.ownerZone,
    asOf: known?.asOf,
    owners: known?.calendar,
    ...asking,
  }
}

function laterOf(a: PlainDate | null, b: PlainDate): PlainDate {
  return a && a > b ? a : b
}

function countWords(count: number | undefined): string {
  if (count === undefined) return ''
  return count === 1 ? '1 time is open.' : `${count} times are open.`
}

/** The open starts by date, with the one of this browser's own unpaid hold. */
function useOpenDays({ draft, zone }: Flow, answers: Readonly<Record<PlainDate, Known>>): OpenDays {
  const held = liveHold(draft.receipt, systemClock())?.start
  return useMemo(() => {
    const days = openDays(answers, zone)
    if (held === undefined) return days
    const { date } = wallOf(held, zone)
    const others = (startsOn(date, days) ?? []).filter((start) => start !== held)
    const starts = [...others, held].sort((a, b) => a - b)
    return { ...days, starts: new Map([...days.starts, [date, starts]]) }
  }, [answers, held, zone])
}

interface FirstView {
  chosen: PlainDate | null
  month: PlainDate
  days: OpenDays
  known: Known | undefined
  setMonth(date: PlainDate): void
}

/** Opens the calendar on the next month if the rest of this one has no open time. */
function useSkipFullMonth({ chosen, month, days, known, setMonth }: FirstView): void {
  const [done, setDone] = useState(chosen !== null)
  useEffect(() => {
    if (done || !known) return
    setDone(true)
    const { from, to } = monthOf(month)
    const open = [...days.starts.keys()].some((date) => date >= from && date <= to)
    if (!open && known.bookableTo > to) setMonth(addDays(to, 1))
  }, [done, days, month, known, setMonth])
}

/** Clears a chosen time that is no longer open, and announces it. */
function useLostChoice({ draft, change, zone }: Flow, days: OpenDays): void {
  const { start, date } = draft
  const open = date === null ? undefined : startsOn(date, days)
  const gone = start !== null && open !== undefined && !open.includes(start)
  useEffect(() => {
    if (!gone) return
    change({ start: null, lost: start })
    announce(`${clockTime(start, zone)} is no longer available. Please choose another time.`)
  }, [gone, start, zone, change])
}

/** Stores in the draft the version of the schedule that the visitor chooses from. */
function useVersion({ draft, change }: Flow, known: Known | undefined): void {
  const version = known?.scheduleVersion ?? null
  useEffect(() => {
    if (version !== null && version !== draft.version) change({ version })
  }, [version, draft.version, change])
}
