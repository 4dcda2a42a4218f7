import { useCallback, useEffect, useRef } from 'react'
import type { InferOutput } from 'valibot'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { type PaymentStepProps, paidSteps } from '#client/lib/data/payment-step-props.ts'
import { type EndpointState, useEndpoint } from '#client/lib/data/use-endpoint.ts'
import { LatePayment, SetupError, StalledPayment } from '#client/payment/card/payment-errors.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { StepHead } from '#client/ui/page/step-head.tsx'
import text from '#client/ui/type.module.css'
import { formatAmount } from '#shared/lib/money.ts'
import { createPaymentIntent } from '#shared/payment/api.ts'
import { formatTaxNote, splitVat, type VatOutcome } from '#shared/payment/vat.ts'
import { type BookingCredentials, useBookingCredentials } from './booking-credentials.ts'
import { CardFrame, CardSkeleton, PayRow } from './card/card-parts.tsx'
import { DemoCard } from './card/demo-card.tsx'
import { StripeCard } from './card/stripe-card.tsx'
import styles from './payment-step.module.css'
import { isLongHold, useHold } from './use-hold.ts'
import { type Payment, usePayment } from './use-payment.ts'

/** The last step of a paid booking: the bill, then the card. */
export function PaymentStep(props: PaymentStepProps) {
  const { service, onBack } = props
  const booking = useBookingCredentials(props.bookingId, props.sig)
  const ends = useEndCallbacks(props)
  const opening = usePaymentIntent(booking, service)
  const payment = usePayment(booking, ends)
  const intent = opening.loading ? undefined : opening.value
  const expiresAt = intent?.holdExpiresAt ?? props.holdExpiresAt
  const hold = useHold({
    booking,
    expiresAt,
    isPaused: payment.phase !== 'ready',
    ...ends,
  })
  const label = service.feeLabel
  const ended = payment.phase === 'stalled' || payment.phase === 'late'
  const short = !isLongHold(Date.parse(expiresAt), systemClock())
  return (
    <>
      <StepHead
        steps={paidSteps}
        current={2}
        title={`The ${label.toLowerCase()}`}
        {...(ended ? {} : { back: { label: 'Back', onClick: onBack } })}
      />
      <div className={styles.stack}>
        <Bill label={label} service={service} vat={props.vat} />
        {opening.refusal && !opening.loading ? (
          <SetupError
            booking={booking}
            refusal={opening.refusal}
            onRetry={opening.reload}
            onBack={onBack}
            {...ends}
          />
        ) : (
          <>
            {ended ? null : (
              <p className={styles.hold}>
                {short ? (
                  <strong className={text.strong}>
                    Your time is held for 15 minutes while you pay.{' '}
                  </strong>
                ) : null}
                {hold}
              </p>
            )}
            <CardSection {...props} {...ends} booking={booking} intent={intent} payment={payment} />
          </>
        )}
      </div>
    </>
  )
}

interface CardSectionProps extends PaymentStepProps {
  booking: BookingCredentials
  intent: Intent | undefined
  payment: Payment
}

function CardSection({ intent, payment, onHoldLost, ...rest }: CardSectionProps) {
  const { booking, customerName, service } = rest
  const online = useOnline()
  const amount = formatAmount(service.amount, service.currency)
  if (!intent)
    return (
      <div role="status" aria-label="Opening the secure card form">
        <CardFrame aside="Opening the secure form">
          <CardSkeleton />
        </CardFrame>
        <PayRow amount={amount} busy={false} disabled onPay={() => undefined} />
      </div>
    )
  if (payment.phase === 'late') return <LatePayment onHoldLost={onHoldLost} />
  if (payment.phase === 'stalled')
    return <StalledPayment booking={booking} checkAgain={payment.checkAgain} />
  const { clientSecret, publishableKey } = intent
  const card = { booking, clientSecret, customerName, amount, payment, isBlocked: !online }
  return (
    <>
      {publishableKey === null ? (
        <Banner tone="info" title="Demonstration">
          This site runs without a payment account, so no card is charged and no number is kept.
          Please do not enter a real card; 4242 4242 4242 4242 will do.
        </Banner>
      ) : null}
      {online ? null : (
        <Banner tone="warn" title="Payment needs a connection.">
          Your details are kept on this device.
        </Banner>
      )}
      {payment.problem ? (
        <Banner tone="error" title={payment.problem.title}>
          {payment.problem.detail}
        </Banner>
      ) : null}
      <div>
        {publishableKey === null ? (
          <DemoCard {...card} />
        ) : (
          <StripeCard {...card} publishableKey={publishableKey} />
        )}
      </div>
    </>
  )
}

/** `onPaid` and `onHoldLost` as stable functions; only the first call of either has an effect. */
function useEndCallbacks({ onPaid, onHoldLost }: PaymentStepProps) {
  const latest = useRef({ onPaid, onHoldLost })
  const ended = useRef(false)
  useEffect(() => {
    latest.current = { onPaid, onHoldLost }
  })
  const once = useCallback((end: 'onPaid' | 'onHoldLost') => {
    if (ended.current) return
    ended.current = true
    latest.current[end]()
  }, [])
  return {
    onPaid: useCallback(() => once('onPaid'), [once]),
    onHoldLost: useCallback(() => once('onHoldLost'), [once]),
  }
}

interface BillProps {
  label: string
  service: PaymentStepProps['service']
  vat: VatOutcome
}

/** The sum to pay and its parts. The VAT is split off only for NOK: no other rate is known here. */
function Bill({ label, service: { amount, currency }, vat: outcome }: BillProps) {
  const money = (part: number) => formatAmount(part, currency)
  const { net, vat } = splitVat(amount, outcome.rate)
  const split = currency.toLowerCase() === 'nok' && outcome.rate > 0
  const taxNote = formatTaxNote(currency, outcome)
  return (
    <dl className={styles.bill}>
      <BillRow term={label} value={money(split ? net : amount)} />
      {split ? <BillRow term={`VAT, ${outcome.rate}%`} value={money(vat)} /> : null}
      <div className={styles.total}>
        <dt className={text.strong}>
          To pay today
          {taxNote ? <small className={text.fine}>{taxNote}</small> : null}
        </dt>
        <dd>{money(amount)}</dd>
      </div>
    </dl>
  )
}

function BillRow({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className={styles.term}>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type Intent = InferOutput<typeof createPaymentIntent.output>

/** Creates the payment; a repeat for the same booking gets the same intent from the server. */
function usePaymentIntent(
  { id, sig }: BookingCredentials,
  service: PaymentStepProps['service'],
): EndpointState<Intent> {
  const { type: serviceType, amount, currency } = service
  return useEndpoint(createPaymentIntent, { serviceType, amount, currency, bookingId: id, sig })
}
