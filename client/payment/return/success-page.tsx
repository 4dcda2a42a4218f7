import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useDeferredHydrated } from '#client/lib/browser.ts'
import { toUrl } from '#client/lib/data/api.ts'
import { toLocationFact } from '#client/lib/data/location-fact.tsx'
import { wordByMail } from '#client/lib/data/mail-wording.ts'
import { useEndpoint, useSiteConfig } from '#client/lib/data/use-endpoint.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useTitle } from '#client/lib/use-title.ts'
import {
  readReturnCredentials,
  toManageBookingPath,
  toRetryPath,
} from '#client/payment/booking-credentials.ts'
import {
  checkPayment,
  getStillCheckingText,
  type PaymentVerdict,
  waitUntilSettled,
} from '#client/payment/check-payment.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { DemoNotice } from '#client/ui/controls/demo-notice.tsx'
import { type Fact, Facts } from '#client/ui/page/facts.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import { getBookingPlate } from '#client/ui/plates/destination-plate.ts'
import { type BookingView, getBooking, getBookingCalendar } from '#shared/booking/api.ts'
import { toReference } from '#shared/booking/booking-id.ts'
import { getGuestZone } from '#shared/booking/guest-zone.ts'
import { formatMeetingTime } from '#shared/booking/zoned-time.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { appendTaxNote, formatTaxNote } from '#shared/payment/vat.ts'
import { toWriteLink } from '#shared/site/contact-links.ts'
import styles from './return-page.module.css'
import {
  getReturnTitle,
  getReturnView,
  parseReturnParams,
  type ReturnParams,
  type ReturnView,
  removeProviderParams,
  type UnsettledResult as UnsettledView,
} from './return-view.ts'

/** The page that the provider redirects to, and that every payment ends on. */
export function SuccessPage() {
  // The prerendered page does not know the query string; it shows `VerifyingPayment`, which comes first.
  return useDeferredHydrated() ? (
    <ReturnOutcome />
  ) : (
    <>
      <meta name="referrer" content="no-referrer" />
      <VerifyingPayment demo={false} />
    </>
  )
}

function ReturnOutcome() {
  const address = useReturnParams()
  const [verdict, again] = useVerdict(address)
  const config = useSiteConfig()
  const view = getReturnView(address, verdict)
  useTitle(getReturnTitle(view))
  useEffect(() => {
    if (view !== 'verifying') announce(getReturnTitle(view))
  }, [view])
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <ReturnContent view={view} id={address.bookingId} config={config} onRetry={again} />
    </>
  )
}

interface ReturnContentProps {
  view: ReturnView
  id: string | undefined
  config: ReturnType<typeof useSiteConfig>
  onRetry: () => void
}

function ReturnContent({ view, id, config, onRetry }: ReturnContentProps) {
  if (!id || view === 'invalid')
    return (
      <ResultPage
        plate="lodge"
        title={getReturnTitle('invalid')}
        lead="There is no booking at this address. Please open the link again, or write to me."
      >
        <ResultActions>
          <ButtonLink to="/">Return to Home</ButtonLink>
          <ButtonLink variant="ghost" href={toWriteLink()}>
            Write to me
          </ButtonLink>
        </ResultActions>
      </ResultPage>
    )
  const demo = config?.payments === 'demo'
  switch (view) {
    case 'verifying':
      return <VerifyingPayment demo={demo} />
    case 'paid':
      return <PaymentConfirmed id={id} config={config} />
    default:
      return (
        <UnsettledPayment view={view} id={id} config={config} isDemo={demo} onRetry={onRetry} />
      )
  }
}

/** Reads the address once, on arrival, and removes the provider's parameters from it at once. */
function useReturnParams(): ReturnParams {
  const { search } = useLocation()
  const [address] = useState(() => parseReturnParams(search))
  useLayoutEffect(() => {
    const cleaned = removeProviderParams(location.href)
    if (cleaned) history.replaceState(history.state, '', cleaned)
  }, [])
  return address
}

/** The server's verdict, undefined while it is asked; and a function to ask again. */
function useVerdict({
  bookingId,
  isRefused,
}: ReturnParams): [PaymentVerdict | undefined, () => void] {
  const [attempt, setAttempt] = useState(0)
  const check = (signal: AbortSignal) => {
    const key = readReturnCredentials(bookingId ?? '')
    // A refusal by the bank needs no waiting: one question confirms it.
    return isRefused && attempt === 0 ? checkPayment(key) : waitUntilSettled(key, signal)
  }
  const { value, loading } = useAsync(bookingId, check, attempt)
  return [loading ? undefined : value, () => setAttempt(attempt + 1)]
}

interface PaymentConfirmedProps {
  id: string
  config: ReturnContentProps['config']
}

