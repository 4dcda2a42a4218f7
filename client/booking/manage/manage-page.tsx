import { Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { is } from 'valibot'
import type { PaymentStep } from '#client/booking/booking-flow.tsx'
import { useTakenOver } from '#client/lib/browser.ts'
import { isNoAnswer } from '#client/lib/data/api.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { BookingView } from '#shared/booking/api.ts'
import { BookingId } from '#shared/booking/booking-id.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { business } from '#shared/site/business.ts'
import { ManageBooking } from './manage-booking.tsx'
import { ManageFrame, ManageSkeleton, ManageTrouble } from './manage-frame.tsx'
import { type BookingKey, useManagedBooking } from './use-managed-booking.ts'

/** The page behind the signed link. Opening it only reads, so a link preview changes nothing. */
export function ManagePage({ PaymentStep }: { PaymentStep: PaymentStep }) {
  const [query] = useSearchParams()
  const id = query.get('id')
  const takenOver = useTakenOver()
  useTitle('Your booking')
  return (
    <>
      {/* The address contains the booking's key, so no other site may receive it as a referrer. */}
      <meta name="referrer" content="no-referrer" />
      {/* The prerendered page cannot know the query. */}
      {!takenOver ? (
        <ManageSkeleton />
      ) : is(BookingId, id) ? (
        <Managed
          key={id}
          access={{
            id,
            sig: query.get('sig') ?? undefined,
            mail: query.get('mail') ?? undefined,
          }}
          PaymentStep={PaymentStep}
        />
      ) : (
        <NotFound />
      )}
    </>
  )
}

interface ManagedProps {
  access: BookingKey
  PaymentStep: PaymentStep
}

function Managed({ access, PaymentStep }: ManagedProps) {
  const managed = useManagedBooking(access)
  const [payment, setPayment] = useState<'open' | 'made'>()
  const { shown, reload } = managed
  const unanswered = shown.state === 'failed' && isNoAnswer(shown.refusal)
  useEffect(() => {
    if (!unanswered) return
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [unanswered, reload])

  if (shown.state === 'loading') return <ManageSkeleton />
  if (shown.state === 'loaded') {
    const { booking } = shown
    const leave = (end?: 'made') => {
      setPayment(end)
      reload()
    }
    return payment && booking.status === 'awaiting_payment' ? (
      <ManagePayment {...{ access, booking, leave, PaymentStep }} />
    ) : (
      <ManageBooking
        booking={booking}
        managed={managed}
        access={access}
        pay={() => setPayment('open')}
        paid={payment === 'made'}
      />
    )
  }
  return shown.refusal.status === 404 ? <NotFound /> : <Unreached retry={reload} />
}

function NotFound() {
  return (
    <ManageTrouble
      title="This link does not open a booking"
      lead="It may be incomplete: please open it again, or copy all of it. In the browser you booked with, the booking also opens without the link."
    >
      <ButtonLink href={`mailto:${business.email}`}>Write to us</ButtonLink>
      <ButtonLink variant="ghost" to="/">
        Return to Home
      </ButtonLink>
    </ManageTrouble>
  )
}

function Unreached({ retry }: { retry: () => void }) {
  return (
    <ManageTrouble
      title="Your booking did not load"
      lead="No answer came from our side; your connection may be gone. Your booking stands as it was, and this page tries again once you are back online."
    >
      <Button onClick={retry}>Try again</Button>
      <ButtonLink variant="ghost" to="/">
        Return to Home
      </ButtonLink>
    </ManageTrouble>
  )
}

interface ManagePaymentProps {
  booking: BookingView
  access: BookingKey
  PaymentStep: PaymentStep
  leave: (end?: 'made') => void
}

/** Payment for a hold by its link, on any device. */
function ManagePayment({ booking, access, PaymentStep, leave }: ManagePaymentProps) {
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
