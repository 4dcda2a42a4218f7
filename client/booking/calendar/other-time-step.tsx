import { useLayoutEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import { BookingBar } from '#client/booking/booking-bar.tsx'
import { formatChosenDestinations } from '#client/booking/booking-facts.ts'
import { toWireFields, validateBooking } from '#client/booking/booking-fields.ts'
import {
  ChangedServiceBanner,
  getSubmitLabel,
  SubmitProblemBanner,
} from '#client/booking/details/submit-row.tsx'
import { type Draft, type Flow, freeSteps } from '#client/booking/flow.ts'
import { toTimeRequestLink } from '#client/booking/service-text.ts'
import { useSubmit } from '#client/booking/submit/use-submit.ts'
import { systemClock } from '#client/lib/clock.ts'
import { paidSteps } from '#client/lib/data/payment-step-props.ts'
import slots from '#client/ui/calendar/slot-list.module.css'
import { SlotList } from '#client/ui/calendar/slot-list.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { type Fact, Facts } from '#client/ui/page/facts.tsx'
import { StepHead } from '#client/ui/page/step-head.tsx'
import text from '#client/ui/type.module.css'
import { groupStartsByDate } from '#shared/booking/zoned-time.ts'
import { isPaid } from '#shared/content/services.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { formatPhone } from '#shared/lib/phone/phone.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { findSameHour, useAvailability, useRequestMark } from './availability.ts'
import { CachedTimesNotice, LoadErrorNotice } from './calendar-notices.tsx'
import calendar from './calendar-step.module.css'

/** Days to search for the next one with open times. */
const LOOK_AHEAD_DAYS = 14

const lostReasonTexts = {
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
  const first = getLostDate(draft, zone)
  const range = { from: first, to: addDays(first, LOOK_AHEAD_DAYS) }
  const { snapshots, failed, reload } = useAvailability({ flow, ...range })
  useRequestMark(flow, snapshots)
  const submit = useSubmit(flow)
  const send = async () => {
    const fields = toWireFields(draft, flow, zone)
    const isRight = Object.keys(validateBooking(fields, flow, systemClock())).length === 0
    // This step has none of the fields that are to be corrected.
    if (!isRight || (await submit.send(false))?.kind === 'fields') flow.goToStep('details')
  }
  return (
    <>
      <StepHead
        steps={isPaid(service) ? paidSteps : freeSteps}
        current={0}
        title="Choose another time"
      />
      <div className={calendar.otherTimeBanner}>
        <Banner tone="conflict" title={lostReasonTexts[draft.lostReason ?? 'taken']}>
          Choose another; everything else is kept.
        </Banner>
      </div>
      <ChangedServiceBanner flow={flow} onAccept={() => void send()} />
      <SubmitProblemBanner submit={submit} onRetry={() => void send()} />
      {failed ? <LoadErrorNotice flow={flow} onRetry={reload} /> : null}
      <CachedTimesNotice flow={flow} asOf={snapshots[first]?.asOf} />
      <NearestTimes
        flow={flow}
        firstDate={first}
        starts={snapshots[first]?.starts}
        failed={failed}
      />
      <p className={`${text.note} ${calendar.links} ${calendar.otherTimeLinks}`}>
        <Link to={flow.getStepPath('calendar')}>See the whole calendar</Link> or{' '}
        <a href={toTimeRequestLink(service, first)}>Request alternative time</a>
      </p>
      <section className={calendar.details} aria-labelledby="kept">
        <h3 id="kept" className={text.h4}>
          Kept as you wrote it
        </h3>
        <Facts variant="twoColumns" facts={listDraftFacts(draft)} />
      </section>
      <BookingBar
        start={draft.start}
        zone={zone}
        missingText="Choose another time"
        short
        label={getSubmitLabel(flow, submit.busy)}
        busy={submit.busy}
        onNext={() => void send()}
      />
    </>
  )
}

/** The date of the lost time in the visitor's zone, or today if that date has passed. */
function getLostDate({ lostStart, date }: Draft, zone: string): PlainDate {
  const today = toWallTime(systemClock(), zone).date
  const day = lostStart === null ? (date ?? today) : toWallTime(lostStart, zone).date
  return day < today ? today : day
}

function listDraftFacts({ typed }: Draft): Fact[] {
  const destinations = formatChosenDestinations(typed)
  return [
    { term: 'Name', value: `${typed.first_name} ${typed.last_name}` },
    { term: 'Email', value: typed.email },
    { term: 'Phone', value: formatPhone(typed.country, typed.phone) },
    ...(destinations ? [{ term: 'Destinations', value: destinations }] : []),
    ...(typed.message ? [{ term: 'Message', value: typed.message }] : []),
  ]
}

interface NearestTimesProps {
  flow: Flow
  /** The date of the lost time. */
  firstDate: PlainDate
  /** Open starts from that date on; undefined until loaded. */
  starts: readonly number[] | undefined
  failed: boolean
}

/** The free times of the lost date and of the next date with free times. */
function NearestTimes({ flow, firstDate, starts, failed }: NearestTimesProps) {
  const { zone } = flow
  const days = useMemo(() => starts && groupStartsByDate(starts, zone), [starts, zone])
  useProposedTime(flow, firstDate, days)
  if (!days)
    return failed ? null : (
      <div className={slots.days} aria-hidden="true">
        <Skeleton className={calendar.skeleton} />
        <Skeleton className={calendar.skeleton} />
      </div>
    )
  const later = [...days.keys()].filter((date) => date > firstDate).sort()
  const second = later[0] ?? addDays(firstDate, 1)
  return (
    <div className={slots.days}>
      {[firstDate, second].map((date) => (
        <Day
          key={date}
          flow={flow}
          date={date}
          starts={days.get(date) ?? []}
          lostDate={firstDate}
        />
      ))}
    </div>
  )
}

/**
 * Preselects, once, the lost time of day on the next day with open times; before the visitor can
 * press another, which it would otherwise replace.
 */
function useProposedTime(
  { draft, zone, change }: Flow,
  first: PlainDate,
  days: ReadonlyMap<PlainDate, number[]> | undefined,
): void {
  const proposed = useRef(false)
  useLayoutEffect(() => {
    if (!days || proposed.current || draft.start !== null || draft.lostStart === null) return
    proposed.current = true
    const start = findSameHour(first, days, { lost: draft.lostStart, zone })
    if (start !== undefined) change({ start, date: toWallTime(start, zone).date })
  }, [days, draft.start, draft.lostStart, first, zone, change])
}

interface DayProps {
  flow: Flow
  date: PlainDate
  starts: readonly number[]
  lostDate: PlainDate
}

function Day({ flow, date, starts, lostDate }: DayProps) {
  const { draft, zone, change } = flow
  const lost = date === lostDate ? draft.lostStart : null
  return (
    <section aria-label={formatDate(date, 'weekday')}>
      <h3 className={`${text.h4} ${slots.date}`}>{formatDate(date, 'weekday')}</h3>
      {starts.length === 0 ? (
        <p className={text.sentence}>No available times for this date</p>
      ) : (
        <SlotList
          variant="plain"
          label={`Available times, ${formatDate(date, 'weekday')}`}
          starts={starts}
          zone={zone}
          chosen={draft.start === null ? [] : [draft.start]}
          lost={lost === null ? [] : [lost]}
          onChoose={(start) => change({ start, date })}
        />
      )}
    </section>
  )
}