/** A successful payment. The browser that booked sees the details, others only the reference. */
function PaymentConfirmed({ id, config }: PaymentConfirmedProps) {
  const { value: booking } = useEndpoint(getBooking, readReturnCredentials(id))
  return (
    <ResultPage
      plate={getBookingPlate(booking?.serviceType, booking?.destinations)}
      title={getReturnTitle('paid')}
      lead={getPaidLead(config)}
      success
    >
      {booking?.demo ? <DemoNoticeRow /> : null}
      <Facts facts={booking ? listPaymentFacts(booking) : [toReferenceFact(id)]} />
      <ResultActions>
        <ButtonLink to="/">Return to Home</ButtonLink>
        {booking ? (
          <>
            <ButtonLink
              variant="ghost"
              href={toUrl(getBookingCalendar, readReturnCredentials(id))}
              download
            >
              Add to calendar
            </ButtonLink>
            <ButtonLink variant="quiet" to={toManageBookingPath(readReturnCredentials(id))}>
              Move or cancel
            </ButtonLink>
          </>
        ) : null}
      </ResultActions>
    </ResultPage>
  )
}

function getPaidLead(config: ReturnContentProps['config']): string {
  const confirmed = 'Your consultation is confirmed.'
  return wordByMail(config, {
    sent: `${confirmed} A confirmation email with the meeting details will follow.`,
    notSent: `${confirmed} This site does not send email yet, so please keep the details below.`,
    unknown: confirmed,
  })
}

const toReferenceFact = (id: string): Fact => ({ term: 'Reference', value: toReference(id) })

function listPaymentFacts(booking: BookingView): Fact[] {
  const { amount, currency, purchase } = booking
  const tax = purchase ? formatTaxNote(currency, purchase.vat) : ''
  const [start, end] = [Date.parse(booking.start), Date.parse(booking.end)]
  const when = formatMeetingTime(start, end, getGuestZone(booking))
  return [
    { term: 'Service', value: booking.service.title },
    { term: 'Date and time', value: `${when.date}, ${when.time}` },
    { term: 'Time zone', value: when.zone },
    toLocationFact(booking),
    { term: 'Paid', value: appendTaxNote(formatPrice(amount, currency), tax) },
    toReferenceFact(booking.id),
  ]
}

export function VerifyingPayment({ demo }: { demo: boolean }) {
  return (
    <ResultPage
      plate="taiga"
      title={getReturnTitle('verifying')}
      lead="The bank is being asked. This usually takes a few seconds."
    >
      <p className={`row gap-5 ${styles.progress}`} role="status">
        <i aria-hidden="true" />
        Please keep this page open
      </p>
      <noscript>
        <p>
          This page needs JavaScript, which this browser has turned off. Once the payment arrives,
          your booking is confirmed.
        </p>
      </noscript>
      {demo ? <DemoNoticeRow /> : null}
    </ResultPage>
  )
}

interface UnsettledPaymentProps {
  view: UnsettledView
  id: string
  config: ReturnContentProps['config']
  isDemo: boolean
  onRetry: () => void
}

function UnsettledPayment({ view, id, config, isDemo, onRetry }: UnsettledPaymentProps) {
  const mayPayAgain = view === 'refused' || view === 'unpaid'
  return (
    <ResultPage plate="lodge" title={getReturnTitle(view)} lead={getUnsettledLead(view, config)}>
      {isDemo ? <DemoNoticeRow /> : null}
      <Facts facts={[toReferenceFact(id)]} />
      <ResultActions>
        {mayPayAgain ? (
          <ButtonLink to={toRetryPath(id)} arrow>
            Try Booking Again
          </ButtonLink>
        ) : (
          <Button onClick={onRetry}>Check again</Button>
        )}
        <ButtonLink variant="ghost" to="/">
          Return to Home
        </ButtonLink>
        {view === 'unpaid' ? (
          <Button variant="quiet" onClick={onRetry}>
            Check again
          </Button>
        ) : null}
        {view === 'processing' ? (
          <ButtonLink variant="quiet" to={toManageBookingPath(readReturnCredentials(id))}>
            See your booking
          </ButtonLink>
        ) : null}
      </ResultActions>
    </ResultPage>
  )
}

function getUnsettledLead(view: UnsettledView, config: ReturnContentProps['config']): string {
  switch (view) {
    case 'refused':
      return 'Your bank did not approve the payment, so nothing was charged. Your details are saved.'
    case 'unpaid':
      return 'No payment has been counted for this booking. Your details are kept; money that arrives late is sent back in full.'
    case 'processing':
      return getStillCheckingText(config)
    case 'unreachable':
      return `The bank could not be reached. Please check once more before you pay again${wordByMail(
        config,
        { sent: '; if the payment went through, I confirm by email.', notSent: '.' },
      )}`
  }
}

function DemoNoticeRow() {
  return (
    <div className={styles.demoNotice}>
      <DemoNotice />
    </div>
  )
}
