import { type RefObject, useId, useRef, useState } from 'react'
import { formatShortDateTime, getFirstName } from '#client/desk/bookings/booking-text.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { useFieldProblem } from '#client/desk/kit/use-field-problem.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
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
import styles from './cancel-and-refund.module.css'
import type { ActionProps, BookingCommand } from './use-booking-command.tsx'

/** Cancels a booking; for a paid one, asks how much to refund. */
export function CancelBooking({ booking, command, now, disabledReason }: ActionProps) {
  const check = useRefundCheck(booking)
  const { expectedVersion, refundable } = check
  const choosing = useRefundChoice({ ...booking, refundable })
  const { dialog } = choosing

  const cancel = async () => {
    const refund = refundable > 0 ? choosing.parseAmount() : 0
    if (refund === undefined) return
    const done = `Booking cancelled. ${command.formatNotice('is notified by email.')}`
    await command.run(
      ({ id }) => callEndpoint(cancelBookingAsOwner, { id, expectedVersion, refund }),
      done,
    )
    dialog.current?.close()
  }
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
        onConfirm={() => void cancel()}
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
            <RefundChoice booking={{ ...booking, refundable }} allowNothing {...choosing.props} />
            {choosing.props.choice === 'all' ? null : (
              <WithdrawalHint booking={booking} now={now} />
            )}
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
  const choosing = useRefundChoice({ ...booking, refundable })
  const { dialog } = choosing
  const give = async () => {
    const refund = choosing.parseAmount()
    if (refund === undefined) return
    const done = `The refund is on its way. ${command.formatNotice('gets a credit note by email.')}`
    await command.run(
      ({ id }) => callEndpoint(refundBooking, { id, expectedVersion, refund }),
      done,
    )
    dialog.current?.close()
  }
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
        onConfirm={() => void give()}
      >
        <p>
          The booking stays as it is, and your sales are corrected by a credit note.{' '}
          {command.formatNotice('gets it by email.')}
        </p>
        <RefundCheckNote booking={booking} check={check} />
        {refundable > 0 && check.state !== 'asking' ? (
          <RefundChoice booking={{ ...booking, refundable }} {...choosing.props} />
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

/** A refund that the bank returned. The owner pays it back in another way and records that here. */
export function FailedRefund({ booking, refund, command, disabledReason }: FailedRefundProps) {
  const [text, setText] = useState('')
  const { form: dialog, problem, setProblem } = useFieldProblem<string, HTMLDialogElement>()
  const price = formatPrice(refund.amount, booking.currency)
  const settle = async () => {
    if (!text.trim()) return setProblem('Please say how it was refunded.')
    const { id: refundId } = refund
    const done = `${price} is marked as refunded in another way.`
    await command.run(
      (given) => callEndpoint(markRefundSettled, { ...given, refundId, text }),
      done,
    )
    dialog.current?.close()
  }
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
        onConfirm={() => void settle()}
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
          value={text}
          error={problem}
          onChange={({ target }) => {
            setText(target.value)
            setProblem(undefined)
          }}
        />
      </ConfirmDialog>
    </>
  )
}

type RefundOption = 'all' | 'part' | 'nothing'

interface RefundChoiceState {
  /** Ref for the dialog in which the amount is asked for. */
  dialog: RefObject<HTMLDialogElement | null>
  /** The refund in minor units. An invalid amount shows an error, takes the focus and returns undefined. */
  parseAmount: () => number | undefined
  props: {
    choice: RefundOption
    onChoose: (choice: RefundOption) => void
    amountText: string
    onAmountChange: (typed: string) => void
    error: string | undefined
  }
}

/** How much of the payment to refund: all, a part or nothing. */
function useRefundChoice({ refundable, currency }: DeskBooking): RefundChoiceState {
  const [choice, choose] = useState<RefundOption>('all')
  const [typed, setTyped] = useState('')
  const { form: dialog, problem, setProblem } = useFieldProblem<string, HTMLDialogElement>()
  return {
    dialog,
    parseAmount: () => {
      const refund = parseRefund(choice, typed, refundable)
      if (refund === undefined)
        setProblem(`Please enter an amount up to ${formatPrice(refundable, currency)}.`)
      return refund
    },
    props: {
      choice,
      onChoose: choose,
      amountText: typed,
      onAmountChange: (text) => {
        setTyped(text)
        setProblem(undefined)
      },
      error: problem,
    },
  }
}

type RefundChoiceProps = RefundChoiceState['props'] & {
  booking: DeskBooking
  /** Whether `nothing` is offered too. */
  allowNothing?: boolean
}

function RefundChoice(props: RefundChoiceProps) {
  const { booking, choice, onChoose, amountText, onAmountChange, error, allowNothing } = props
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
      <fieldset className={styles.choices}>
        <legend className={type.strong}>
          {demo ? 'Refund (demonstration: no card was charged)' : 'Refund'}
        </legend>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={choice === value}
              onChange={() => onChoose(value)}
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
          value={amountText}
          error={error}
          onChange={({ target }) => onAmountChange(target.value)}
        />
      ) : null}
    </>
  )
}

/** The refund in minor units; undefined if the typed amount is invalid. */
function parseRefund(choice: RefundOption, typed: string, refundable: number): number | undefined {
  if (choice !== 'part') return choice === 'all' ? refundable : 0
  const amount = parseAmount(typed)
  return amount !== undefined && amount > 0 && amount <= refundable ? amount : undefined
}
