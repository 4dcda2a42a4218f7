import { useCallback, useEffect, useRef } from 'react'
import type { Service } from '../../shared/booking/catalogue.ts'
import { formatAmount } from '../../shared/payment/money.ts'
import { type PaymentStepProps, paidSteps } from '../lib/payment-step.ts'
import { useOnline } from '../lib/use-online.ts'
import { Banner } from '../ui/banner.tsx'
import { StepHead } from '../ui/step-head.tsx'
import { Bill } from './bill.tsx'
import { CardFrame } from './card-frame.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { DemoCard } from './demo-card.tsx'
import { PayRow } from './pay-row.tsx'
import styles from './payment-step.module.css'
import { SetupFailed } from './setup-failed.tsx'
import { Stalled } from './stalled.tsx'
import { StripeCard } from './stripe-card.tsx'
import { useHold } from './use-hold.ts'
import { type Intent, useIntent } from './use-intent.ts'
import { type Payment, usePayment } from './use-payment.ts'

/** The last step of a paid booking: the bill, then the card. */
export function PaymentStep(props: PaymentStepProps) {
  const { bookingId, service, onBack } = props
  const ends = useEnds(props)
  const [opening, retry] = useIntent(bookingId, service)
  const payment = usePayment(bookingId, ends.onPaid)
  const intent = opening.state === 'ready' ? opening.intent : undefined
  const hold = useHold({
    bookingId,
    expiresAt: intent?.holdExpiresAt ?? props.holdExpiresAt,
    paused: payment.phase !== 'ready',
    ...ends,
  })
  const label = feeLabel(service)
  const atRest = payment.phase === 'ready'
  return (
    <>
      <StepHead
        steps={paidSteps}
        current={2}
        title={`The ${label.toLowerCase()}`}
        {...(atRest ? { back: { label: 'Back', onClick: onBack } } : {})}
      />
      <div className={styles.stack}>
        <Bill label={label} amount={service.amount} currency={service.currency} />
        {opening.state === 'failed' ? (
          <SetupFailed
            bookingId={bookingId}
            refusal={opening.refusal}
            retry={retry}
            onBack={onBack}
            {...ends}
          />
        ) : (
          <>
            {atRest ? <Hold sentence={hold} /> : null}
            <Card intent={intent} payment={payment} {...props} />
          </>
        )}
      </div>
    </>
  )
}

function feeLabel({ type }: Service): string {
  return type === 'bespoke-planning' ? 'Planning fee' : 'Consultation fee'
}

function Hold({ sentence }: { sentence: string }) {
  return (
    <p className={styles.hold}>
      <strong>Your time is held for 15 minutes while you pay.</strong> {sentence}
    </p>
  )
}

interface CardStateProps extends PaymentStepProps {
  intent: Intent | undefined
  payment: Payment
}

function Card({ intent, payment, bookingId, customerName, service }: CardStateProps) {
  const online = useOnline()
  const amount = formatAmount(service.amount, service.currency)
  if (!intent) return <Initializing amount={amount} />
  if (payment.phase === 'stalled') return <Stalled bookingId={bookingId} payment={payment} />
  const { clientSecret, publishableKey } = intent
  const card = { bookingId, clientSecret, customerName, amount, payment, blocked: !online }
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

/** Both ends of the step: steady functions, of which the first call counts. */
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
