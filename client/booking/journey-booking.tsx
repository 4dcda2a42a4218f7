import type { SampleJourney } from '#shared/content/registry.ts'
import type { Service } from '#shared/content/service.ts'
import { getTexts } from '#shared/content/site-content.ts'
import { BookingFlow, type PaymentStepComponent } from './booking-flow.tsx'
import type { Draft } from './flow.ts'
import { leaveUnchanged } from './submit/prefill.ts'

interface JourneyBookingProps {
  service: Service
  /** Name of the journey in the address; an unknown one is ignored. */
  slug: string
  PaymentStep: PaymentStepComponent
}

/** A booking that begins at a sample journey. */
export function JourneyBooking({ service, slug, PaymentStep }: JourneyBookingProps) {
  const journey = getTexts('artistry').journeys.list?.find((known) => known.slug === slug)
  return (
    <BookingFlow
      service={service}
      PaymentStep={PaymentStep}
      topic={journey?.title}
      prepare={journey ? (draft) => fillFromJourney(draft, journey) : leaveUnchanged}
    />
  )
}

/** Adds the journey that the visitor came from to the message and the destinations. */
export function fillFromJourney(draft: Draft, { title, destination }: SampleJourney): Draft {
  const { typed } = draft
  const message = addInterest(typed.message, title)
  const chosen = typed.destinations || destination
  return { ...draft, typed: { ...typed, message, destinations: chosen } }
}

/** A sentence that was added for another journey is replaced; what was typed stays. */
function addInterest(message: string, title: string): string {
  const sentence = toInterest(title)
  const journeys = getTexts('artistry').journeys.list
  const isTyped = message !== '' && !journeys?.some((known) => message === toInterest(known.title))
  if (!isTyped) return sentence
  return message.includes(title) ? message : `${message}\n\n${sentence}`
}

function toInterest(title: string): string {
  return `I would like to talk about “${title}”.`
}
