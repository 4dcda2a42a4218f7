import { useEffect, useState } from 'react'
import { paidSteps } from '#client/lib/data/payment-step.ts'
import { StepHead } from '#client/ui/page/step-head.tsx'
import { isPaid, OTHER_DESTINATION } from '#shared/booking/catalogue.ts'
import { BookingBar } from './booking-bar.tsx'
import styles from './calendar-step.module.css'
import { Destinations } from './destinations.tsx'
import { type Flow, freeSteps } from './flow.ts'
import { HeldTime } from './held-time.tsx'
import { KnownTimes } from './known-times.tsx'
import { LoadFailure } from './load-failure.tsx'
import { Legend, MonthChooser } from './month-chooser.tsx'
import { TimeChooser, useTimesInView, ZoneChooser } from './time-chooser.tsx'
import { useCalendar } from './use-calendar.ts'

/** The first step: where to, on which day, at what time. */
export function CalendarStep({ flow }: { flow: Flow }) {
  const { service, draft, change } = flow
  const calendar = useCalendar(flow)
  const { times, showTimes } = useTimesInView()
  const [otherError, setOtherError] = useState<string>()
  const missingOther =
    draft.destinations.includes(OTHER_DESTINATION) && draft.otherDestination.trim() === ''
  useEffect(() => {
    if (!missingOther) setOtherError(undefined)
  }, [missingOther])
  const next = () => {
    if (missingOther) setOtherError('Please name the country or region.')
    else flow.go('details')
  }
  return (
    <>
      <StepHead
        steps={isPaid(service) ? paidSteps : freeSteps}
        current={0}
        title="Choose your date and time"
      />
      <HeldTime flow={flow} />
      {service.asksDestinations ? (
        <Destinations
          chosen={draft.destinations}
          other={draft.otherDestination}
          error={otherError}
          onChange={(destinations, otherDestination) => change({ destinations, otherDestination })}
        />
      ) : null}
      <section className={styles.block} aria-label="Date and time">
        {calendar.failed ? <LoadFailure flow={flow} onRetry={calendar.reload} /> : null}
        <KnownTimes flow={flow} asOf={calendar.asOf} />
        <div className={styles.when}>
          <MonthChooser calendar={calendar} chosen={draft.date} onChosen={showTimes} />
          <TimeChooser flow={flow} calendar={calendar} ref={times} />
          <ZoneChooser flow={flow} calendar={calendar} />
          <Legend />
        </div>
      </section>
      <BookingBar
        start={draft.start}
        zone={flow.zone}
        missing={draft.date ? 'Choose a time' : 'Choose a date and a time'}
        label="Next"
        onNext={next}
      />
    </>
  )
}
