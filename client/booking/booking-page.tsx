import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { useDeferredHydrated } from '#client/lib/browser.ts'
import { catalogue, isServiceType } from '#shared/booking/catalogue.ts'
import { journeys } from '#shared/site/owner/journeys.ts'
import { BookingFlow, type PaymentStepComponent } from './booking-flow.tsx'
import { BookingSkeleton } from './booking-skeleton.tsx'
import { fillFromJourney, leaveUnchanged, prefillDraft } from './details/prefill.ts'

/** The booking page of one service; an unknown service redirects to Home. */
export function BookingPage({ PaymentStep }: { PaymentStep: PaymentStepComponent }) {
  const { serviceType } = useParams()
  const [query] = useSearchParams()
  const isHydrated = useDeferredHydrated()
  if (!isServiceType(serviceType)) return <Navigate to="/" replace />
  // The prerendered page cannot know the date, the draft or the query.
  if (!isHydrated) return <BookingSkeleton service={catalogue[serviceType]} />
  const journey = journeys.find(({ slug }) => slug === query.get('journey'))
  const fill = query.get('prefill') === 'true' ? prefillDraft : leaveUnchanged
  return (
    <BookingFlow
      key={serviceType}
      service={catalogue[serviceType]}
      PaymentStep={PaymentStep}
      kicker={journey?.title}
      prepare={journey ? (draft) => fillFromJourney(draft, journey) : fill}
    />
  )
}
