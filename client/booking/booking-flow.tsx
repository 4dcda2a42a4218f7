import {
  type ComponentProps,
  type ComponentType,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { PaymentStepProps } from '#client/lib/data/payment-step.ts'
import { useServerReach } from '#client/lib/data/use-call.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { useEditing } from '#client/outbox/use-entry.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { NetBar } from '#client/ui/net-bar.tsx'
import { AsidePage } from '#client/ui/page/aside-page.tsx'
import type { Fact } from '#client/ui/page/facts.tsx'
import step from '#client/ui/page/step-head.module.css'
import text from '#client/ui/type.module.css'
import { destinationWords, isPaid, type Service } from '#shared/booking/catalogue.ts'
import { clockTime, longDate, zoneLabel } from '#shared/booking/times.ts'
import { isZone } from '#shared/lib/zone.ts'
import styles from './booking.module.css'
import { CalendarStep } from './calendar/calendar-step.tsx'
import { detectedZone } from './calendar/zone-picker.tsx'
import { ConfirmedStep } from './confirmed-step.tsx'
import { DetailsStep } from './details/details-step.tsx'
import {
  type Draft,
  emptyDraft,
  type Flow,
  loadDraft,
  type Receipt,
  type StepName,
  saveDraft,
  stepNames,
} from './flow.ts'
import { LaterOtherTimeStep, LaterSavedStep } from './later-steps.tsx'
import {
  alternativeTimeLink,
  feeWords,
  priceOf,
  serviceBrief,
  serviceCopy,
  serviceFacts,
} from './service-copy.ts'
import { settle } from './submit/finish-booking.ts'
import { draftOf } from './submit/request.ts'
import { choiceFacts, timeFacts } from './summary.ts'

export type PaymentStep = ComponentType<PaymentStepProps>

interface BookingFlowProps {
  service: Service
  PaymentStep: PaymentStep
  /** Line above the service's name on the first step. */
  kicker?: string
  /** Completes the stored draft once, when the page opens, e.g. from the query. */
  prepare(draft: Draft): Draft
}

/** All steps of booking one service. */
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

/** Sets the document title; the steps `confirmed` and `saved` set their own. */
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
  // Keyed by the lost time, so that another lost time mounts a new step and asks the server anew.
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

/** Shown for a paid service if this installation takes no card payments. */
function PaymentsOff({ service }: { service: Service }) {
  return (
    <>
      <h2 className={step.title}>Write to us to book</h2>
      <p className={`${text.lead} ${styles.byLetter}`}>
        {service.title} cannot be booked online at the moment, because card payment is not
        available. Tell us a day that suits you, and we will answer with a time and an invoice.
      </p>
      <ButtonLink href={alternativeTimeLink(service, null)} arrow>
        Request alternative time
      </ButtonLink>
    </>
  )
}

const STEP = 'step'

/** State of one booking: the draft is stored on this device, the step is in the address. */
function useFlow(service: Service, prepare: (draft: Draft) => Draft): Flow {
  const [draft, setDraft] = useState(() =>
    prepare(loadDraft(service.type) ?? emptyDraft(randomKey)),
  )
  useEffect(() => saveDraft(service.type, draft), [service, draft])
  const change = useCallback((patch: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...patch }))
  }, [])

  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const addressOf = useCallback(
    (step: StepName) => {
      const query = new URLSearchParams(search)
      if (step === 'calendar') query.delete(STEP)
      else query.set(STEP, step)
      return query.size > 0 ? `${pathname}?${query}` : pathname
    },
    [pathname, search],
  )
  const go = useCallback(
    (step: StepName, how?: 'replace') => {
      void navigate(addressOf(step), { replace: how === 'replace' })
    },
    [navigate, addressOf],
  )

  const online = useOnline()
  const { config, unreachable } = useServerReach()
  const zone = draft.zone !== null && isZone(draft.zone) ? draft.zone : detectedZone()
  return useMemo(
    () => ({ service, draft, change, zone, online, unreachable, config, go, addressOf }),
    [service, draft, change, zone, online, unreachable, config, go, addressOf],
  )
}

/** The step named in the address, or the calendar if the draft lacks what that step needs. */
function useStep({ draft }: Flow): StepName {
  const [query] = useSearchParams()
  const asked = stepNames.find((name) => name === query.get(STEP)) ?? 'calendar'
  if (asked === 'payment' && draft.receipt?.status !== 'awaiting_payment') return 'calendar'
  if (asked === 'confirmed' && !draft.receipt) return 'calendar'
  if (asked === 'other-time' && draft.lost === null) return 'calendar'
  if (asked === 'saved' && !draft.saved) return 'calendar'
  return asked
}

type Aside = Omit<ComponentProps<typeof AsidePage>, 'children'>

/** Contents of the aside for each step. */
function asideOf(flow: Flow, step: StepName, kicker: string | undefined): Aside {
  const { service, draft, zone } = flow
  const subject = { plate: serviceCopy[service.type].plate, title: service.title }
  if (step === 'other-time') {
    return { ...subject, kicker: 'Not booked yet', facts: lostFacts(flow) }
  }
  if (step === 'payment' && draft.receipt) {
    return { ...subject, kicker: 'Booking summary', facts: heldFacts(flow, draft.receipt) }
  }
  if (step === 'details') {
    const facts = strong(choiceFacts(draft, service, zone))
    return { ...subject, kicker: 'Booking summary', facts, price: priceOf(service) }
  }
  return {
    ...subject,
    ...(kicker ? { kicker } : {}),
    intro: serviceCopy[service.type].intro,
    brief: serviceBrief(service, flow.config),
    facts: serviceFacts(service, flow.config),
  }
}

function lostFacts({ service, draft, zone }: Flow): Fact[] {
  const { lost } = draft
  const asked = lost !== null && `${longDate(lost, zone)}, ${clockTime(lost, zone)}`
  return [
    ...(asked ? [{ term: 'You asked for', value: <s>{asked}</s> }] : []),
    { term: 'Time zone', value: zoneLabel(lost ?? systemClock(), zone) },
    { term: 'Fee', value: feeWords(service) },
  ]
}

function heldFacts({ service }: Flow, { start, fields }: Receipt): Fact[] {
  const where = destinationWords(
    fields.destinations?.split(',').filter(Boolean) ?? [],
    fields.other_destination ?? '',
  )
  return [
    ...strong(timeFacts(start, service, fields.timezone ?? 'UTC')),
    ...(where ? [{ term: 'Destinations', value: where }] : []),
    { term: 'For', value: `${fields.first_name} ${fields.last_name}` },
  ]
}

/** Sets date and time in bold. */
function strong(facts: Fact[]): Fact[] {
  return facts.map((fact) =>
    fact.term === 'Date' || fact.term === 'Time' ? { ...fact, value: <b>{fact.value}</b> } : fact,
  )
}
