import { business } from '#shared/site/business.ts'
import { founderRole } from '#shared/site/content-common.ts'
import styles from './signature.module.css'

export function Signature({ heading }: { heading?: string }) {
  return (
    <div className={styles.signature}>
      {heading ? (
        <h2 className={styles.heading} id={heading}>
          {business.founder}
        </h2>
      ) : (
        <b>{business.founder}</b>
      )}
      <span>{founderRole}</span>
    </div>
  )
}
