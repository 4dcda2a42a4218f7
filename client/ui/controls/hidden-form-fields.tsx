import { FORM_NAME_FIELD, type FormName, HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'
import styles from './field.module.css'

/** Hidden fields of every form: its name, and the spam trap that only programs fill in. */
export function HiddenFormFields({ name }: { name: FormName }) {
  return (
    <>
      <input type="hidden" name={FORM_NAME_FIELD} value={name} />
      {/* Off-screen rather than `display: none`, which spam programs skip. */}
      <div className={styles.honeypot} aria-hidden="true" data-print="off">
        <label>
          Leave this empty
          <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </div>
    </>
  )
}
