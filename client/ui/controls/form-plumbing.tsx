import { FORM_NAME, type FormName, SPAM_TRAP } from '#shared/submissions/form-post.ts'
import styles from './form-plumbing.module.css'

/** What every form posts unseen: its name, and a field that only programs fill in. */
export function FormPlumbing({ name }: { name: FormName }) {
  return (
    <>
      <input type="hidden" name={FORM_NAME} value={name} />
      {/* Off the page rather than not displayed: programs skip what is not displayed. */}
      <div className={styles.trap} aria-hidden="true" data-print="off">
        <label>
          Leave this empty
          <input name={SPAM_TRAP} tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </div>
    </>
  )
}
