import { Suspense } from 'react'
import type { BookingView } from '#shared/booking/api.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { PaymentStep } from './booking-flow.tsx'
import { ManageFrame } from './manage-frame.tsx'
import type { BookingKey } from './use-managed-booking.ts'

interface ManagePaymentProps {
  booking: BookingView
  access: BookingKey
  PaymentStep: PaymentStep
  leave: (end?: 'made') => void
}

/** Pays for a held time by its link, on whichever device that was opened. */
export function ManagePayment({ booking, access, PaymentStep, leave }: ManagePaymentProps) {
  return (
    <ManageFrame booking={booking} status="Awaiting payment">
      <Suspense>
        <PaymentStep
          bookingId={booking.id}
          sig={access.sig}
          service={catalogue[booking.serviceType]}
          holdExpiresAt={booking.holdExpiresAt ?? booking.start}
          customerName={`${booking.firstName} ${booking.lastName}`}
          onPaid={() => leave('made')}
          onBack={() => leave()}
          onHoldLost={() => leave()}
        />
      </Suspense>
    </ManageFrame>
  )
}
