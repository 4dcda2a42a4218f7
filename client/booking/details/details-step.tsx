import { useEffect } from 'react'
import {
  findErrorOutsideForm,
  toWireFields,
  validateBooking,
} from '#client/booking/booking-fields.ts'
import { type Flow, freeSteps, type Typed } from '#client/booking/flow.ts'
import { preloadConfirmedStep, preloadSavedStep } from '#client/booking/lazy-steps.tsx'
import { useSubmit } from '#client/booking/submit/use-submit.ts'
import { systemClock } from '#client/lib/clock.ts'
import { paidSteps } from '#client/lib/data/payment-step-props.ts'
import { saveAbandonedBooking } from '#client/lib/device/abandoned-booking.ts'
import { type Form, type FormValues, useForm } from '#client/lib/use-form.ts'
import { preloadOutbox } from '#client/outbox/outbox-client.ts'
import { StorageUnavailableBanner } from '#client/outbox/storage-available.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { HiddenFormFields } from '#client/ui/controls/hidden-form-fields.tsx'
import { PhoneField } from '#client/ui/controls/phone-field.tsx'
import { StepHead } from '#client/ui/page/step-head.tsx'
import { TIME_MESSAGE } from '#shared/booking/api.ts'
import { isPaid } from '#shared/content/services.ts'
import { HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'
import { BuyerFields } from './buyer-fields.tsx'
import styles from './details-step.module.css'
import {
  ChangedServiceBanner,
  NoConnectionBanner,
  SubmitProblemBanner,
  SubmitRow,
} from './submit-row.tsx'

/** The second step: contact details, message and terms. */
export function DetailsStep({ flow }: { flow: Flow }) {
  const { service, draft, zone } = flow
  const submit = useSubmit(flow)
  useEffect(() => {
    if (isPaid(service)) return
    preloadOutbox()
    preloadSavedStep()
    preloadConfirmedStep()
  }, [service])
  const connected = flow.online && !flow.isUnreachable && submit.problem?.kind !== 'no connection'
  useSaveAbandonedBooking(flow, connected)
  const form: DetailsForm = useForm({
    values: toFormValues(flow),
    rules: ({ terms, ...typed }) => {
      const entered = { ...draft, typed, terms }
      const fields = toWireFields(entered, flow, zone)
      return validateBooking(fields, { draft: entered, service }, systemClock())
    },
    async submit() {
      const problem = await submit.send(isHoneypotFilled(form.ref.current))
      return problem?.kind === 'fields' ? problem : undefined
    },
  })
  const { country, phone } = form.values
  return (
    <>
      <StepHead
        steps={isPaid(service) ? paidSteps : freeSteps}
        current={1}
        title="Who shall I expect?"
        back={{ label: 'Back to Calendar', to: flow.getStepPath('calendar') }}
      />
      <div className={styles.banner}>
        <StorageUnavailableBanner fallbackText="You can book here while you are online." />
      </div>
      <TimeNotice flow={flow} elsewhere={findErrorOutsideForm(form.errors)} />
      <ChangedServiceBanner flow={flow} onAccept={form.submit} />
      <SubmitProblemBanner submit={submit} onRetry={form.submit} />
      {isPaid(service) && draft.start !== null && !connected ? (
        <NoConnectionBanner onRetry={flow.online ? form.submit : undefined} />
      ) : null}
      <form {...form.props}>
        <div className={styles.fields}>
          <TextField
            label="First name"
            {...form.field('first_name')}
            autoComplete="given-name"
            required
          />
          <TextField
            label="Last name"
            {...form.field('last_name')}
            autoComplete="family-name"
            required
          />
          <TextField
            label="Email"
            {...form.field('email')}
            type="email"
            autoComplete="email"
            required
          />
          <PhoneField
            country={country}
            phone={phone}
            error={form.errors.phone}
            onChange={(patch) => {
              form.change(patch)
              // The specification asks for its message with each key press.
              if (patch.phone ?? phone) form.showError('phone')
            }}
          />
          <div className={styles.full}>
            <TextArea
              label="Message"
              {...form.field('message')}
              optional
              placeholder="Anything that would help me prepare"
            />
          </div>
        </div>
        {isPaid(flow.service) ? <BuyerFields flow={flow} form={form} /> : null}
        <div className={styles.terms}>
          <Checkbox {...form.box('terms')} required>
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

type DetailsForm = Form<Typed & { terms: boolean }>

/** The draft's texts and its acceptance of the terms, as one form. */
function toFormValues({ draft, change }: Flow): FormValues<DetailsForm['values']> {
  const values = { ...draft.typed, terms: draft.terms }
  return {
    values,
    current: () => values,
    change: ({ terms, ...patch }) =>
      change((now) => ({ terms: terms ?? now.terms, typed: { ...now.typed, ...patch } })),
  }
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
