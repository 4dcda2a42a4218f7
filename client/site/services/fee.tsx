import styles from './fee.module.css'

/** A price in large figures, and beneath it what it holds. */
export function Fee({ amount, note }: { amount: string; note?: string | undefined }) {
  return (
    <p className={styles.fee}>
      <b>{amount}</b>
      {note ? <small>{note}</small> : null}
    </p>
  )
}
