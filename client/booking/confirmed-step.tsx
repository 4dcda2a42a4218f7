import { Link } from 'react-router-dom'
import { systemClock } from '#client/lib/clock.ts'
import { toUrl } from '#client/lib/data/api.ts'
import { toLocationFact } from '#client/lib/data/location-fact.tsx'
import { wordByMail } from '#client/lib/data/mail-wording.ts'
import { useEndpoint } from '#client/lib/data/use-endpoint.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Facts } from '#client/ui/page/facts.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import { getBookingPlate } from '#client/ui/plates/destination-plate.ts'
import text from '#client/ui/type.module.css'
import { type BookingView, getBooking, getBookingCalendar } from '#shared/booking/api.ts'
import { CANCELLATION_HOURS } from '#shared/booking/booked-service.ts'
import { toReference } from '#shared/booking/booking-id.ts'
import { isLinkMissing } from '#shared/booking/meeting-location.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import styles from './booking.module.css'
import { listBookedFacts } from './booking-facts.ts'
import type { Flow, SubmittedBooking } from './flow.ts'
import { toOtherTimeLink } from './service-text.ts'

export interface ConfirmedStepProps {
  flow: Flow
  submittedBooking: SubmittedBooking
}

/** The last step: the booking's status, fetched again from the server. */
export function ConfirmedStep({ flow, submittedBooking }: ConfirmedStepProps) {
  const { service, config, topic } = flow
  // Until the server answers, show the stored receipt.
  const { bookingId, fields, manageUrl } = submittedBooking
  const zone = fields.timezone ?? 'UTC'
  const { value: booking } = useEndpoint(getBooking, bookingId ? { id: bookingId } : undefined)
  const status = booking?.status ?? submittedBooking.status
  const start = booking ? Date.parse(booking.start) : submittedBooking.start
  const confirmed = status === 'confirmed' || status === 'completed'
  const title = titles[status] ?? 'Request received'
  useTitle(title)
  return (
    <ResultPage
      plate={getBookingPlate(service.type, fields.destinations?.split(','))}
      title={title}
      success={confirmed}
      isSigned={confirmed}
      lead={<p>{getLead(fields, status)}</p>}
    >
      {confirmed && bookingId ? (
        <div className={styles.calendar} data-print="off">
          <ButtonLink href={toUrl(getBookingCalendar, { id: bookingId })}>
            Add to calendar
          </ButtonLink>
        </div>
      ) : null}
      <Facts
        facts={[
          ...(topic ? [{ term: 'About', value: topic }] : []),
          ...listBookedFacts(submittedBooking, start),
          ...(booking && confirmed && !isLinkMissing(booking) ? [toLocationFact(booking)] : []),
        ]}
      />
      <BookingNotices receipt={submittedBooking} booking={booking} config={config} />
      {confirmed ? (
        <NextSteps receipt={submittedBooking} booking={booking} config={config} />
      ) : null}
      <Changes
        manageUrl={manageUrl}
        booking={booking}
        otherTimeUrl={toOtherTimeLink(service, start, zone)}
      />
      <Reference bookingId={bookingId} />
      <ResultActions>
        {confirmed && service.asksDestinations ? (
          <ButtonLink variant="ghost" to="/inquiry-form">
            Prepare your enquiry
          </ButtonLink>
        ) : null}
        <ButtonLink variant={confirmed ? 'quiet' : 'primary'} to="/">
          Return to Home
        </ButtonLink>
      </ResultActions>
    </ResultPage>
  )
}

interface BookedProps {
  receipt: SubmittedBooking
  booking: BookingView | undefined
  config: Flow['config']
}

const DAY = 86_400_000

