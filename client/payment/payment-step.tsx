import { useCallback, useEffect, useRef } from 'react'
import type { InferOutput } from 'valibot'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { type PaymentStepProps, paidSteps } from '#client/lib/data/payment-step.ts'
import { type Called, useCall } from '#client/lib/data/use-call.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { StepHead } from '#client/ui/page/step-head.tsx'
import text from '#client/ui/type.module.css'
import type { Service } from '#shared/booking/catalogue.ts'
import { formatAmount, splitVat, taxNote } from '#shared/lib/money.ts'
import { createPaymentIntent } from '#shared/payment/api.ts'
import { type BookingKey, useBookingKey } from './booking-key.ts'
import { CardFrame, CardSkeleton, PayRow } from './card/card-parts.tsx'
import { DemoCard } from './card/demo-card.tsx'
import { StripeCard } from './card/stripe-card.tsx'
import { Late, SetupFailed, Stalled } from './card/trouble.tsx'
import { isLongHold, useHold } from './hold.ts'
import styles from './payment-step.module.css'
import { type Payment, usePayment } from './use-payment.ts'

/** The last step of a paid booking: the bill, then the card. */
export function PaymentStep(props: PaymentStepProps) {
  const { service, onBack } = props
  const booking = useBookingKey(props.bookingId, props.sig)
  const ends = useEnds(props)
  const opening = useIntent(booking, service)
  const payment = usePayment(booking, ends)
  const intent = opening.loading ? undefined : opening.value
  const expiresAt = intent?.holdExpiresAt ?? props.holdExpiresAt
  const hold = useHold({
    booking,
    expiresAt,
    paused: payment.phase !== 'ready',
    ...ends,
  })
  const label = feeLabel(service)
  const ended = payment.phase === 'stalled' || payment.phase === 'late'
  return (
    <>
      <StepHead
        steps={paidSteps}
        current={2}
        title={`The ${label.toLowerCase()}`}
        {...(ended ? {} : { back: { label: 'Back', onClick: onBack } })}
      />
      <div className={styles.stack}>
        <Bill label={label} amount={service.amount} currency={service.currency} />
        {opening.refusal && !opening.loading ? (
          <SetupFailed
            booking={booking}
            refusal={opening.refusal}
            retry={opening.reload}
            onBack={onBack}
            {...ends}
          />
        ) : (
          <>
            {ended ? null : <Hold expiresAt={expiresAt} sentence={hold} />}
            <Card {...props} {...ends} booking={booking} intent={intent} payment={payment} />
          </>
        )}
      </div>
    </>
  )
}

function feeLabel({ type }: Service): string {
  return type === 'bespoke-planning' ? 'Planning fee' : 'Consultation fee'
}

function Hold({ expiresAt, sentence }: { expiresAt: string; sentence: string }) {
  const short = !isLongHold(Date.parse(expiresAt), systemClock())
  return (
    <p className={styles.hold}>
      {short ? (
        <strong className={text.strong}>Your time is held for 15 minutes while you pay. </strong>
      ) : null}
      {sentence}
    </p>
  )
}

interface CardStateProps extends PaymentStepProps {
  booking: BookingKey
  intent: Intent | undefined
  payment: Payment
}

function Card({ intent, payment, onHoldLost, ...rest }: CardStateProps) {
  const { booking, customerName, service } = rest
  const online = useOnline()
  const amount = formatAmount(service.amount, service.currency)
  if (!intent) return <Initializing amount={amount} />
  if (payment.phase === 'late') return <Late onHoldLost={onHoldLost} />
  if (payment.phase === 'stalled')
    return <Stalled booking={booking} checkAgain={payment.checkAgain} />
  const { clientSecret, publishableKey } = intent
  const card = { booking, clientSecret, customerName, amount, payment, blocked: !online }
  return (
    <>
      {publishableKey === null ? <Demonstration /> : null}
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

function Initializing({ amount }: { amount: string }) {
  return (
    <div role="status" aria-label="Opening the secure card form">
      <CardFrame aside="Opening the secure form">
        <CardSkeleton />
      </CardFrame>
      <PayRow amount={amount} busy={false} disabled onPay={() => undefined} />
    </div>
  )
}

function Demonstration() {
  return (
    <Banner tone="info" title="Demonstration">
      This site runs without a payment account, so no card is charged and no number is kept. Please
      do not enter a real card; 4242 4242 4242 4242 will do.
    </Banner>
  )
}

/** `onPaid` and `onHoldLost` as stable functions; only the first call of either has an effect. */
function useEnds({ onPaid, onHoldLost }: PaymentStepProps) {
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
  /** Minor units, VAT included. */
  amount: number
  currency: string
}

/** The sum to pay and its parts. VAT is shown only for NOK: no other rate is known here. */
function Bill({ label, amount, currency }: BillProps) {
  const money = (part: number) => formatAmount(part, currency)
  const { net, vat } = splitVat(amount)
  const split = currency.toLowerCase() === 'nok'
  return (
    <dl className={styles.bill}>
      <Row term={label} value={money(split ? net : amount)} />
      {split ? <Row term="VAT, 25%" value={money(vat)} /> : null}
      <div className={styles.total}>
        <dt className={text.strong}>
          To pay today
          <small className={text.fine}>{taxNote(currency)}</small>
        </dt>
        <dd>{money(amount)}</dd>
      </div>
    </dl>
  )
}

function Row({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className={styles.term}>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type Intent = InferOutput<typeof createPaymentIntent.output>

/** Creates the payment; a repeat for the same booking gets the same intent from the server. */
function useIntent({ id, sig }: BookingKey, service: Service): Called<Intent> {
  const { type: serviceType, amount, currency } = service
  return useCall(createPaymentIntent, { serviceType, amount, currency, bookingId: id, sig })
}
