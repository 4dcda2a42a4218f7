import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { catalogue, isServiceType } from '../../shared/booking/catalogue.ts'
import { BookingFlow, type PaymentStep } from './booking-flow.tsx'
import { prefilled, unchanged } from './prefill.ts'

/** The booking page of one service; an unknown service leads home. */
export function BookingPage({ PaymentStep }: { PaymentStep: PaymentStep }) {
  const { serviceType } = useParams()
  const [query] = useSearchParams()
  if (!isServiceType(serviceType)) return <Navigate to="/" replace />
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
