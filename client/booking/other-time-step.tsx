import { Link } from 'react-router-dom'
import { systemClock } from '#client/lib/clock.ts'
import { paidSteps } from '#client/lib/data/payment-step.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { type Fact, Facts } from '#client/ui/page/facts.tsx'
import { StepHead } from '#client/ui/page/step-head.tsx'
import { isPaid } from '#shared/booking/catalogue.ts'
import { destinationWords } from '#shared/booking/destination-words.ts'
import { dialCodeOf } from '#shared/booking/dial-codes.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { alternativeTimeLink } from './alternative-time.ts'
import { BookingBar } from './booking-bar.tsx'
import { problemsOf } from './check.ts'
import { wireFields } from './content.ts'
import type { Draft } from './draft.ts'
import { type Flow, freeSteps } from './flow.ts'
import { KnownTimes } from './known-times.tsx'
import { LoadFailure } from './load-failure.tsx'
import { NearestTimes } from './nearest-times.tsx'
import styles from './other-time-step.module.css'
import { SubmitProblemBanner } from './submit-problem.tsx'
import { submitLabel } from './submit-row.tsx'
import { useAvailability } from './use-availability.ts'
import { useSubmit } from './use-submit.ts'

/** How far to look for the next day that has open times. */
const LOOK_AHEAD_DAYS = 14

const reasons = {
  taken: 'This time was just taken.',
  past: 'This time has passed.',
  notice: 'This time is too soon to book online.',
  closed: 'This time is not offered.',
  hold: 'The 15 minutes to pay have passed.',
  away: 'That time was taken while you were away.',
}

/** The time cannot be had: the nearest free ones, and all that was typed. */
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
      <p className={styles.ways}>
        <Link to={flow.addressOf('calendar')}>See the whole calendar</Link> or{' '}
        <a href={alternativeTimeLink(service, first)}>Request alternative time</a>
      </p>
      <section className={styles.kept} aria-labelledby="kept">
        <h3 id="kept">Kept as you wrote it</h3>
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

/** The visitor's date of the lost time, or today where that is over. */
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
