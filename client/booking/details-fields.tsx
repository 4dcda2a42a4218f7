import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { PhoneField } from '#client/ui/controls/phone-field.tsx'
import { phoneProblem } from '#shared/booking/phone.ts'
import type { Problems } from './check.ts'
import styles from './details-step.module.css'
import type { Flow } from './flow.ts'

interface DetailsFieldsProps {
  flow: Flow
  problems: Problems
  /** What was typed into makes its message go. */
  onTyped(name: string): void
}

export function DetailsFields({ flow, problems, onTyped }: DetailsFieldsProps) {
  const { draft, change } = flow
  const typed = (name: string, patch: Parameters<typeof change>[0]) => {
    change(patch)
    onTyped(name)
  }
  return (
    <>
      <div className={styles.fields}>
        <TextField
          label="First name"
          name="first_name"
          autoComplete="given-name"
          required
          value={draft.firstName}
          error={problems.first_name}
          onChange={(event) => typed('first_name', { firstName: event.target.value })}
        />
        <TextField
          label="Last name"
          name="last_name"
          autoComplete="family-name"
          required
          value={draft.lastName}
          error={problems.last_name}
          onChange={(event) => typed('last_name', { lastName: event.target.value })}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          value={draft.email}
          error={problems.email}
          onChange={(event) => typed('email', { email: event.target.value })}
        />
        <PhoneField
          country={draft.country}
          phone={draft.phone}
          error={
            draft.phone === '' ? problems.phone : (phoneProblem(draft.phone) ?? problems.phone)
          }
          onChange={(patch) => typed('phone', patch)}
        />
        <div className={styles.full}>
          <TextArea
            label="Message"
            name="message"
            optional
            placeholder="Anything that would help us prepare"
            value={draft.message}
            error={problems.message}
            onChange={(event) => typed('message', { message: event.target.value })}
          />
        </div>
      </div>
      <div className={styles.terms}>
        <Checkbox
          name="terms"
          required
          checked={draft.terms}
          error={problems.terms}
          onChange={(event) => typed('terms', { terms: event.target.checked })}
        >
          I accept the{' '}
          <a href="/terms" target="_blank" rel="noopener">
            Terms of Use
          </a>{' '}
          and{' '}
          <a href="/privacy" target="_blank" rel="noopener">
            Privacy Notice
          </a>
          .
        </Checkbox>
      </div>
    </>
  )
}
