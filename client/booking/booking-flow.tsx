import { type ComponentType, Suspense } from 'react'
import { randomKey } from '#client/lib/data/ids.ts'
import type { PaymentStepProps } from '#client/lib/data/payment-step.ts'
import { useTypingLock } from '#client/lib/data/use-typing-lock.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { useEditing } from '#client/outbox/use-editing.ts'
import { NetBar } from '#client/ui/net-bar.tsx'
import { AsidePage } from '#client/ui/page/aside-page.tsx'
import { isPaid, type Service } from '#shared/booking/catalogue.ts'
import { CalendarStep } from './calendar-step.tsx'
import { ConfirmedStep } from './confirmed-step.tsx'
import { DetailsStep } from './details-step.tsx'
import type { Draft, Receipt } from './draft.ts'
import { draftOf } from './editing.ts'
import type { Flow, StepName } from './flow.ts'
import { LaterOtherTimeStep, LaterSavedStep } from './later-steps.tsx'
import { PaymentsOff } from './payments-off.tsx'
import { settle } from './settle.ts'
import { asideOf } from './step-aside.tsx'
import { useFlow, useStep } from './use-flow.ts'

export type PaymentStep = ComponentType<PaymentStepProps>

interface BookingFlowProps {
  service: Service
  PaymentStep: PaymentStep
  /** Stands over the service's name on the first step. */
  kicker?: string
  /** Fills the draft from elsewhere, once, when the page opens. */
  prepare(draft: Draft): Draft
}

export function BookingFlow({ service, PaymentStep, kicker, prepare }: BookingFlowProps) {
  const flow = useFlow(service, prepare)
  const step = useStep(flow)
  const { receipt, saved } = flow.draft
  useTypingLock(isBegun(flow.draft))
  useEditing((entry) => {
    const { draft, step } = draftOf(entry, flow)
    flow.change(draft)
    return { step }
  })
  return (
    <>
      <NetBar offline={!flow.online}>
        {step === 'saved'
          ? 'You are offline. This page works without a connection.'
          : 'You are offline. What you type here is saved on this device.'}
      </NetBar>
      {step === 'confirmed' && receipt ? (
        <ConfirmedStep flow={flow} receipt={receipt} />
      ) : step === 'saved' && saved ? (
        <Suspense fallback={null}>
          <LaterSavedStep flow={flow} saved={saved} />
        </Suspense>
      ) : (
        <AsidePage {...asideOf(flow, step, kicker)}>
          <StepTitle>{`${stepTitles[step]} · ${kicker ?? service.title}`}</StepTitle>
          <Step flow={flow} step={step} PaymentStep={PaymentStep} />
        </AsidePage>
      )}
    </>
  )
}

function isBegun({ firstName, lastName, email, phone, message }: Draft): boolean {
  return [firstName, lastName, email, phone, message].some(Boolean)
}

/** The window's title of a step; the end of a booking sets its own. */
function StepTitle({ children }: { children: string }) {
  useTitle(children)
  return null
}

const stepTitles: Record<StepName, string> = {
  calendar: 'Choose your date and time',
  details: 'Your details',
  payment: 'Payment',
  confirmed: 'Booking',
  'other-time': 'Choose another time',
  saved: 'Request saved',
}

interface StepProps {
  flow: Flow
  step: StepName
  PaymentStep: PaymentStep
}

function Step({ flow, step, PaymentStep }: StepProps) {
  const { service, draft, config } = flow
  if (step === 'payment' && draft.receipt)
    return <Paying flow={flow} receipt={draft.receipt} PaymentStep={PaymentStep} />
  if (isPaid(service) && config?.payments === 'off') return <PaymentsOff service={service} />
  if (step === 'details') return <DetailsStep flow={flow} />
  // Another lost time is another question, asked of the server anew.
  if (step === 'other-time')
    return (
      <Suspense fallback={null}>
        <LaterOtherTimeStep key={draft.lost} flow={flow} />
      </Suspense>
    )
  return <CalendarStep flow={flow} />
}

interface PayingProps {
  flow: Flow
  receipt: Receipt
  PaymentStep: PaymentStep
}

function Paying({ flow, receipt, PaymentStep }: PayingProps) {
  const { bookingId, holdExpiresAt, fields } = receipt
  if (!bookingId || !holdExpiresAt) return null
  return (
    <Suspense fallback={null}>
      <PaymentStep
        bookingId={bookingId}
        service={flow.service}
        holdExpiresAt={holdExpiresAt}
        customerName={`${fields.first_name} ${fields.last_name}`}
        onPaid={() => settle(flow, { ...receipt, status: 'confirmed' })}
        onBack={() => flow.go('details')}
        onHoldLost={() => {
          const lost = { lost: receipt.start, lostReason: 'hold' as const, start: null }
          flow.change({ ...lost, receipt: null, attempt: null, key: randomKey() })
          flow.go('other-time', 'replace')
        }}
      />
    </Suspense>
  )
}
