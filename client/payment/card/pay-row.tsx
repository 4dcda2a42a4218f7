import { Button } from '#client/ui/button.tsx'
import styles from './pay-row.module.css'

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
    <div className={styles.row}>
      <p className={styles.note} role="status">
        {busy
          ? 'Keep this page open until it is done.'
          : 'Your bank may ask you to approve the payment. You come back here afterwards.'}
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
