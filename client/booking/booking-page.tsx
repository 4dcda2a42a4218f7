import { Suspense } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { useDeferredHydrated } from '#client/lib/browser.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { catalogue, isServiceType } from '#shared/booking/catalogue.ts'
import { BookingFlow, type PaymentStepComponent } from './booking-flow.tsx'
import { BookingSkeleton } from './booking-skeleton.tsx'
import { leaveUnchanged, prefillDraft } from './submit/prefill.ts'

/** The booking page of one service; an unknown service redirects to Home. */
export function BookingPage({ PaymentStep }: { PaymentStep: PaymentStepComponent }) {
  const { serviceType } = useParams()
  const [query] = useSearchParams()
  const isHydrated = useDeferredHydrated()
  if (!isServiceType(serviceType)) return <Navigate to="/" replace />
  // The prerendered page cannot know the date, the draft or the query.
  if (!isHydrated) return <BookingSkeleton service={catalogue[serviceType]} />
  const slug = query.get('journey')
  const parts = { service: catalogue[serviceType], PaymentStep }
  if (slug !== null)
    return (
      <Suspense fallback={null}>
        <LazyJourneyBooking key={serviceType} slug={slug} {...parts} />
      </Suspense>
    )
  return (
    <BookingFlow
      key={serviceType}
      {...parts}
      prepare={query.get('prefill') === 'true' ? prefillDraft : leaveUnchanged}
    />
  )
}

/** Loaded when needed: most visitors do not come from a journey. */
const LazyJourneyBooking = lazyNamed(
  () => import('./journey-booking.tsx'),
  (module) => module.JourneyBooking,
)
