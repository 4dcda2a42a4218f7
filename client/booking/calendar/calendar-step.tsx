import { useEffect, useRef, useState } from 'react'
import { BookingBar } from '#client/booking/booking-bar.tsx'
import { type Flow, freeSteps, splitDestinations } from '#client/booking/flow.ts'
import { paidSteps } from '#client/lib/data/payment-step-props.ts'
import grid from '#client/ui/calendar/day-grid.module.css'
import { DayGrid } from '#client/ui/calendar/day-grid.tsx'
import { Chip, ChipButton } from '#client/ui/controls/chip.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { StepHead } from '#client/ui/page/step-head.tsx'
import text from '#client/ui/type.module.css'
import { formatStartTime } from '#shared/booking/zoned-time.ts'
import { destinationChoices, OTHER_DESTINATION } from '#shared/content/destinations.ts'
import { isPaid } from '#shared/content/services.ts'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import { CachedTimesNotice, HoldNotice, LoadErrorNotice } from './calendar-notices.tsx'
import styles from './calendar-step.module.css'
import { TimeChooser, useScrollToTimes, ZoneChooser } from './time-chooser.tsx'
import { type Calendar, useCalendar } from './use-calendar.ts'

/** The first step: destinations, date and time. */
export function CalendarStep({ flow }: { flow: Flow }) {
  const { service, draft, change } = flow
  const { other_destination } = draft.typed
  const destinations = splitDestinations(draft.typed.destinations)
  const calendar = useCalendar(flow)
  const { times, showTimes } = useScrollToTimes()
  const [otherError, setOtherError] = useState<string>()
  const missingOther = destinations.includes(OTHER_DESTINATION) && other_destination.trim() === ''
  useEffect(() => {
    if (!missingOther) setOtherError(undefined)
  }, [missingOther])
  const next = () => {
    if (missingOther) setOtherError('Please name the country or region.')
    else flow.goToStep('details')
  }
  return (
    <>
      <StepHead
        steps={isPaid(service) ? paidSteps : freeSteps}
        current={0}
        title="Choose your date and time"
      />
      <HoldNotice flow={flow} />
      {service.asksDestinations ? (
        <Destinations
          chosen={destinations}
          other={other_destination}
          error={otherError}
          onChange={(chosen, other) =>
            change(({ typed }) => ({
              typed: { ...typed, destinations: chosen.join(','), other_destination: other },
            }))
          }
        />
      ) : null}
      <section className={styles.section} aria-label="Date and time">
        {calendar.failed ? <LoadErrorNotice flow={flow} onRetry={calendar.reload} /> : null}
        <CachedTimesNotice flow={flow} asOf={calendar.asOf} />
        <div className={`${grid.beside} ${styles.picker}`}>
          <FirstTime flow={flow} calendar={calendar} />
          <div className={styles.column}>
            <DayGrid
              {...calendar}
              chosen={draft.date}
              onTurn={calendar.turnTo}
              onChoose={(date) => {
                calendar.chooseDate(date)
                showTimes()
              }}
            />
            <ul className={`${text.fine} ${styles.legend}`} aria-label="Legend">
              <li>Available</li>
              <li className={styles.selected}>Selected</li>
              <li className={styles.blocked}>Not available</li>
              <li className={styles.past}>Past date</li>
            </ul>
          </div>
          <div className={styles.column}>
            <TimeChooser flow={flow} calendar={calendar} ref={times} />
            <ZoneChooser flow={flow} calendar={calendar} />
          </div>
        </div>
      </section>
      <BookingBar
        start={draft.start}
        zone={flow.zone}
        missingText={draft.date ? 'Choose a time' : 'Choose a date and a time'}
        label="Next"
        onNext={next}
      />
    </>
  )
}

/** Chooses the first open time in one press. */
function FirstTime({ flow, calendar }: { flow: Flow; calendar: Calendar }) {
  const { firstStart: start } = calendar
  if (start === null) return null
  if (start === undefined) return <Skeleton className={`${styles.first} ${styles.firstSkeleton}`} />
  const day = formatInstantDate(start, flow.zone, 'weekday')
  return (
    <div className={styles.first}>
      <ChipButton pressed={start === flow.draft.start} onClick={() => calendar.chooseStart(start)}>
        {`First free: ${day}, ${formatStartTime(start, flow.zone)}`}
      </ChipButton>
    </div>
  )
}

interface DestinationsProps {
  chosen: readonly string[]
  other: string
  /** Set if `Next` was pressed while the free text was missing. */
  error: string | undefined
  onChange(chosen: string[], other: string): void
}

function Destinations({ chosen, other, error, onChange }: DestinationsProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  const toggle = (name: string, on: boolean) => {
    const next = destinationChoices.filter((choice) =>
      choice === name ? on : chosen.includes(choice),
    )
    onChange(next, next.includes(OTHER_DESTINATION) ? other : '')
  }
  return (
    <fieldset className={styles.section}>
      <legend className={`${text.h4} ${styles.question}`}>Where are you drawn to?</legend>
      <div className="row wrap gap-2">
        {destinationChoices.map((name) => (
          <Chip
            key={name}
            name="destinations"
            value={name}
            checked={chosen.includes(name)}
            onChange={(event) => toggle(name, event.target.checked)}
          >
            {name}
          </Chip>
        ))}
      </div>
      {chosen.includes(OTHER_DESTINATION) ? (
        <div className={styles.otherDestination}>
          <TextField
            ref={field}
            label="Which country or region?"
            name="other_destination"
            value={other}
            maxLength={200}
            required
            error={error}
            onChange={(event) => onChange([...chosen], event.target.value)}
          />
        </div>
      ) : null}
    </fieldset>
  )
}
