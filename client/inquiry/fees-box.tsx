import { fees, feesNote } from '#shared/inquiry/options.ts'
import styles from './fees-box.module.css'

export function FeesBox() {
  return (
    <section aria-labelledby="fees-title" className={styles.fees}>
      <h2 id="fees-title" className={styles.title}>
        Fees to know
      </h2>
      <dl>
        {fees.map(({ what, amount }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <p>{feesNote}</p>
    </section>
  )
}
