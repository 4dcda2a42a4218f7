import { Link } from 'react-router-dom'
import { toUrl } from '#client/lib/data/api.ts'
import { toLocationFact } from '#client/lib/data/location-fact.tsx'
import { useEndpoint } from '#client/lib/data/use-endpoint.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Facts } from '#client/ui/page/facts.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import { type BookingView, getBooking, getBookingCalendar } from '#shared/booking/api.ts'
import styles from './booking.module.css'
import { listBookedFacts } from './booking-facts.ts'
import type { Flow, SubmittedBooking } from './flow.ts'
import { toOtherTimeLink } from './service-text.ts'

interface ConfirmedStepProps {
  flow: Flow
  submittedBooking: SubmittedBooking
}

/** The last step: the booking's status, fetched again from the server. */
export function ConfirmedStep({ flow, submittedBooking }: ConfirmedStepProps) {
  const { service, config } = flow
  // Until the server answers, show the stored receipt.
  const { bookingId } = submittedBooking
  const { value: booking } = useEndpoint(getBooking, bookingId ? { id: bookingId } : undefined)
  const status = booking?.status ?? submittedBooking.status
  const start = booking ? Date.parse(booking.start) : submittedBooking.start
  const confirmed = status === 'confirmed' || status === 'completed'
  const title = titles[status] ?? 'Request received'
  useTitle(title)
  return (
    <ResultPage
      plate="taiga"
      title={title}
      success={confirmed}
      lead={<p>{getLead(submittedBooking.fields, status, config?.sendsMail)}</p>}
    >
      <Facts
        facts={[
          ...listBookedFacts(submittedBooking.fields, start),
          ...(booking && confirmed ? [toLocationFact(booking)] : []),
        ]}
      />
      <BookingNotices receipt={submittedBooking} booking={booking} />
      <ResultActions>
        <ButtonLink to="/">Return to Home</ButtonLink>
        {confirmed && submittedBooking.bookingId ? (
          <ButtonLink
            variant="ghost"
            href={toUrl(getBookingCalendar, { id: submittedBooking.bookingId })}
          >
            Add to calendar
          </ButtonLink>
        ) : null}
        <ButtonLink
          variant="quiet"
          href={toOtherTimeLink(service, start, submittedBooking.fields.timezone ?? 'UTC')}
        >
          Request alternative time
        </ButtonLink>
      </ResultActions>
      {submittedBooking.manageUrl ? (
        <p className={styles.manageLink}>
          <Link to={submittedBooking.manageUrl}>See, move or cancel this booking</Link>. Keep this
          link; you can change the booking until 24 hours before.
          <span className={styles.printedUrl}>{location.origin + submittedBooking.manageUrl}</span>
        </p>
      ) : null}
    </ResultPage>
  )
}

const titles: Partial<Record<SubmittedBooking['status'], string>> = {
  confirmed: 'Booking Confirmed',
  completed: 'Booking Confirmed',
  cancelled: 'Booking cancelled',
  expired: 'This time was not held',
  awaiting_payment: 'Awaiting payment',
}

/** Email is mentioned only if this installation is known to send it. */
function getLead(
  fields: SubmittedBooking['fields'],
  status: SubmittedBooking['status'],
  mail?: boolean,
): string {
  const name = fields.first_name ?? ''
  if (status === 'cancelled' || status === 'expired') return `Nothing is booked, ${name}.`
  if (status !== 'confirmed' && status !== 'completed')
    return `Thank you, ${name}. Your request is with us; it is not confirmed yet.`
  return mail
    ? `Thank you, ${name}. A confirmation email with the meeting details is on its way to ${fields.email ?? ''}.`
    : `Thank you, ${name}. Please keep the link to this booking; the meeting details are found there.`
}

function BookingNotices({
  receipt,
  booking,
}: {
  receipt: SubmittedBooking
  booking: BookingView | undefined
}) {
  const status = booking?.status ?? receipt.status
  const blocksSlot = booking?.blocksSlot ?? receipt.blocksSlot
  return (
    <>
      {status === 'requested' && !blocksSlot ? (
        <div className={styles.note}>
          <Banner tone="info" title="The time is not held for you yet.">
            Several bookings have come from you already, so we look at this one ourselves. Until we
            answer by e&#8209;mail, others may still book the time, and we may have to say no.
          </Banner>
        </div>
      ) : null}
      {receipt.isEarlierVersion ? (
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
