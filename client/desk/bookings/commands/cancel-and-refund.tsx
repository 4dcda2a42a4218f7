import { useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { formatShortDateTime, getFirstName } from '#client/desk/bookings/bookings-text.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { callEndpoint } from '#client/lib/data/api.ts'
import { type Form, type FormRefusal, useForm, useFormValues } from '#client/lib/use-form.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import {
  cancelBookingAsOwner,
  checkRefundable,
  type DeskBooking,
  markRefundSettled,
  refundBooking,
} from '#shared/booking/desk-api.ts'
import { formatPrice, parseAmount } from '#shared/lib/money.ts'
import { getWithdrawalTerms } from '#shared/payment/withdrawal.ts'
import styles from './commands.module.css'
import type { ActionProps, BookingCommand } from './use-booking-command.tsx'

/** Cancels a booking; for a paid one, asks how much to refund. */
export function CancelBooking({ booking, command, now, disabledReason }: ActionProps) {
  const check = useRefundCheck(booking)
  const { expectedVersion, refundable } = check
  const form = useRefundForm({ ...booking, refundable }, async (refund) => {
    const done = `Booking cancelled. ${command.formatNotice('is notified by email.')}`
    await command.run(
      ({ id }) => callEndpoint(cancelBookingAsOwner, { id, expectedVersion, refund }),
      done,
    )
  })
  const { ref: dialog } = form
  return (
    <>
      <DeskButton
        variant="danger"
        disabledReason={disabledReason}
        onClick={() => {
          check.start()
          dialog.current?.showModal()
        }}
      >
        Cancel booking
      </DeskButton>
      <ConfirmDialog
        ref={dialog}
        title="Cancel this booking?"
        confirmLabel="Cancel booking"
        cancelLabel="Keep booking"
        danger
        busy={command.busy}
        disabled={check.state === 'asking'}
        onClose={check.end}
        onConfirm={form.submit}
      >
        <p>
          {formatConsequence(booking, {
            now,
            notice: command.formatNotice('is notified by email.'),
          })}
        </p>
        <RefundCheckNote booking={booking} check={check} />
        {refundable > 0 && check.state !== 'asking' ? (
          <>
            <RefundChoice booking={{ ...booking, refundable }} allowNothing form={form} />
            {form.values.choice === 'all' ? null : <WithdrawalHint booking={booking} now={now} />}
          </>
        ) : null}
      </ConfirmDialog>
    </>
  )
}

/** A private buyer keeps the right to withdraw, and so gets the rest as well. */
function WithdrawalHint({ booking, now }: { booking: DeskBooking; now: number }) {
  const { purchase, payment, start, ownerZone, paidAt } = booking
  const terms = getWithdrawalTerms(
    {
      purchase,
      paidAt: paidAt === null ? null : Date.parse(paidAt),
      status: 'cancelled',
      cancelledAt: now,
      payment,
      start: Date.parse(start),
      zone: ownerZone,
    },
    now,
  )
  if (!terms?.isOpen) return null
  const until = formatShortDateTime(terms.until - 1, ownerZone)
  return (
    <p role="status" className={type.note}>
      {getFirstName(booking)} can still withdraw until {until} and then gets the rest back.
    </p>
  )
}

function formatConsequence(
  { start, end, ownerZone, status }: DeskBooking,
  { now, notice }: { now: number; notice: string },
): string {
  if (status === 'needs_new_time' || Date.parse(end) <= now) return notice
  return `${formatShortDateTime(Date.parse(start), ownerZone)} will be released. ${notice}`
}

