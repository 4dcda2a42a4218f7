import { useId, useState } from 'react'
import { TextField } from '#client/ui/controls/field.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { formatPrice } from '#shared/lib/money.ts'
import styles from './refund-choice.module.css'

type Choice = 'all' | 'part' | 'nothing'

interface RefundChoosing {
  /** What goes back, in minor units; undefined where the amount makes no sense, which is then said. */
  read: () => number | undefined
  props: { choice: Choice; choose: (choice: Choice) => void; typed: string; wrong?: string } & {
    type: (text: string) => void
  }
}

/** How much of what was paid goes back: all of it, a part or nothing. */
export function useRefundChoice({ refundable, currency }: DeskBooking): RefundChoosing {
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
      type: (text) => {
        setTyped(text)
        setWrong(undefined)
      },
      ...(wrong !== undefined && { wrong }),
    },
  }
}

type RefundChoiceProps = RefundChoosing['props'] & {
  booking: DeskBooking
  /** Nothing may go back too. */
  orNothing?: boolean
}

export function RefundChoice(props: RefundChoiceProps) {
  const { booking, choice, choose, typed, type, wrong, orNothing } = props
  const name = useId()
  const { refundable, currency, demo } = booking
  const options: { value: Choice; label: string }[] = [
    { value: 'all', label: `Give back all of it, ${formatPrice(refundable, currency)}` },
    { value: 'part', label: 'Give back a part' },
    ...(orNothing ? [{ value: 'nothing' as const, label: 'Give nothing back' }] : []),
  ]
  return (
    <>
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
      {choice === 'part' ? (
        <TextField
          label="Amount in kroner"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={wrong}
          onChange={({ target }) => type(target.value)}
        />
      ) : null}
    </>
  )
}

/** In minor units; undefined where the amount makes no sense. */
function refundOf(choice: Choice, typed: string, refundable: number): number | undefined {
  if (choice !== 'part') return choice === 'all' ? refundable : 0
  const plain = typed.replaceAll(/\s/g, '').replace(',', '.')
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return undefined
  const amount = Math.round(Number(plain) * 100)
  return amount > 0 && amount <= refundable ? amount : undefined
}
