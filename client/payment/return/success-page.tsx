import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useTakenOver } from '#client/lib/browser.ts'
import { urlOf } from '#client/lib/data/api.ts'
import { placeFact } from '#client/lib/data/place-fact.tsx'
import { useCall, useSiteConfig } from '#client/lib/data/use-call.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useTitle } from '#client/lib/use-title.ts'
import {
  askPayment,
  askUntilSettled,
  type PaymentAnswer,
  stillChecking,
} from '#client/payment/ask-payment.ts'
import { bookingPath, retryPath, returnKey } from '#client/payment/booking-key.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { DemoMark } from '#client/ui/controls/demo-mark.tsx'
import { type Fact, Facts } from '#client/ui/page/facts.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import { type BookingView, bookingCalendar, getBooking } from '#shared/booking/api.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { shownTime } from '#shared/booking/times.ts'
import { formatPrice, taxNote } from '#shared/lib/money.ts'
import { business } from '#shared/site/business.ts'
import {
  cleanedAddress,
  type ReturnAddress,
  type ReturnView,
  readReturnAddress,
  titleOf,
  type Unsettled as UnsettledView,
  viewOf,
} from './return-view.ts'
import styles from './success-page.module.css'

/** The page that the provider redirects to, and that every payment ends on. */
export function SuccessPage() {
  // The prerendered page does not know the query string; it shows `Verifying`, which comes first.
  return useTakenOver() ? (
    <Outcome />
  ) : (
    <>
      <meta name="referrer" content="no-referrer" />
      <Verifying demo={false} />
    </>
  )
}

function Outcome() {
  const address = useReturnAddress()
  const [verdict, again] = useVerdict(address)
  const config = useSiteConfig()
  const view = viewOf(address, verdict)
  useTitle(titleOf(view))
  useEffect(() => {
    if (view !== 'verifying') announce(titleOf(view))
  }, [view])
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <Shown view={view} id={address.bookingId} config={config} again={again} />
    </>
  )
}

interface ShownProps {
  view: ReturnView
  id: string | undefined
  config: ReturnType<typeof useSiteConfig>
  again: () => void
}

function Shown({ view, id, config, again }: ShownProps) {
  if (!id || view === 'invalid') return <InvalidReference />
  const demo = config?.payments === 'demo'
  switch (view) {
    case 'verifying':
      return <Verifying demo={demo} />
    case 'paid':
      return <PaymentMade id={id} mail={config?.mail} />
    default:
      return <Unsettled view={view} id={id} mail={config?.mail} demo={demo} again={again} />
  }
}

/** Reads the address once, on arrival, and removes the provider's parameters from it at once. */
function useReturnAddress(): ReturnAddress {
  const { search } = useLocation()
  const [address] = useState(() => readReturnAddress(search))
  useLayoutEffect(() => {
    const cleaned = cleanedAddress(location.href)
    if (cleaned) history.replaceState(history.state, '', cleaned)
  }, [])
  return address
}

/** The server's verdict, undefined while it is asked; and a function to ask again. */
function useVerdict({
  bookingId,
  refused,
}: ReturnAddress): [PaymentAnswer | undefined, () => void] {
  const [attempt, setAttempt] = useState(0)
  const ask = (signal: AbortSignal) => {
    const key = returnKey(bookingId ?? '')
    // A refusal by the bank needs no waiting: one question confirms it.
    return refused && attempt === 0 ? askPayment(key) : askUntilSettled(key, signal)
  }
  const { value, loading } = useAsync(bookingId, ask, attempt)
  return [loading ? undefined : value, () => setAttempt(attempt + 1)]
}

interface PaymentMadeProps {
  id: string
  /** Whether the site sends mail. Undefined while unknown: no mail is promised then. */
  mail: boolean | undefined
}

/** A successful payment. The browser that booked sees the details, others only the reference. */
function PaymentMade({ id, mail }: PaymentMadeProps) {
  const { value: booking } = useCall(getBooking, returnKey(id))
  return (
    <ResultPage plate="taiga" title={titleOf('paid')} lead={paidLead(mail)} sealed>
      {booking?.demo ? <Mark /> : null}
      <Facts facts={booking ? factsOf(booking) : [referenceOf(id)]} />
      <ResultActions>
        <ButtonLink to="/">Return to Home</ButtonLink>
        {booking ? <BookingLinks id={id} /> : null}
      </ResultActions>
    </ResultPage>
  )
}

