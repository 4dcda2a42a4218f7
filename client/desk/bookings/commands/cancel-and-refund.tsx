import { useId, useRef, useState } from 'react'
import { firstName, momentIn } from '#client/desk/bookings/booking-words.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { call } from '#client/lib/data/api.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import {
  callOffBooking,
  type DeskBooking,
  refundBooking,
  settleRefund,
} from '#shared/booking/desk-api.ts'
import { formatPrice } from '#shared/lib/money.ts'
import styles from './cancel-and-refund.module.css'
import type { ActionProps, Commanding } from './command.tsx'

/** Cancels a booking; for a paid one, asks how much to refund. */
export function CancelBooking({ booking, command, now, barred }: ActionProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const choosing = useRefundChoice(booking)
  const { refundable } = booking

  const cancel = async () => {
    const refund = refundable > 0 ? choosing.read() : 0
    if (refund === undefined) return
    const name = firstName(booking)
    const done = `Booking cancelled. ${name} is notified by email.`
    await command.give((given) => call(callOffBooking, { ...given, refund }), done)
    dialog.current?.close()
  }
  return (
    <>
      <DeskButton variant="danger" barred={barred} onClick={() => dialog.current?.showModal()}>
        Cancel booking
      </DeskButton>
      <ConfirmDialog
        ref={dialog}
        title="Cancel this booking?"
        confirm="Cancel booking"
        keep="Keep booking"
        danger
        busy={command.busy}
        onConfirm={() => void cancel()}
      >
        <p>{consequence(booking, now)}</p>
        {refundable > 0 ? <RefundChoice booking={booking} orNothing {...choosing.props} /> : null}
      </ConfirmDialog>
    </>
  )
}

function consequence(booking: DeskBooking, now: number): string {
  const { start, end, ownerZone, status } = booking
  const name = firstName(booking)
  if (status === 'needs_new_time' || Date.parse(end) <= now) return `${name} is notified by email.`
  const when = momentIn(Date.parse(start), ownerZone)
  return `${when} will be released, and ${name} notified by email.`
}

/** Refunds a booking without changing its status. */
export function RefundBooking({ booking, command, barred }: ActionProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const choosing = useRefundChoice(booking)
  const give = async () => {
    const refund = choosing.read()
    if (refund === undefined) return
    const done = `The refund is on its way. ${firstName(booking)} gets a credit note by email.`
    await command.give((given) => call(refundBooking, { ...given, refund }), done)
    dialog.current?.close()
  }
  return (
    <>
      <DeskButton variant="ghost" barred={barred} onClick={() => dialog.current?.showModal()}>
        Refund
      </DeskButton>
      <ConfirmDialog
        ref={dialog}
        title="Refund this booking?"
        confirm="Refund"
        keep="Keep the payment"
        danger
        busy={command.busy}
        onConfirm={() => void give()}
      >
        <p>
          The booking stays as it is. {firstName(booking)} gets a credit note by email, and your
          sales are corrected by it.
        </p>
        <RefundChoice booking={booking} {...choosing.props} />
      </ConfirmDialog>
    </>
  )
}

interface FailedRefundProps {
  booking: DeskBooking
  refund: DeskBooking['failedRefunds'][number]
  command: Commanding
  offline: string | undefined
}

/** A refund that the bank returned. The owner pays it back in another way and records that here. */
export function FailedRefund({ booking, refund, command, offline }: FailedRefundProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const price = formatPrice(refund.amount, booking.currency)
  const settle = async () => {
    if (!text.trim()) return setWrong('Please say how it was refunded.')
    const { id: refundId } = refund
    const done = `${price} is marked as refunded in another way.`
    await command.give((given) => call(settleRefund, { ...given, refundId, text }), done)
    dialog.current?.close()
  }
  return (
    <>
      <Banner
        tone="warn"
        title={`The refund of ${price} failed`}
        action={
          <DeskButton variant="ghost" barred={offline} onClick={() => dialog.current?.showModal()}>
            Settled another way
          </DeskButton>
        }
      >
        The bank returned it, so {firstName(booking)} has not received it. Send it another way, then
        mark it here.
      </Banner>
      <ConfirmDialog
        ref={dialog}
        title="Settled another way?"
        confirm="Mark as settled"
        keep="Not yet"
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
          error={wrong}
          onChange={({ target }) => {
            setText(target.value)
            setWrong(undefined)
          }}
        />
      </ConfirmDialog>
    </>
  )
}

type Choice = 'all' | 'part' | 'nothing'

interface RefundChoosing {
  /** The refund in minor units. An invalid amount shows an error and returns undefined. */
  read: () => number | undefined
  props: {
    choice: Choice
    choose: (choice: Choice) => void
    typed: string
    change: (typed: string) => void
    wrong: string | undefined
  }
}

/** How much of the payment to refund: all, a part or nothing. */
function useRefundChoice({ refundable, currency }: DeskBooking): RefundChoosing {
  const [choice, choose] = useState<Choice>('all')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  return {
    read: () => {
      const refund = refundOf(choice, typed, refundable)
      if (refund === undefined)
        setWrong(`Please enter an amount up to ${formatPrice(refundable, currency)}.`)
      return refund
    },
    props: {
      choice,
      choose,
      typed,
      change: (text) => {
        setTyped(text)
        setWrong(undefined)
      },
      wrong,
    },
  }
}

type RefundChoiceProps = RefundChoosing['props'] & {
  booking: DeskBooking
  /** Whether `nothing` is offered too. */
  orNothing?: boolean
}

function RefundChoice(props: RefundChoiceProps) {
  const { booking, choice, choose, typed, change, wrong, orNothing } = props
  const name = useId()
  const { refundable, currency, demo } = booking
  const options: { value: Choice; label: string }[] = [
    { value: 'all', label: `Full refund (${formatPrice(refundable, currency)})` },
    { value: 'part', label: 'Partial refund' },
    ...(orNothing ? [{ value: 'nothing' as const, label: 'No refund' }] : []),
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
              onChange={() => choose(value)}
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
          value={typed}
          error={wrong}
          onChange={({ target }) => change(target.value)}
        />
      ) : null}
    </>
  )
}

/** The refund in minor units; undefined if the typed amount is invalid. */
function refundOf(choice: Choice, typed: string, refundable: number): number | undefined {
  if (choice !== 'part') return choice === 'all' ? refundable : 0
  const plain = typed.replaceAll(/\s/g, '').replace(',', '.')
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return undefined
  const amount = Math.round(Number(plain) * 100)
  return amount > 0 && amount <= refundable ? amount : undefined
}
