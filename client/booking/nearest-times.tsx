import { useEffect, useMemo, useRef } from 'react'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { groupByDate } from '#shared/booking/opening-days.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { sameHourAfter } from './availability.ts'
import { dayWords } from './date-words.ts'
import type { Flow } from './flow.ts'
import styles from './other-time-step.module.css'
import { SlotList } from './slot-list.tsx'

interface NearestTimesProps {
  flow: Flow
  /** The day of the lost time. */
  first: PlainDate
  /** Open starts from that day on; undefined while not known. */
  starts: readonly number[] | undefined
  failed: boolean
}

/** That day, and the next one that has open times. */
export function NearestTimes({ flow, first, starts, failed }: NearestTimesProps) {
  const { zone } = flow
  const days = useMemo(() => starts && groupByDate(starts, zone), [starts, zone])
  useProposal(flow, first, days)
  if (!days) return failed ? null : <Waiting />
  const later = [...days.keys()].filter((date) => date > first).sort()
  const second = later[0] ?? addDays(first, 1)
  return (
    <div className={styles.days}>
      {[first, second].map((date) => (
        <Day key={date} flow={flow} date={date} starts={days.get(date) ?? []} first={first} />
      ))}
    </div>
  )
}

/** Proposes, once, the hour that was lost on the next day that has it; the person may choose another. */
function useProposal(
  { draft, zone, change }: Flow,
  first: PlainDate,
  days: ReadonlyMap<PlainDate, number[]> | undefined,
): void {
  const proposed = useRef(false)
  useEffect(() => {
    if (!days || proposed.current || draft.start !== null || draft.lost === null) return
    proposed.current = true
    const start = sameHourAfter(first, days, { lost: draft.lost, zone })
    if (start !== undefined) change({ start, date: wallOf(start, zone).date })
  }, [days, draft.start, draft.lost, first, zone, change])
}

interface DayProps {
  flow: Flow
  date: PlainDate
  starts: readonly number[]
  first: PlainDate
}

function Day({ flow, date, starts, first }: DayProps) {
  const { draft, zone, change } = flow
  const lost = date === first ? draft.lost : null
  return (
    <section className={styles.day} aria-label={dayWords(date)}>
      <h3>{dayWords(date)}</h3>
      {starts.length === 0 ? (
        <p className={styles.none}>No available times for this date</p>
      ) : (
        <SlotList
          look="plain"
          label={`Available times, ${dayWords(date)}`}
          starts={starts}
          zone={zone}
          chosen={draft.start}
          lost={lost}
          onChoose={(start) => change({ start, date })}
        />
      )}
    </section>
  )
}

function Waiting() {
  return (
    <div className={styles.days} aria-hidden="true">
      <Skeleton className={styles.waiting} />
      <Skeleton className={styles.waiting} />
    </div>
  )
}
