import { Suspense } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { useDeferredHydrated } from '#client/lib/browser.ts'
import { loadTexts } from '#client/lib/entry/document-content.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { findService } from '#shared/content/services.ts'
import { BookingFlow, type PaymentStepComponent } from './booking-flow.tsx'
import { BookingSkeleton } from './booking-skeleton.tsx'
import { leaveUnchanged, prefillDraft } from './submit/prefill.ts'

/** The booking page of one service; an unknown service redirects to Home. */
export function BookingPage({ PaymentStep }: { PaymentStep: PaymentStepComponent }) {
  const { serviceType } = useParams()
  const [query] = useSearchParams()
  const isHydrated = useDeferredHydrated()
  const service = findService(serviceType)
  if (!service) return <Navigate to="/" replace />
  // The prerendered page cannot know the date, the draft or the query.
  if (!isHydrated) return <BookingSkeleton service={service} />
  const slug = query.get('journey')
  const parts = { service, PaymentStep }
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
  async () => {
    const [module] = await Promise.all([import('./journey-booking.tsx'), loadTexts()])
    return module
  },
  (module) => module.JourneyBooking,
)
