import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { type FieldErrors, type Form, useForm, useFormValues } from '#client/lib/use-form.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { type BookingCredentials, storeSignature } from '#client/payment/booking-credentials.ts'
import { type Confirmation, PAYMENT_FAILED } from '#client/payment/check-payment.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { DemoNotice } from '#client/ui/controls/demo-notice.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import { confirmDemoPayment, type DemoOutcome } from '#shared/payment/api.ts'
import styles from './card.module.css'
import { CardFrame, type CardProps, PayRow } from './card-parts.tsx'

const NOT_A_TEST_NUMBER = 'This is a demonstration: please use 4242 4242 4242 4242.'
const DECLINED = 'The card was declined.'

function validateDemoCard(draft: CardDraft): FieldErrors {
  const problems = validateCard(draft, systemClock())
  // It may be a real card, which nobody should type here, even though nothing is charged.
  if (!problems.number && !getDemoOutcome(draft.number)) problems.number = NOT_A_TEST_NUMBER
  return problems
}

/** Replaces the provider's fields. Only the outcome of the test number is sent, not the number. */
export function DemoCard({ booking, clientSecret, payment, ...props }: CardProps) {
  const [approving, setApproving] = useState(false)
  const busy = payment.phase === 'processing'
  const form: Form<CardDraft> = useForm({
    values: useFormValues({ number: '', expiry: '', cvc: '', name: props.customerName }),
    rules: validateDemoCard,
    async submit({ number }) {
      if (!props.isBlocked) await payment.pay(() => confirm(number))
      return undefined
    },
    disabled: busy,
  })
  const confirm = async (number: string) => {
    const outcome = getDemoOutcome(number) ?? 'decline'
    const end = await confirmDemo({ booking, clientSecret, outcome })
    if (end.kind === 'declined') form.refuse({ fields: { number: DECLINED } })
    if (end.kind !== 'approve') return end
    setApproving(true)
    return { kind: 'leaving' } as const
  }

  if (approving) return <DemoApproval booking={booking} clientSecret={clientSecret} />
  const field = (name: CardField, tidy: (text: string) => string) => ({
    ...form.field(name),
    name: `demo-${name}`,
    disabled: busy,
    required: true,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      form.change({ [name]: tidy(event.target.value) }),
    onBlur: () => form.values[name] && form.showError(name),
  })
  const digits = { inputMode: 'numeric', spellCheck: false } as const
  return (
    <form {...form.props} autoComplete="off">
      <CardFrame aside={<DemoNotice />}>
        {/* Autofill is off, so that a browser does not offer a real card to the demo. */}
        <div className={styles.grid}>
          <div className={styles.number}>
            <TextField
              label="Card number"
              placeholder="1234 1234 1234 1234"
              {...digits}
              {...field('number', formatCardNumber)}
            />
          </div>
          <TextField
            label="Expiry"
            placeholder="MM / YY"
            {...digits}
            {...field('expiry', formatExpiry)}
          />
          <TextField label="CVC" placeholder="123" {...digits} {...field('cvc', formatCvc)} />
          <div className={styles.full}>
            <TextField label="Name on card" {...field('name', limitLength)} />
          </div>
        </div>
      </CardFrame>
      <PayRow amount={props.amount} busy={busy} disabled={props.isBlocked} />
    </form>
  )
}

/** The provider's published test numbers; no person owns them. */
const testNumbers: Record<string, DemoOutcome> = {
  '4242424242424242': 'succeed',
  '4000000000000002': 'decline',
  '4000002500003155': 'authenticate',
}

/** How a payment with this number ends; undefined if the number may be a real card. */
export function getDemoOutcome(number: string): DemoOutcome | undefined {
  return testNumbers[number.replace(/\D/g, '')]
}

const limitLength = (text: string) => text.slice(0, 100)

/** The content of the card form while it is typed. It stays in memory and is never sent. */
interface CardDraft {
  number: string
  expiry: string
  cvc: string
  name: string
}

type CardField = keyof CardDraft

/** The longest card numbers in use have 19 digits. */
const MAX_DIGITS = 19

const extractDigits = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max)

/** `4242424242424242` as `4242 4242 4242 4242`. */
export function formatCardNumber(text: string): string {
  return extractDigits(text, MAX_DIGITS).replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** `1230` as `12 / 30`; a month that begins with 2 to 9 gets a leading zero. */
export function formatExpiry(text: string): string {
  const typed = extractDigits(text, 5)
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4)
  if (digits.length > 2) return `${digits.slice(0, 2)} / ${digits.slice(2)}`
  return digits
}