function BookingLinks({ id }: { id: string }) {
  return (
    <>
      <ButtonLink variant="ghost" href={urlOf(bookingCalendar, returnKey(id))} download>
        Add to calendar
      </ButtonLink>
      <ButtonLink variant="quiet" to={bookingPath(returnKey(id))}>
        Move or cancel
      </ButtonLink>
    </>
  )
}

function paidLead(mail: boolean | undefined): string {
  const confirmed = 'Your consultation is confirmed.'
  if (mail === undefined) return confirmed
  return mail
    ? `${confirmed} A confirmation email with the meeting details will follow.`
    : `${confirmed} This site does not send email yet, so please keep the details below.`
}

const referenceOf = (id: string): Fact => ({ term: 'Reference', value: id })

function factsOf(booking: BookingView): Fact[] {
  const { amount, currency, timezone } = booking
  const when = shownTime(Date.parse(booking.start), Date.parse(booking.end), timezone)
  return [
    { term: 'Service', value: catalogue[booking.serviceType].title },
    { term: 'Date and time', value: `${when.date}, ${when.time}` },
    { term: 'Time zone', value: when.zone },
    placeFact(booking),
    { term: 'Paid', value: `${formatPrice(amount, currency)}, ${taxNote(currency)}` },
    referenceOf(booking.id),
  ]
}

function InvalidReference() {
  return (
    <ResultPage
      plate="lodge"
      title={titleOf('invalid')}
      lead="We cannot find a booking at this address. Please open the link again, or write to us."
    >
      <ResultActions>
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink variant="ghost" href={`mailto:${business.email}`}>
          Write to us
        </ButtonLink>
      </ResultActions>
    </ResultPage>
  )
}

export function Verifying({ demo }: { demo: boolean }) {
  return (
    <ResultPage
      plate="taiga"
      title={titleOf('verifying')}
      lead="We are asking the bank. This usually takes a few seconds."
    >
      <p className={styles.progress} role="status">
        <i aria-hidden="true" />
        Please keep this page open
      </p>
      <noscript>
        <p>
          This page needs JavaScript, which this browser has turned off. Once the payment reaches
          us, we will email you the confirmation.
        </p>
      </noscript>
      {demo ? <Mark /> : null}
    </ResultPage>
  )
}

interface UnsettledProps {
  view: UnsettledView
  id: string
  mail: boolean | undefined
  demo: boolean
  again: () => void
}

function Unsettled({ view, id, mail, demo, again }: UnsettledProps) {
  const mayPayAgain = view === 'refused' || view === 'unpaid'
  return (
    <ResultPage plate="lodge" title={titleOf(view)} lead={leadOf(view, mail)}>
      {demo ? <Mark /> : null}
      <Facts facts={[{ term: 'Reference', value: id }]} />
      <ResultActions>
        {mayPayAgain ? (
          <ButtonLink to={retryPath(id)} arrow>
            Try Booking Again
          </ButtonLink>
        ) : (
          <Button onClick={again}>Check again</Button>
        )}
        <ButtonLink variant="ghost" to="/">
          Return to Home
        </ButtonLink>
        {view === 'unpaid' ? (
          <Button variant="quiet" onClick={again}>
            Check again
          </Button>
        ) : null}
        {view === 'processing' ? (
          <ButtonLink variant="quiet" to={bookingPath(returnKey(id))}>
            See your booking
          </ButtonLink>
        ) : null}
      </ResultActions>
    </ResultPage>
  )
}

function leadOf(view: UnsettledView, mail: boolean | undefined): string {
  switch (view) {
    case 'refused':
      return 'Your bank did not approve the payment, so nothing was charged. Your details are saved.'
    case 'unpaid':
      return 'No payment has been counted for this booking. Your details are kept; money that arrives late is sent back in full.'
    case 'processing':
      return stillChecking(mail)
    case 'unreachable':
      return `We could not reach the bank. Please check once more before you pay again${mail ? '; if the payment went through, we confirm by email.' : '.'}`
  }
}

function Mark() {
  return (
    <div className={styles.mark}>
      <DemoMark />
    </div>
  )
}
