import { type ReactNode, useId } from 'react'
import type { BookingKey } from '#client/payment/booking-key.ts'
import type { Payment } from '#client/payment/use-payment.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import text from '#client/ui/type.module.css'
import styles from './card.module.css'

/** What both card forms, the provider's and the demonstration's, are given. */
export interface CardProps {
  booking: BookingKey
  clientSecret: string
  customerName: string
  /** As written on the button. */
  amount: string
  payment: Payment
  /** Without a connection nothing can be paid. */
  blocked: boolean
}

interface CardFrameProps {
  /** One line at the right: who handles the card. */
  aside: ReactNode
  children: ReactNode
}

/** The raised sheet that holds the card's fields. */
export function CardFrame({ aside, children }: CardFrameProps) {
  const id = useId()
  return (
    <section className={styles.frame} aria-labelledby={id}>
      <div className={styles.top}>
        <h3 id={id} className={text.h4}>
          Card details
        </h3>
        <div className={text.fine}>{aside}</div>
      </div>
      {children}
    </section>
  )
}

/** The card form's geometry, while it is being fetched. */
export function CardSkeleton() {
  return (
    <div className={styles.grid} aria-hidden="true">
      <Pair className={styles.number} />
      <Pair />
      <Pair />
      <Pair className={styles.full} />
    </div>
  )
}

function Pair({ className }: { className?: string | undefined }) {
  return (
    <div className={className}>
      <Skeleton className={styles.skeletonLabel} />
      <Skeleton className={styles.skeletonField} />
    </div>
  )
}

interface PayRowProps {
  /** `4 000,00 kr` */
  amount: string
  busy: boolean
  disabled: boolean
  /** Leave out where the button submits the form it stands in. */
  onPay?: () => void
}

export function PayRow({ amount, busy, disabled, onPay }: PayRowProps) {
  return (
    <div className={styles.payRow}>
      <p className={text.note} role="status">
        {busy
          ? 'Keep this page open until the payment is complete.'
          : 'Your bank may ask you to approve the payment. You will come back here afterwards.'}
      </p>
      <Button
        type={onPay ? 'button' : 'submit'}
        onClick={onPay}
        busy={busy}
        disabled={disabled}
        arrow
      >
        {busy ? (
          'Processing...'
        ) : (
          <>
            Pay <span className={styles.amount}>{amount}</span>
          </>
        )}
      </Button>
    </div>
  )
}
