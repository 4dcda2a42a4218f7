import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type FieldErrors,
  findErrorOutsideForm,
  toWireFields,
  validateBooking,
} from '#client/booking/booking-fields.ts'
import { type Flow, freeSteps } from '#client/booking/flow.ts'
import { preloadConfirmedStep, preloadSavedStep } from '#client/booking/lazy-steps.tsx'
import { useSubmit } from '#client/booking/submit/use-submit.ts'
import { systemClock } from '#client/lib/clock.ts'
import { paidSteps } from '#client/lib/data/payment-step-props.ts'
import { saveAbandonedBooking } from '#client/lib/device/abandoned-booking.ts'
import { preloadOutbox } from '#client/outbox/outbox-client.ts'
import { StorageUnavailableBanner } from '#client/outbox/storage-available.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { HiddenFormFields } from '#client/ui/controls/hidden-form-fields.tsx'
import { PhoneField } from '#client/ui/controls/phone-field.tsx'
import { StepHead } from '#client/ui/page/step-head.tsx'
import { TIME_MESSAGE } from '#shared/booking/api.ts'
import { isPaid } from '#shared/booking/catalogue.ts'
import { validatePhone } from '#shared/lib/phone/phone.ts'
import { HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'
import { BuyerFields } from './buyer-fields.tsx'
import styles from './details-step.module.css'
import { NoConnectionBanner, SubmitProblemBanner, SubmitRow } from './submit-row.tsx'
import { bindTextFields } from './text-props.ts'

/** The second step: contact details, message and terms. */
export function DetailsStep({ flow }: { flow: Flow }) {
  const { service, draft, zone } = flow
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit(flow)
  useEffect(() => {
    if (isPaid(service)) return
    preloadOutbox()
    preloadSavedStep()
    preloadConfirmedStep()
  }, [service])
  const connected = flow.online && !flow.isUnreachable && submit.problem?.kind !== 'no connection'
  useSaveAbandonedBooking(flow, connected)
  const { problems, judge, clear } = useFieldErrors(form, submit.problem)
  const send = () => {
    const found = validateBooking(toWireFields(draft, service.type, zone), draft, systemClock())
    judge(found)
    if (Object.keys(found).length === 0) void submit.send(isHoneypotFilled(form.current))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <>
      <StepHead
        steps={isPaid(service) ? paidSteps : freeSteps}
        current={1}
        title="Who shall we expect?"
        back={{ label: 'Back to Calendar', to: flow.getStepPath('calendar') }}
      />
      <div className={styles.banner}>
        <StorageUnavailableBanner fallbackText="You can book here while you are online." />
      </div>
      <TimeNotice flow={flow} elsewhere={findErrorOutsideForm(problems)} />
      <SubmitProblemBanner submit={submit} onRetry={send} />
      {isPaid(service) && draft.start !== null && !connected ? (
        <NoConnectionBanner onRetry={flow.online ? send : undefined} />
      ) : null}
      <form ref={form} noValidate onSubmit={onSubmit}>
        <DetailsFields flow={flow} problems={problems} onTyped={clear} />
        <HiddenFormFields name="booking" />
        <SubmitRow flow={flow} busy={submit.busy} connected={connected} />
      </form>
    </>
  )
}

/** Stores a paid booking that cannot continue offline, so that `AbandonedBookingNote` leads back to it online. */
function useSaveAbandonedBooking({ service, draft, getStepPath }: Flow, connected: boolean): void {
  const stopped = isPaid(service) && !connected && draft.start !== null
  const address = getStepPath('details')
  useEffect(() => {
    if (stopped) saveAbandonedBooking({ path: address, service: service.title })
  }, [stopped, address, service.title])
}

function isHoneypotFilled(form: HTMLFormElement | null): boolean {
  return form !== null && Boolean(new FormData(form).get(HONEYPOT_FIELD))
}

/** Messages of the last attempt, from here or the server; focuses the first invalid field. */
function useFieldErrors(
  form: React.RefObject<HTMLFormElement | null>,
  fromServer: { kind: string; fields?: Record<string, string> } | undefined,
) {
  const [problems, setProblems] = useState<FieldErrors>({})
  const [tries, setTries] = useState(0)
  const judge = (found: FieldErrors) => {
    setProblems(found)
    setTries((count) => count + 1)
  }
  useEffect(() => {
    if (!fromServer?.fields) return
    setProblems(fromServer.fields)
    setTries((count) => count + 1)
  }, [fromServer])
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries, form])
  const clear = (name: string) => setProblems(({ [name]: _removed, ...rest }) => rest)
  return { problems, judge, clear }
}

function TimeNotice({ flow, elsewhere }: { flow: Flow; elsewhere: string | undefined }) {
  if (flow.draft.start === null || elsewhere) {
    return (
      <div className={styles.banner}>
        <Banner tone="warn" title={elsewhere ?? TIME_MESSAGE}>
          Go back to the calendar; what you typed here is kept.
        </Banner>
      </div>
    )
  }
  return null
}

interface DetailsFieldsProps {
  flow: Flow
  problems: FieldErrors
  /** Clears the message of a field when it is edited. */
  onTyped(name: string): void
}

function DetailsFields({ flow, problems, onTyped }: DetailsFieldsProps) {
  const { draft, change } = flow
  const typed = (name: string, patch: Parameters<typeof change>[0]) => {
    change(patch)
    onTyped(name)
  }
  const text = bindTextFields({ values: draft, problems, onType: typed })
  return (
    <>
      <div className={styles.fields}>
        <TextField
          label="First name"
          {...text('first_name', 'firstName')}
          autoComplete="given-name"
          required
        />
        <TextField
          label="Last name"
          {...text('last_name', 'lastName')}
          autoComplete="family-name"
          required
        />
        <TextField
          label="Email"
          {...text('email', 'email')}
          type="email"
          autoComplete="email"
          required
        />
        <PhoneField
          country={draft.country}
          phone={draft.phone}
          error={
            draft.phone === ''
              ? problems.phone
              : (validatePhone(draft.country, draft.phone) ?? problems.phone)
          }
          onChange={(patch) => typed('phone', patch)}
        />
        <div className={styles.full}>
          <TextArea
            label="Message"
            {...text('message', 'message')}
            optional
            placeholder="Anything that would help us prepare"
          />
        </div>
      </div>
      {isPaid(flow.service) ? (
        <BuyerFields flow={flow} problems={problems} onTyped={onTyped} />
      ) : null}
      <div className={styles.terms}>
        <Checkbox
          name="terms"
          required
          checked={draft.terms}
          error={problems.terms}
          onChange={(event) => typed('terms', { terms: event.target.checked })}
        >
          I accept the{' '}
          <a href="/terms" target="_blank" rel="noopener">
            Terms of Use
          </a>{' '}
          and{' '}
          <a href="/privacy" target="_blank" rel="noopener">
            Privacy Notice
          </a>
          .
        </Checkbox>
      </div>
    </>
  )
}
