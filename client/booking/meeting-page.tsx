import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { is } from 'valibot'
import { type BookingView, getBooking } from '../../shared/booking/api.ts'
import { BookingId } from '../../shared/booking/booking-id.ts'
import { catalogue, isServiceType, type Service } from '../../shared/booking/catalogue.ts'
import { call } from '../lib/api.ts'
import { systemClock } from '../lib/clock.ts'
import { useTakenOver } from '../lib/use-taken-over.ts'
import { BookingFlow, type PaymentStep } from './booking-flow.tsx'
import { MeetingFrame } from './booking-frame.tsx'
import { liveHold } from './held-time.tsx'
import { prefilled, receiptOf, unchanged, withBooking } from './prefill.ts'

const TITLE = 'Book a Consultation'

/** The booking page without a service in its address: by `service`, or by a booking to take up again. */
export function MeetingPage({ PaymentStep }: { PaymentStep: PaymentStep }) {
  // The page of the build knows nothing of this address.
  return useTakenOver() ? <Meeting PaymentStep={PaymentStep} /> : <MeetingFrame kicker={TITLE} />
}

function Meeting({ PaymentStep }: { PaymentStep: PaymentStep }) {
  const [query] = useSearchParams()
  const retried = useBooking(query.get('retry'))
  if (retried === 'loading') return null
  const step = retried && !query.has('step') ? stepFor(retried) : undefined
  if (step) return <Navigate to={`?${query}&step=${step}`} replace />
  const service = retried ? catalogue[retried.serviceType] : serviceIn(query)
  const fill = query.get('prefill') === 'true' ? prefilled : unchanged
  return (
    <BookingFlow
      key={service.type}
      service={service}
      PaymentStep={PaymentStep}
      kicker={TITLE}
      prepare={retried ? (draft) => withBooking(draft, retried) : fill}
    />
  )
}

function serviceIn(query: URLSearchParams): Service {
  const asked = query.get('service') ?? undefined
  return catalogue[isServiceType(asked) ? asked : 'initial-consultation']
}

/** Where a booking is taken up: at its payment while its time is held, at its end where it stands. */
function stepFor(booking: BookingView): 'payment' | 'confirmed' | undefined {
  if (booking.status === 'confirmed') return 'confirmed'
  return liveHold(receiptOf(booking), systemClock()) ? 'payment' : undefined
}

/** The booking to take up again, if this browser made it. */
function useBooking(id: string | null): BookingView | 'loading' | undefined {
  const [booking, setBooking] = useState<BookingView | 'loading' | undefined>(
    is(BookingId, id) ? 'loading' : undefined,
  )
  useEffect(() => {
    if (!is(BookingId, id)) return
    let current = true
    void call(getBooking, { id }).then((answer) => {
      if (current) setBooking(answer.ok ? answer.value : undefined)
    })
    return () => {
      current = false
    }
  }, [id])
  return booking
}
