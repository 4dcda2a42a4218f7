import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import { BookingBar } from '#client/booking/booking-bar.tsx'
import { problemsOf, wireFields } from '#client/booking/content.ts'
import { SubmitProblemBanner, submitLabel } from '#client/booking/details/sending.tsx'
import { type Draft, type Flow, freeSteps } from '#client/booking/flow.ts'
import { alternativeTimeLink } from '#client/booking/service-copy.ts'
import { useSubmit } from '#client/booking/submit/use-submit.ts'
import { systemClock } from '#client/lib/clock.ts'
import { paidSteps } from '#client/lib/data/payment-step.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { type Fact, Facts } from '#client/ui/page/facts.tsx'
import { StepHead } from '#client/ui/page/step-head.tsx'
import text from '#client/ui/type.module.css'
import { destinationWords, isPaid } from '#shared/booking/catalogue.ts'
import { dialCodeOf } from '#shared/booking/phone.ts'
import { groupByDate } from '#shared/booking/times.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { dateWords } from '#shared/lib/date-words.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { sameHourAfter, useAvailability } from './availability.ts'
import calendar from './calendar-step.module.css'
import { KnownTimes, LoadFailure } from './notices.tsx'
import styles from './other-time-step.module.css'
import slots from './slot-list.module.css'
import { SlotList } from './slot-list.tsx'

/** Days to search for the next one with open times. */
const LOOK_AHEAD_DAYS = 14

const reasons = {
  taken: 'This time was just taken.',
  past: 'This time has passed.',
  notice: 'This time is too soon to book online.',
  closed: 'This time is not offered.',
  hold: 'The 15 minutes to pay have passed.',
  away: 'That time was taken while you were away.',
}

/** Shown if the chosen time is no longer available: offers the nearest ones and keeps the form. */
export function OtherTimeStep({ flow }: { flow: Flow }) {
  const { service, draft, zone } = flow
  const first = lostDate(draft, zone)
  const range = { from: first, to: addDays(first, LOOK_AHEAD_DAYS) }
  const { answers, failed, reload } = useAvailability({ service: service.type, ...range })
  const submit = useSubmit(flow)
  const send = () => {
    const problems = problemsOf(wireFields(draft, service.type, zone), draft.terms)
    if (Object.keys(problems).length > 0) flow.go('details')
    else void submit.send(false)
  }
  return (
    <>
      <StepHead
        steps={isPaid(service) ? paidSteps : freeSteps}
        current={0}
        title="Choose another time"
      />
      <div className={styles.banner}>
        <Banner tone="conflict" title={reasons[draft.lostReason ?? 'taken']}>
          Choose another; everything else is kept.
        </Banner>
      </div>
      <SubmitProblemBanner submit={submit} onRetry={send} />
      {failed ? <LoadFailure flow={flow} onRetry={reload} /> : null}
      <KnownTimes flow={flow} asOf={answers[first]?.asOf} />
      <NearestTimes flow={flow} first={first} starts={answers[first]?.starts} failed={failed} />
      <p className={`${text.note} ${calendar.links} ${styles.ways}`}>
        <Link to={flow.addressOf('calendar')}>See the whole calendar</Link> or{' '}
        <a href={alternativeTimeLink(service, first)}>Request alternative time</a>
      </p>
      <section className={styles.kept} aria-labelledby="kept">
        <h3 id="kept" className={text.h4}>
          Kept as you wrote it
        </h3>
        <Facts look="kept" facts={keptFacts(draft)} />
      </section>
      <BookingBar
        start={draft.start}
        zone={zone}
        missing="Choose another time"
        short
        label={submitLabel(flow, submit.busy)}
        busy={submit.busy}
        onNext={send}
      />
    </>
  )
}

/** The date of the lost time in the visitor's zone, or today if that date has passed. */
function lostDate({ lost, date }: Draft, zone: string): PlainDate {
  const today = wallOf(systemClock(), zone).date
  const day = lost === null ? (date ?? today) : wallOf(lost, zone).date
  return day < today ? today : day
}

function keptFacts(draft: Draft): Fact[] {
  const destinations = destinationWords(draft.destinations, draft.otherDestination)
  return [
    { term: 'Name', value: `${draft.firstName} ${draft.lastName}` },
    { term: 'Email', value: draft.email },
    { term: 'Phone', value: `${dialCodeOf(draft.country) ?? ''} ${draft.phone}` },
    ...(destinations ? [{ term: 'Destinations', value: destinations }] : []),
    ...(draft.message ? [{ term: 'Message', value: draft.message }] : []),
  ]
}

interface NearestTimesProps {
  flow: Flow
  /** The date of the lost time. */
  first: PlainDate
  /** Open starts from that date on; undefined until loaded. */
  starts: readonly number[] | undefined
  failed: boolean
}

/** The times of the lost date and of the next date that has any. */
function NearestTimes({ flow, first, starts, failed }: NearestTimesProps) {
  const { zone } = flow
  const days = useMemo(() => starts && groupByDate(starts, zone), [starts, zone])
  useProposal(flow, first, days)
  if (!days) return failed ? null : <Waiting />
  const later = [...days.keys()].filter((date) => date > first).sort()
  const second = later[0] ?? addDays(first, 1)
  return (
    <div className={slots.days}>
      {[first, second].map((date) => (
        <Day key={date} flow={flow} date={date} starts={days.get(date) ?? []} first={first} />
      ))}
    </div>
  )
}

/** Preselects, once, the lost time of day on the next day with open times. */
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
    <section aria-label={dateWords(date, 'weekday')}>
      <h3 className={`${text.h4} ${slots.date}`}>{dateWords(date, 'weekday')}</h3>
      {starts.length === 0 ? (
        <p className={text.sentence}>No available times for this date</p>
      ) : (
        <SlotList
          look="plain"
          label={`Available times, ${dateWords(date, 'weekday')}`}
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
    <div className={slots.days} aria-hidden="true">
      <Skeleton className={styles.waiting} />
      <Skeleton className={styles.waiting} />
    </div>
  )
}
