import { FORM_NAME, type FormName, SPAM_TRAP } from '#shared/submissions/form-post.ts'
import styles from './form-plumbing.module.css'

/** Hidden fields of every form: its name, and the spam trap that only programs fill in. */
export function FormPlumbing({ name }: { name: FormName }) {
  return (
    <>
      <input type="hidden" name={FORM_NAME} value={name} />
      {/* Off-screen rather than `display: none`, which spam programs skip. */}
      <div className={styles.trap} aria-hidden="true" data-print="off">
        <label>
          Leave this empty
          <input name={SPAM_TRAP} tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </div>
    </>
  )
}
