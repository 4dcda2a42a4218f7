import type { Service } from '#shared/booking/catalogue.ts'
import { journeys, type SampleJourney } from '#shared/site/owner/journeys.ts'
import { BookingFlow, type PaymentStepComponent } from './booking-flow.tsx'
import { leaveUnchanged } from './details/prefill.ts'
import type { Draft } from './flow.ts'

interface JourneyBookingProps {
  service: Service
  /** Name of the journey in the address; an unknown one is ignored. */
  slug: string
  PaymentStep: PaymentStepComponent
}

/** A booking that begins at a sample journey. */
export function JourneyBooking({ service, slug, PaymentStep }: JourneyBookingProps) {
  const journey = journeys.find((known) => known.slug === slug)
  return (
    <BookingFlow
      service={service}
      PaymentStep={PaymentStep}
      topic={journey?.title}
      prepare={journey ? (draft) => fillFromJourney(draft, journey) : leaveUnchanged}
    />
  )
}

/** Carries the journey that the visitor came from into the message and the destinations. */
export function fillFromJourney(draft: Draft, { title, destinations }: SampleJourney): Draft {
  const line = toInterest(title)
  const isUntouched = journeys.some((known) => draft.message === toInterest(known.title))
  const message =
    draft.message === '' || isUntouched
      ? line
      : draft.message.includes(title)
        ? draft.message
        : `${draft.message}\n\n${line}`
  return {
    ...draft,
    message,
    destinations: draft.destinations.length > 0 ? draft.destinations : [...destinations],
  }
}

function toInterest(title: string): string {
  return `I would like to talk about “${title}”.`
}
