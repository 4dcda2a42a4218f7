import {
  type ComponentProps,
  type ComponentType,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { isDraftStarted, resumeBooking } from '#client/booking/submit/booking-submission.ts'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { getDetectedZone } from '#client/lib/data/device-zone.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { PaymentStepProps } from '#client/lib/data/payment-step-props.ts'
import { useServerStatus } from '#client/lib/data/use-endpoint.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { useResumeEntry } from '#client/outbox/use-entry.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { ConnectionBar } from '#client/ui/connection-bar.tsx'
import { AsidePage } from '#client/ui/page/aside-page.tsx'
import type { Fact } from '#client/ui/page/facts.tsx'
import step from '#client/ui/page/step-head.module.css'
import text from '#client/ui/type.module.css'
import {
  formatClockTime,
  formatFullDate,
  formatZoneWithOffset,
} from '#shared/booking/zoned-time.ts'
import type { Service } from '#shared/content/service.ts'
import { formatFee, isPaid } from '#shared/content/services.ts'
import { isZone } from '#shared/lib/zones/zone-names.ts'
import styles from './booking.module.css'
import {
  formatChosenDestinations,
  formatShortTime,
  listChoiceFacts,
  listShortChoice,
  listTimeFacts,
} from './booking-facts.ts'
import { StepSkeleton } from './booking-skeleton.tsx'
import { CalendarStep } from './calendar/calendar-step.tsx'
import { DetailsStep } from './details/details-step.tsx'
import { loadDraft, saveDraft } from './draft-storage.ts'
import {
  createEmptyDraft,
  type Draft,
  type Flow,
  getCurrentService,
  type StepName,
  type SubmittedBooking,
  stepNames,
} from './flow.ts'
import {
  LazyConfirmedStep,
  LazyOtherTimeStep,
  LazySavedStep,
  preloadConfirmedStep,
} from './lazy-steps.tsx'
import {
  getPriceSummary,
  getServicePlate,
  listServiceFacts,
  listShortServiceFacts,
  toFirstTimeLink,
} from './service-text.ts'
import { finishBooking } from './submit/finish-booking.ts'

export type PaymentStepComponent = ComponentType<PaymentStepProps>

interface BookingFlowProps {
  service: Service
  PaymentStep: PaymentStepComponent
  /** Line above the service's name on the first step. */
  kicker?: string
  /** Title of the journey that the visitor came from; also the default of `kicker`. */
  topic?: string | undefined
  /** Completes the stored draft once, when the page opens, e.g. from the query. */
  prepare(draft: Draft): Draft
}

export function BookingFlow(props: BookingFlowProps) {
  const { PaymentStep, topic, kicker = topic } = props
  const flow = useFlow(props)
  const { service } = flow
  const step = useCurrentStep(flow)
  const { submittedBooking, savedBooking } = flow.draft
  useTypingLock(isDraftStarted(flow.draft))
  const isResuming = useResumeEntry(async (entry): Promise<Record<string, string>> => {
    const step = await resumeBooking(entry, flow)
    return step ? { step } : {}
  })
  return (
    <>
      <ConnectionBar offline={!flow.online}>
        {step === 'saved'
          ? 'You are offline. This page works without a connection.'
          : 'You are offline. What you type here is saved on this device.'}
      </ConnectionBar>
      {step === 'confirmed' && submittedBooking ? (
        <Suspense fallback={null}>
          <LazyConfirmedStep flow={flow} submittedBooking={submittedBooking} />
        </Suspense>
      ) : step === 'saved' && savedBooking ? (
        <Suspense fallback={null}>
          <LazySavedStep flow={flow} saved={savedBooking} />
        </Suspense>
      ) : (
        <AsidePage {...getAside(flow, step, kicker)}>
          <StepTitle>{`${stepTitles[step]} · ${kicker ?? service.title}`}</StepTitle>
          {isResuming ? (
            // The calendar would clear the request's time, which its own first attempt may have taken.
            <StepSkeleton service={service} />
          ) : (
            <Step flow={flow} step={step} PaymentStep={PaymentStep} />
          )}
        </AsidePage>
      )}
    </>
  )
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
  PaymentStep: PaymentStepComponent
}

function Step({ flow, step, PaymentStep }: StepProps) {
  const { service, draft, config } = flow
  if (step === 'payment' && draft.submittedBooking)
    return (
      <BookingPaymentStep
        flow={flow}
        submittedBooking={draft.submittedBooking}
        PaymentStep={PaymentStep}
      />
    )
  if (isPaid(service) && config?.payments === 'off') return <PaymentsOff service={service} />
  if (step === 'details') return <DetailsStep flow={flow} />
  // Keyed by the lost time, so that another lost time mounts a new step, which fetches again.
  if (step === 'other-time')
    return (
      <Suspense fallback={null}>
        <LazyOtherTimeStep key={draft.lostStart} flow={flow} />
      </Suspense>
    )
  return <CalendarStep flow={flow} />
}

interface BookingPaymentStepProps {
  flow: Flow
  submittedBooking: SubmittedBooking
  PaymentStep: PaymentStepComponent
}

function BookingPaymentStep({ flow, submittedBooking, PaymentStep }: BookingPaymentStepProps) {
  const { bookingId, holdExpiresAt, price, fields } = submittedBooking
  useEffect(preloadConfirmedStep, [])
  if (!bookingId || !holdExpiresAt || !price.vat) return null
  return (
    <Suspense fallback={null}>
      <PaymentStep
        bookingId={bookingId}
        service={{ ...flow.service, amount: price.amount, currency: price.currency }}
        vat={price.vat}
        holdExpiresAt={holdExpiresAt}
        customerName={`${fields.first_name} ${fields.last_name}`}
        onPaid={() => finishBooking(flow, { ...submittedBooking, status: 'confirmed' })}
        onBack={() => flow.goToStep('details')}
        onHoldLost={() => {
          const lost = {
            lostStart: submittedBooking.start,
            lostReason: 'hold' as const,
            start: null,
          }
          flow.change({ ...lost, submittedBooking: null, attempt: null, key: randomKey() })
          flow.goToStep('other-time', 'replace')
        }}
      />
    </Suspense>
  )
}

/** Shown for a paid service if this installation takes no card payments. */
function PaymentsOff({ service }: { service: Service }) {
  return (
    <>
      <h2 className={step.title}>Write to me to book</h2>
      <p className={`${text.lead} ${styles.paymentsOff}`}>
        {service.title} cannot be booked online at the moment, because card payment is not
        available. Tell me a day that suits you, and I will answer with a time and an invoice.
      </p>
      <ButtonLink href={toFirstTimeLink(service)} arrow>
        Ask for a time
      </ButtonLink>
    </>
  )
}

const STEP_PARAM = 'step'

/** State of one booking: the draft is stored on this device, the step is in the address. */
function useFlow({ service: shown, topic, prepare }: BookingFlowProps): Flow {
  const { type } = shown
  const [loaded] = useState(() => loadDraft(type, randomKey) ?? createEmptyDraft(randomKey))
  const [draft, setDraft] = useState(() => prepare(loaded))
  const saved = useRef(loaded)
  useEffect(() => {
    if (draft !== saved.current) saveDraft(type, draft, saved.current)
    saved.current = draft
  }, [type, draft])
  const { changedService } = draft
  const booked = useMemo(
    () => getCurrentService(shown, { changedService }),
    [shown, changedService],
  )
  const change: Flow['change'] = useCallback((patch) => {
    setDraft((now) => ({ ...now, ...(typeof patch === 'function' ? patch(now) : patch) }))
  }, [])

  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const addressOf = useCallback(
    (step: StepName) => {
      const query = new URLSearchParams(search)
      if (step === 'calendar') query.delete(STEP_PARAM)
      else query.set(STEP_PARAM, step)
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
  const { config, isUnreachable } = useServerStatus()
  const zone = draft.zone !== null && isZone(draft.zone) ? draft.zone : getDetectedZone()
  return useMemo(
    () => ({
      ...booked,
      topic,
      draft,
      change,
      zone,
      online,
      isUnreachable,
      config,
      goToStep: go,
      getStepPath: addressOf,
    }),
    [booked, topic, draft, change, zone, online, isUnreachable, config, go, addressOf],
  )
}

/** The step named in the address, or the calendar if the draft lacks what that step needs. */
function useCurrentStep({ draft }: Flow): StepName {
  const [query] = useSearchParams()
  const asked = stepNames.find((name) => name === query.get(STEP_PARAM)) ?? 'calendar'
  if (asked === 'payment' && draft.submittedBooking?.status !== 'awaiting_payment')
    return 'calendar'
  if (asked === 'confirmed' && !draft.submittedBooking) return 'calendar'
  if (asked === 'other-time' && draft.lostStart === null) return 'calendar'
  if (asked === 'saved' && !draft.savedBooking) return 'calendar'
  return asked
}

type AsideProps = Omit<ComponentProps<typeof AsidePage>, 'children'>

function getAside(flow: Flow, step: StepName, kicker: string | undefined): AsideProps {
  const { service, draft } = flow
  const subject = { plate: getServicePlate(service), title: service.title }
  if (step === 'other-time') {
    return { ...subject, kicker: 'Not booked yet', facts: listLostTimeFacts(flow) }
  }
  if (step === 'payment' && draft.submittedBooking) {
    return {
      ...subject,
      kicker: 'Booking summary',
      facts: listHoldFacts(draft.submittedBooking),
      shortFacts: [formatHeldTime(draft.submittedBooking)],
      isLine: true,
    }
  }
  if (step === 'details') {
    const facts = emphasizeTime(listChoiceFacts(flow))
    return {
      ...subject,
      kicker: 'Booking summary',
      facts,
      shortFacts: listShortChoice(flow),
      isLine: true,
      price: getPriceSummary(service, draft.typed.buyer_country || undefined),
    }
  }
  return {
    ...subject,
    ...(kicker ? { kicker } : {}),
    intro: service.intro,
    shortFacts: listShortServiceFacts(service, flow.config),
    facts: listServiceFacts(service, flow.config),
  }
}

function listLostTimeFacts({ service, draft, zone }: Flow): Fact[] {
  const { lostStart } = draft
  const asked =
    lostStart !== null && `${formatFullDate(lostStart, zone)}, ${formatClockTime(lostStart, zone)}`
  return [
    ...(asked ? [{ term: 'You asked for', value: <s>{asked}</s> }] : []),
    { term: 'Time zone', value: formatZoneWithOffset(lostStart ?? systemClock(), zone) },
    { term: 'Fee', value: formatFee(service) },
  ]
}

function listHoldFacts({ start, end, fields }: SubmittedBooking): Fact[] {
  const where = formatChosenDestinations(fields)
  return [
    ...emphasizeTime(listTimeFacts(start, end, fields.timezone ?? 'UTC')),
    ...(where ? [{ term: 'Destinations', value: where }] : []),
    { term: 'For', value: `${fields.first_name} ${fields.last_name}` },
  ]
}

function formatHeldTime({ start, fields }: SubmittedBooking): string {
  return formatShortTime(start, fields.timezone ?? 'UTC')
}

/** Sets date and time in bold. */
function emphasizeTime(facts: Fact[]): Fact[] {
  return facts.map((fact) =>
    fact.term === 'Date' || fact.term === 'Time' ? { ...fact, value: <b>{fact.value}</b> } : fact,
  )
}
