import { SPAM_TRAP } from '#shared/submissions/form-post.ts'
import styles from './details-step.module.css'

/** People neither see nor reach it; what fills it is a program. */
export function SpamTrap() {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input name={SPAM_TRAP} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
