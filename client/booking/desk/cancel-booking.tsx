import { useId, useRef, useState } from 'react'
import { callOffBooking, type DeskBooking } from '../../../shared/booking/desk-api.ts'
import { formatPrice } from '../../../shared/payment/money.ts'
import { ConfirmDialog } from '../../desk/confirm-dialog.tsx'
import { DeskButton } from '../../desk/desk-button.tsx'
import { call } from '../../lib/api.ts'
import { TextField } from '../../ui/field.tsx'
import type { ActionProps } from './booking-actions.tsx'
import { firstName, momentIn } from './booking-words.ts'
import styles from './cancel-booking.module.css'

type Choice = 'all' | 'part' | 'nothing'

/** Cancels, and asks of a paid booking how much goes back. */
export function CancelBooking({
  booking,
  command,
  now,
  barred,
}: ActionProps & { barred: string | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [choice, setChoice] = useState<Choice>('all')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { refundable } = booking

  const cancel = async () => {
    const refund = refundOf(choice, typed, refundable)
    if (refund === undefined) return setWrong(`Please enter an amount up to ${kroner(refundable)}.`)
    const name = firstName(booking)
    const done = `Booking cancelled. ${name} is told by e-mail.`
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
        {refundable > 0 ? (
          <>
            <Refund booking={booking} choice={choice} choose={setChoice} />
            {choice === 'part' ? (
              <TextField
                label="Amount in kroner"
                inputMode="decimal"
                autoComplete="off"
                value={typed}
                error={wrong}
                onChange={({ target }) => {
                  setTyped(target.value)
                  setWrong(undefined)
                }}
              />
            ) : null}
          </>
        ) : null}
      </ConfirmDialog>
    </>
  )
}

interface RefundProps {
  booking: DeskBooking
  choice: Choice
  choose: (choice: Choice) => void
}

function Refund({ booking, choice, choose }: RefundProps) {
  const name = useId()
  const { refundable, currency, demo } = booking
  const options: { value: Choice; label: string }[] = [
    { value: 'all', label: `Give back all of it, ${formatPrice(refundable, currency)}` },
    { value: 'part', label: 'Give back a part' },
    { value: 'nothing', label: 'Give nothing back' },
  ]
  return (
    <fieldset className={styles.choices}>
      <legend>{demo ? 'Refund (demonstration: no card was charged)' : 'Refund'}</legend>
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
  )
}

function consequence(booking: DeskBooking, now: number): string {
  const { start, end, ownerZone, status } = booking
  const name = firstName(booking)
  if (status === 'needs_new_time' || Date.parse(end) <= now) return `${name} is told by e-mail.`
  const when = momentIn(Date.parse(start), ownerZone)
  return `${when} becomes free again, and ${name} is told by e-mail.`
}

function kroner(amount: number): string {
  return formatPrice(amount, 'nok')
}

/** In minor units; undefined where the amount makes no sense. */
function refundOf(choice: Choice, typed: string, refundable: number): number | undefined {
  if (choice !== 'part') return choice === 'all' ? refundable : 0
  const plain = typed.replaceAll(/\s/g, '').replace(',', '.')
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return undefined
  const amount = Math.round(Number(plain) * 100)
  return amount > 0 && amount <= refundable ? amount : undefined
}
