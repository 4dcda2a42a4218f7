import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { useTakenOver } from '#client/lib/browser.ts'
import { catalogue, isServiceType } from '#shared/booking/catalogue.ts'
import { BookingFlow, type PaymentStep } from './booking-flow.tsx'
import { BookingFrame } from './booking-frame.tsx'
import { prefilled, unchanged } from './details/prefill.ts'

/** The booking page of one service; an unknown service redirects to Home. */
export function BookingPage({ PaymentStep }: { PaymentStep: PaymentStep }) {
  const { serviceType } = useParams()
  const [query] = useSearchParams()
  const takenOver = useTakenOver()
  if (!isServiceType(serviceType)) return <Navigate to="/" replace />
  // The prerendered page cannot know the date, the draft or the query.
  if (!takenOver) return <BookingFrame service={catalogue[serviceType]} />
  const prepare = query.get('prefill') === 'true' ? prefilled : unchanged
  return (
    <BookingFlow
      key={serviceType}
      service={catalogue[serviceType]}
      PaymentStep={PaymentStep}
      prepare={prepare}
    />
  )
}