/** Refunds a booking without changing its status. */
export function RefundBooking({ booking, command, disabledReason }: ActionProps) {
  const check = useRefundCheck(booking)
  const { expectedVersion, refundable } = check
  const form = useRefundForm({ ...booking, refundable }, async (refund) => {
    const done = `The refund is on its way. ${command.formatNotice('gets a credit note by email.')}`
    await command.run(
      ({ id }) => callEndpoint(refundBooking, { id, expectedVersion, refund }),
      done,
    )
  })
  const { ref: dialog } = form
  return (
    <>
      <DeskButton
        variant="ghost"
        disabledReason={disabledReason}
        onClick={() => {
          check.start()
          dialog.current?.showModal()
        }}
      >
        Refund
      </DeskButton>
      <ConfirmDialog
        ref={dialog}
        title="Refund this booking?"
        confirmLabel="Refund"
        cancelLabel="Keep the payment"
        danger
        busy={command.busy}
        disabled={check.state === 'asking' || refundable === 0}
        onClose={check.end}
        onConfirm={form.submit}
      >
        <p>
          The booking stays as it is, and your sales are corrected by a credit note.{' '}
          {command.formatNotice('gets it by email.')}
        </p>
        <RefundCheckNote booking={booking} check={check} />
        {refundable > 0 && check.state !== 'asking' ? (
          <RefundChoice booking={{ ...booking, refundable }} form={form} />
        ) : null}
      </ConfirmDialog>
    </>
  )
}

interface RefundCheck {
  state: 'idle' | 'asking' | 'known' | 'unreachable'
  /** The version of the booking that the amounts belong to. */
  expectedVersion: string
  /** Minor units. */
  refundable: number
  /** Asks the payment provider; call it when the dialog opens. */
  start: () => void
  /** Call it when the dialog closes. */
  end: () => void
}

/**
 * What the payment provider can still refund. The owner may have refunded in its dashboard, or a bank
 * may hold the money, before this desk has noticed.
 */
function useRefundCheck(booking: DeskBooking): RefundCheck {
  const [state, setState] = useState<RefundCheck['state']>('idle')
  const [current, setCurrent] = useState<DeskBooking>()
  const turn = useRef(0)
  const { id, payment, demo } = booking
  const ask = async () => {
    turn.current += 1
    const own = turn.current
    setState('asking')
    const answer = await callEndpoint(checkRefundable, { id })
    // The dialog was closed meanwhile, or opened again.
    if (own !== turn.current) return
    setCurrent(answer.ok ? answer.value : undefined)
    setState(answer.ok ? 'known' : 'unreachable')
  }
  const { version: expectedVersion, refundable } = current ?? booking
  return {
    state,
    expectedVersion,
    refundable,
    start: () => {
      if (!demo && (payment === 'paid' || payment === 'refunded')) void ask()
    },
    end: () => {
      turn.current += 1
      setState('idle')
      setCurrent(undefined)
    },
  }
}

function RefundCheckNote({ booking, check }: { booking: DeskBooking; check: RefundCheck }) {
  const { state, refundable } = check
  if (state === 'asking')
    return <p role="status">Asking the payment provider what can be refunded...</p>
  if (state === 'unreachable')
    return (
      <p role="status" className={type.note}>
        The payment provider did not answer. The amount is what your own books say, and less may be
        refunded.
      </p>
    )
  if (state !== 'known' || refundable === booking.refundable) return null
  return (
    <p role="status" className={type.strong}>
      {refundable > 0
        ? `Only ${formatPrice(refundable, booking.currency)} can still be refunded: the rest has gone back already.`
        : 'Nothing can be refunded any more: the money has gone back already, or the bank holds it.'}
    </p>
  )
}

interface FailedRefundProps {
  booking: DeskBooking
  refund: DeskBooking['failedRefunds'][number]
  command: BookingCommand
  disabledReason: string | undefined
}

const SettledText = v.object({
  text: v.pipe(v.string(), v.trim(), v.nonEmpty('Please say how it was refunded.')),
})