function formatCvc(text: string): string {
  return extractDigits(text, 4)
}

/** Whether the check digit of a card number is right (Luhn algorithm, ISO/IEC 7812). */
export function passesLuhn(number: string): boolean {
  const digits = [...number.replace(/\D/g, '')].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 0 ? digit : digit * 2
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return digits.length > 0 && sum % 10 === 0
}

function validateNumber(number: string): string | undefined {
  const { length } = extractDigits(number, MAX_DIGITS)
  if (length === 0) return 'Please enter the card number.'
  if (length < 12) return 'The card number is incomplete.'
  return passesLuhn(number) ? undefined : 'This card number is not valid. Please check the digits.'
}

function validateExpiry(expiry: string, now: number): string | undefined {
  const digits = extractDigits(expiry, 4)
  if (digits.length === 0) return 'Please enter the expiry date.'
  if (digits.length < 4) return 'The expiry date is incomplete.'
  const month = Number(digits.slice(0, 2))
  if (month < 1 || month > 12) return 'The month must be between 01 and 12.'
  // A card is valid to the end of its month, in the zone where that ends last: 12 h behind UTC.
  const goodUntil = Date.UTC(2000 + Number(digits.slice(2)), month, 1, 12)
  return now < goodUntil ? undefined : 'This card has expired.'
}

function validateCvc(cvc: string): string | undefined {
  if (cvc === '') return 'Please enter the CVC.'
  return cvc.length < 3 ? 'The CVC is incomplete.' : undefined
}

/** The first problem of each field, in the order of the form. */
export function validateCard(card: CardDraft, now: number): Partial<Record<CardField, string>> {
  const problems = {
    number: validateNumber(card.number),
    expiry: validateExpiry(card.expiry, now),
    cvc: validateCvc(card.cvc),
    name: card.name.trim() ? undefined : 'Please enter the name on the card.',
  }
  const found = Object.entries(problems).filter((entry): entry is [CardField, string] =>
    Boolean(entry[1]),
  )
  return Object.fromEntries(found)
}

interface DemoApprovalProps {
  booking: BookingCredentials
  clientSecret: string
}

/** Replaces the bank's own page, and leads back in the same way: through the return page. */
function DemoApproval({ booking, clientSecret }: DemoApprovalProps) {
  const { busy, run } = useOneAtATime()
  const [failed, setFailed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  useEffect(() => heading.current?.focus(), [])

  const answer = async (outcome: 'succeed' | 'decline') => {
    setFailed(false)
    const end = await confirmDemo({ booking, clientSecret, outcome })
    if (end.kind === 'unknown') return setFailed(true)
    const status = end.kind === 'done' ? 'succeeded' : 'failed'
    storeSignature(booking)
    void navigate(`/booking/success?id=${booking.id}&redirect_status=${status}`)
  }
  return (
    <section className={`stack gap-4 ${styles.approval}`} aria-labelledby="demo-approval">
      <DemoNotice />
      <h3 id="demo-approval" ref={heading} tabIndex={-1}>
        Approve the payment
      </h3>
      <p className={styles.text}>
        Here your bank would ask you to approve the payment, on its own page. In this demonstration
        you answer instead of the bank.
      </p>
      {failed ? (
        <Banner tone="error" title="Your answer did not get through">
          Check the connection, then answer again.
        </Banner>
      ) : null}
      <div className={`${layout.buttons} ${styles.approvalActions}`}>
        <Button busy={busy} onClick={() => void run(() => answer('succeed'))}>
          {busy ? 'Processing...' : 'Approve'}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={() => void run(() => answer('decline'))}>
          Decline
        </Button>
      </div>
    </section>
  )
}

interface DemoAttempt {
  booking: BookingCredentials
  clientSecret: string
  outcome: DemoOutcome
}

/** `approve`: a bank would now ask its customer to approve the payment. */
async function confirmDemo({
  booking: { id, sig },
  ...attempt
}: DemoAttempt): Promise<Confirmation | { kind: 'approve' }> {
  const answer = await callEndpoint(confirmDemoPayment, { bookingId: id, sig, ...attempt })
  if (answer.ok) return { kind: answer.value.status === 'requires_action' ? 'approve' : 'done' }
  const { status, error } = answer.refusal
  if (status !== 402) return { kind: 'unknown', message: PAYMENT_FAILED }
  return { kind: 'declined', message: error }
}
