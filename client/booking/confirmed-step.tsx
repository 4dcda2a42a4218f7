import { Link } from 'react-router-dom'
import { urlOf } from '#client/lib/data/api.ts'
import { placeFact } from '#client/lib/data/place-fact.tsx'
import { useCall } from '#client/lib/data/use-call.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Facts } from '#client/ui/page/facts.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import { type BookingView, bookingCalendar, getBooking } from '#shared/booking/api.ts'
import styles from './booking.module.css'
import type { Flow, Receipt } from './flow.ts'
import { otherTimeLink } from './service-copy.ts'
import { bookedFacts } from './summary.ts'

interface ConfirmedStepProps {
  flow: Flow
  receipt: Receipt
}

/** The last step: the booking's status, fetched anew from the server. */
export function ConfirmedStep({ flow, receipt }: ConfirmedStepProps) {
  const { service, config } = flow
  // Until the server answers, show the stored receipt.
  const { bookingId } = receipt
  const { value: booking } = useCall(getBooking, bookingId ? { id: bookingId } : undefined)
  const status = booking?.status ?? receipt.status
  const start = booking ? Date.parse(booking.start) : receipt.start
  const confirmed = status === 'confirmed' || status === 'completed'
  const title = titles[status] ?? 'Request received'
  useTitle(title)
  return (
    <ResultPage
      plate="taiga"
      title={title}
      sealed={confirmed}
      lead={<p>{leadOf(receipt.fields, status, config?.mail)}</p>}
    >
      <Facts
        facts={[
          ...bookedFacts(receipt.fields, start),
          ...(booking && confirmed ? [placeFact(booking)] : []),
        ]}
      />
      <Notes receipt={receipt} booking={booking} />
      <ResultActions>
        <ButtonLink to="/">Return to Home</ButtonLink>
        {confirmed && receipt.bookingId ? (
          <ButtonLink variant="ghost" href={urlOf(bookingCalendar, { id: receipt.bookingId })}>
            Add to calendar
          </ButtonLink>
        ) : null}
        <ButtonLink
          variant="quiet"
          href={otherTimeLink(service, start, receipt.fields.timezone ?? 'UTC')}
        >
          Request alternative time
        </ButtonLink>
      </ResultActions>
      {receipt.manageUrl ? (
        <p className={styles.manage}>
          <Link to={receipt.manageUrl}>See, move or cancel this booking</Link>. Keep this link; you
          can change the booking until 24 hours before.
          <span className={styles.address}>{location.origin + receipt.manageUrl}</span>
        </p>
      ) : null}
    </ResultPage>
  )
}

const titles: Partial<Record<Receipt['status'], string>> = {
  confirmed: 'Booking Confirmed',
  completed: 'Booking Confirmed',
  cancelled: 'Booking cancelled',
  expired: 'This time was not held',
  awaiting_payment: 'Awaiting payment',
}

/** E-mail is mentioned only if this installation is known to send it. */
function leadOf(fields: Receipt['fields'], status: Receipt['status'], mail?: boolean): string {
  const name = fields.first_name ?? ''
  if (status === 'cancelled' || status === 'expired') return `Nothing is booked, ${name}.`
  if (status !== 'confirmed' && status !== 'completed')
    return `Thank you, ${name}. Your request is with us; it is not confirmed yet.`
  return mail
    ? `Thank you, ${name}. A confirmation email with the meeting details is on its way to ${fields.email ?? ''}.`
    : `Thank you, ${name}. Please keep the link to this booking; the meeting details are found there.`
}

function Notes({ receipt, booking }: { receipt: Receipt; booking: BookingView | undefined }) {
  const status = booking?.status ?? receipt.status
  const keepsTime = booking?.keepsTime ?? receipt.keepsTime
  return (
    <>
      {status === 'requested' && !keepsTime ? (
        <div className={styles.note}>
          <Banner tone="info" title="The time is not held for you yet.">
            Several bookings have come from you already, so we look at this one ourselves. Until we
            answer by e&#8209;mail, others may still book the time, and we may have to say no.
          </Banner>
        </div>
      ) : null}
      {receipt.earlier ? (
        <div className={styles.note}>
          <Banner tone="info" title="Your first request had already arrived.">
            Your later changes are not part of it. Use the link below, or write to us.
          </Banner>
        </div>
      ) : null}
      {booking?.demo ? (
        <div className={styles.note}>
          <Banner tone="info" title="Demo: no card is charged" />
        </div>
      ) : null}
    </>
  )
}