/** What the guest can expect, in chronological order. Mentions emails only if the site sends them. */
function NextSteps({ receipt, booking, config }: BookedProps) {
  const { fields } = receipt
  const start = booking ? Date.parse(booking.start) : receipt.start
  return (
    <section className={styles.next} aria-labelledby="next-title">
      <h2 id="next-title" className={text.h4}>
        What happens next
      </h2>
      <dl>
        <div>
          <dt>Now</dt>
          <dd>
            {wordByMail(config, {
              sent: `A confirmation email is on its way to ${fields.email ?? ''}.`,
              notSent: 'Please keep the link to this booking; the meeting details are found there.',
            })}
          </dd>
        </div>
        {config?.sendsMail && start - systemClock() > DAY ? (
          <div>
            <dt>The day before</dt>
            <dd>A reminder comes by email.</dd>
          </div>
        ) : null}
        {booking ? (
          <div>
            <dt>{formatClockTime(start, fields.timezone ?? 'UTC')}</dt>
            <dd>{formatMeeting(booking, config)}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  )
}

/** How the meeting begins: who calls, or where it is. */
function formatMeeting(booking: BookingView, config: Flow['config']): string {
  const { locationKind, phone } = booking
  const { founder } = getBusiness()
  if (locationKind === 'phone') return `${founder ? `${founder} calls` : 'I call'} you on ${phone}.`
  if (locationKind === 'in_person')
    return `${founder ? `${founder} meets you` : 'We meet'} at the address above.`
  const link = !isLinkMissing(booking)
    ? 'Open the link above.'
    : wordByMail(config, {
        sent: 'The link comes in a second email, and is then on the page of your booking.',
        notSent: 'The link will be on the page of your booking.',
      })
  return `${founder ? `${founder} meets you` : 'We meet'} by video. ${link}`
}

interface ChangesProps {
  /** Null if this device does not know the link. */
  manageUrl: string | null
  booking: BookingView | undefined
  /** Where to ask for another time. */
  otherTimeUrl: string
}

/** How to move or cancel the booking. */
function Changes({ manageUrl, booking, otherTimeUrl }: ChangesProps) {
  const hours = booking?.service.cancellationHours ?? CANCELLATION_HOURS
  return (
    <p className={styles.manageLink}>
      {manageUrl ? (
        <>
          <Link to={manageUrl}>See, move or cancel this booking</Link> until {hours} hours before.
          Keep this link.{' '}
        </>
      ) : null}
      No time that suits? <a href={otherTimeUrl}>Request alternative time</a>
      {manageUrl ? <span className={styles.printedUrl}>{location.origin + manageUrl}</span> : null}
    </p>
  )
}

function Reference({ bookingId }: { bookingId: string | null }) {
  if (bookingId === null) return null
  return (
    <p className={styles.reference}>
      Reference <b>{toReference(bookingId)}</b>
    </p>
  )
}

const titles: Partial<Record<SubmittedBooking['status'], string>> = {
  confirmed: 'Booking Confirmed',
  completed: 'Booking Confirmed',
  cancelled: 'Booking cancelled',
  expired: 'This time was not held',
  awaiting_payment: 'Awaiting payment',
}

function getLead(fields: SubmittedBooking['fields'], status: SubmittedBooking['status']): string {
  const name = fields.first_name ?? ''
  if (status === 'cancelled' || status === 'expired') return `Nothing is booked, ${name}.`
  return status === 'confirmed' || status === 'completed'
    ? `Thank you, ${name}. Your time is reserved. I look forward to meeting you.`
    : `Thank you, ${name}. Your request is with me; it is not confirmed yet.`
}

function BookingNotices({ receipt, booking, config }: BookedProps) {
  const status = booking?.status ?? receipt.status
  const blocksSlot = booking?.blocksSlot ?? receipt.blocksSlot
  return (
    <>
      {status === 'requested' && !blocksSlot ? (
        <div className={styles.note}>
          <Banner tone="info" title="The time is not held for you yet.">
            Several bookings have come from you already, so I look at this one myself.{' '}
            {wordByMail(config, {
              sent: 'Until I answer by email, others may still book the time, and I may have to say no.',
              notSent:
                'Until I answer on the page of this booking, others may still book the time, and I may have to say no.',
            })}
          </Banner>
        </div>
      ) : null}
      {receipt.isEarlierVersion ? (
        <div className={styles.note}>
          <Banner tone="info" title="Your first request had already arrived.">
            Your later changes are not part of it. Use the link below, or write to me.
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
