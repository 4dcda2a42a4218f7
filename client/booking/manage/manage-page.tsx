import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { is } from 'valibot'
import type { PaymentStepComponent } from '#client/booking/booking-flow.tsx'
import { useDeferredHydrated } from '#client/lib/browser.ts'
import { isNetworkError } from '#client/lib/data/api.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { BookingView } from '#shared/booking/api.ts'
import { BookingId } from '#shared/booking/booking-id.ts'
import { toWriteLink } from '#shared/site/contact-links.ts'
import { repairQuery } from '#shared/site/routes.ts'
import { ManageBooking } from './manage-booking.tsx'
import { ManageError, ManageLayout, ManageSkeleton } from './manage-layout.tsx'
import { type BookingCredentials, useManagedBooking } from './use-managed-booking.ts'

/** The page behind the signed link. Opening it only reads, so a link preview changes nothing. */
export function ManagePage({ PaymentStep }: { PaymentStep: PaymentStepComponent }) {
  const query = new URLSearchParams(repairQuery(useLocation().search))
  const id = query.get('id')
  const isHydrated = useDeferredHydrated()
  useTitle('Your booking')
  return (
    <>
      {/* The address contains the booking's key, so no other site may receive it as a referrer. */}
      <meta name="referrer" content="no-referrer" />
      {/* The prerendered page cannot know the query. */}
      {!isHydrated ? (
        <ManageSkeleton />
      ) : is(BookingId, id) ? (
        <ManageContent
          key={id}
          credentials={{
            id,
            sig: query.get('sig') ?? undefined,
            mailToken: query.get('mail') ?? undefined,
          }}
          PaymentStep={PaymentStep}
        />
      ) : (
        <NotFound />
      )}
    </>
  )
}

interface ManageContentProps {
  credentials: BookingCredentials
  PaymentStep: PaymentStepComponent
}

function ManageContent({ credentials, PaymentStep }: ManageContentProps) {
  const managed = useManagedBooking(credentials)
  const [payment, setPayment] = useState<'open' | 'made'>()
  const { current, reload } = managed
  const unanswered = current.state === 'failed' && isNetworkError(current.refusal)
  useEffect(() => {
    if (!unanswered) return
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [unanswered, reload])

  if (current.state === 'loading') return <ManageSkeleton />
  if (current.state === 'loaded') {
    const { booking } = current
    const leave = (end?: 'made') => {
      setPayment(end)
      reload()
    }
    return payment && booking.status === 'awaiting_payment' ? (
      <ManagePayment {...{ credentials, booking, onLeave: leave, PaymentStep }} />
    ) : (
      <ManageBooking
        booking={booking}
        managed={managed}
        credentials={credentials}
        onPay={() => setPayment('open')}
        hasJustPaid={payment === 'made'}
      />
    )
  }
  return current.refusal.status === 404 ? (
    <NotFound />
  ) : (
    <ManageError
      title="Your booking did not load"
      lead="No answer came; your connection may be gone. Your booking stands as it was, and this page tries again once you are back online."
    >
      <Button onClick={reload}>Try again</Button>
      <ButtonLink variant="ghost" to="/">
        Return to Home
      </ButtonLink>
    </ManageError>
  )
}

function NotFound() {
  return (
    <ManageError
      title="This link does not open a booking"
      lead="It may be incomplete: please open it again, or copy all of it. In the browser you booked with, the booking also opens without the link."
    >
      <ButtonLink href={toWriteLink()}>Write to me</ButtonLink>
      <ButtonLink variant="ghost" to="/">
        Return to Home
      </ButtonLink>
    </ManageError>
  )
}

interface ManagePaymentProps {
  booking: BookingView
  credentials: BookingCredentials
  PaymentStep: PaymentStepComponent
  onLeave: (end?: 'made') => void
}

/** Payment for a hold by its link, on any device. */
function ManagePayment({ booking, credentials, PaymentStep, onLeave }: ManagePaymentProps) {
  const { purchase } = booking
  if (!purchase) throw new Error('A booking that awaits payment has no purchase')
  return (
    <ManageLayout booking={booking} status="Awaiting payment">
      <Suspense>
        <PaymentStep
          bookingId={booking.id}
          sig={credentials.sig}
          service={{
            type: booking.serviceType,
            feeLabel: booking.service.feeLabel,
            amount: booking.amount,
            currency: booking.currency,
          }}
          vat={purchase.vat}
          holdExpiresAt={booking.holdExpiresAt ?? booking.start}
          customerName={`${booking.firstName} ${booking.lastName}`}
          onPaid={() => onLeave('made')}
          onBack={() => onLeave()}
          onHoldLost={() => onLeave()}
        />
      </Suspense>
    </ManageLayout>
  )
}
