import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { newsletterVersion, newsletterWords } from '#shared/contact/newsletter.ts'
import { type QuestionName, questions } from '#shared/inquiry/questions.ts'
import styles from './agreements.module.css'
import { useAnswers } from './inquiry-context.ts'

/** The newsletter, and what must be agreed to before sending. */
export function Agreements() {
  return (
    <div className={styles.agreements}>
      <input type="hidden" name="newsletter_text" value={newsletterVersion} />
      <Agree name="newsletter">
        {newsletterWords} <span className={styles.note}>(optional)</span>
      </Agree>
      <Agree name="privacy_policy">
        I have read the{' '}
        <Link to="/privacy-policy" target="_blank">
          Privacy Policy
        </Link>
        .
      </Agree>
      <Agree name="package_agreement">{questions.package_agreement.label}</Agree>
      <Agree name="consent">{questions.consent.label}</Agree>
    </div>
  )
}

function Agree({ name, children }: { name: QuestionName; children: ReactNode }) {
  const { fields, change, told } = useAnswers()
  return (
    <Checkbox
      name={name}
      value="on"
      required={name !== 'newsletter'}
      checked={fields[name] === 'on'}
      error={told[name]}
      onChange={(event) => change({ [name]: event.target.checked ? 'on' : '' })}
    >
      {children}
    </Checkbox>
  )
}
