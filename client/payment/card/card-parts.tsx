import { type ReactNode, useId } from 'react'
import type { BookingCredentials } from '#client/payment/booking-credentials.ts'
import type { Payment } from '#client/payment/use-payment.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import text from '#client/ui/type.module.css'
import styles from './card.module.css'

/** Props of both card forms: the provider's and the demo's. */
export interface CardProps {
  booking: BookingCredentials
  clientSecret: string
  customerName: string
  /** Formatted for the button. */
  amount: string
  payment: Payment
  /** True while there is no connection, so that nothing can be paid. */
  isBlocked: boolean
}

interface CardFrameProps {
  /** One line at the right: who handles the card. */
  aside: ReactNode
  children: ReactNode
}

/** The raised panel around the card's fields. */
export function CardFrame({ aside, children }: CardFrameProps) {
  const id = useId()
  return (
    <section className={styles.frame} aria-labelledby={id}>
      <div className={styles.header}>
        <h3 id={id} className={text.h4}>
          Card details
        </h3>
        <div className={text.fine}>{aside}</div>
      </div>
      {children}
    </section>
  )
}

/** A placeholder with the layout of the card form, while the form loads. */
export function CardSkeleton() {
  return (
    <div className={styles.grid} aria-hidden="true">
      <FieldSkeleton className={styles.number} />
      <FieldSkeleton />
      <FieldSkeleton />
      <FieldSkeleton className={styles.full} />
    </div>
  )
}

function FieldSkeleton({ className }: { className?: string | undefined }) {
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
  /** Leave it out if the button submits the form around it. */
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