/** A refund that the bank returned. The owner pays it back in another way and records that here. */
export function FailedRefund({ booking, refund, command, disabledReason }: FailedRefundProps) {
  const price = formatPrice(refund.amount, booking.currency)
  const form: Form<{ text: string }, FormRefusal, HTMLDialogElement> = useForm({
    values: useFormValues({ text: '' }),
    rules: SettledText,
    async submit({ text }) {
      const { id: refundId } = refund
      const done = `${price} is marked as refunded in another way.`
      await command.run(
        (given) => callEndpoint(markRefundSettled, { ...given, refundId, text }),
        done,
      )
      dialog.current?.close()
      return undefined
    },
  })
  const { ref: dialog } = form
  return (
    <>
      <Banner
        tone="warn"
        title={`The refund of ${price} failed`}
        action={
          <DeskButton
            variant="ghost"
            disabledReason={disabledReason}
            onClick={() => dialog.current?.showModal()}
          >
            Settled another way
          </DeskButton>
        }
      >
        The bank returned it, so {getFirstName(booking)} has not received it. Send it another way,
        then mark it here.
      </Banner>
      <ConfirmDialog
        ref={dialog}
        title="Settled another way?"
        confirmLabel="Mark as settled"
        cancelLabel="Not yet"
        busy={command.busy}
        onConfirm={form.submit}
      >
        <p>
          {price} counts as refunded today, and your accounts are corrected by it. This cannot be
          taken back.
        </p>
        <TextField
          label="How it was refunded"
          hint="Only you see it, for instance: bank transfer, 21 November."
          maxLength={2000}
          autoComplete="off"
          {...form.field('text')}
        />
      </ConfirmDialog>
    </>
  )
}

type RefundOption = 'all' | 'part' | 'nothing'

interface RefundTexts {
  choice: RefundOption
  amount: string
}

type RefundForm = Form<RefundTexts, FormRefusal, HTMLDialogElement>

/**
 * How much of the payment to refund: all, a part or nothing; `give` receives it in minor units. The
 * dialog closes afterwards.
 */
function useRefundForm(
  { refundable, currency }: DeskBooking,
  give: (refund: number) => Promise<void>,
): RefundForm {
  const form: RefundForm = useForm({
    values: useFormValues<RefundTexts>({ choice: 'all', amount: '' }),
    rules: (entered) =>
      parseRefund(entered, refundable) === undefined
        ? { amount: `Please enter an amount up to ${formatPrice(refundable, currency)}.` }
        : {},
    async submit(entered) {
      await give(parseRefund(entered, refundable) ?? 0)
      form.ref.current?.close()
      return undefined
    },
  })
  return form
}

interface RefundChoiceProps {
  booking: DeskBooking
  form: RefundForm
  /** Whether `nothing` is offered too. */
  allowNothing?: boolean
}

function RefundChoice({ booking, form, allowNothing }: RefundChoiceProps) {
  const { choice } = form.values
  const name = useId()
  const { refundable, amount, currency, demo } = booking
  const options: { value: RefundOption; label: string }[] = [
    {
      value: 'all',
      label: `${refundable === amount ? 'Full refund' : 'All that remains'} (${formatPrice(refundable, currency)})`,
    },
    { value: 'part', label: 'Partial refund' },
    ...(allowNothing ? [{ value: 'nothing' as const, label: 'No refund' }] : []),
  ]
  return (
    <>
      <fieldset className={`stack gap-1 ${styles.refundChoices}`}>
        <legend className={type.strong}>
          {demo ? 'Refund (demonstration: no card was charged)' : 'Refund'}
        </legend>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={choice === value}
              onChange={() => form.change({ choice: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {choice === 'part' ? (
        <TextField
          label="Amount in kroner"
          inputMode="decimal"
          autoComplete="off"
          {...form.field('amount')}
        />
      ) : null}
    </>
  )
}

/** The refund in minor units; undefined if the typed amount is invalid. */
function parseRefund(
  { choice, amount: typed }: RefundTexts,
  refundable: number,
): number | undefined {
  if (refundable === 0 || choice === 'nothing') return 0
  if (choice === 'all') return refundable
  const amount = parseAmount(typed)
  return amount !== undefined && amount > 0 && amount <= refundable ? amount : undefined
}
