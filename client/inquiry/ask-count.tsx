import { announce } from '#client/ui/announcer.tsx'
import field from '#client/ui/controls/field.module.css'
import { Field } from '#client/ui/controls/field.tsx'
import { countOf, MOST_TRAVELLERS } from '#shared/inquiry/travellers.ts'
import styles from './ask-count.module.css'
import { useAnswers } from './inquiry-context.ts'

interface AskCountProps {
  name: 'adults' | 'children'
  label: string
  note?: string
  least: number
  /** `adult`, as the buttons say it. */
  one: string
}

/** A number to type, or to step through; without script the browser's own. */
export function AskCount({ name, label, note, least, one }: AskCountProps) {
  const { fields, change, told } = useAnswers()
  const text = fields[name] ?? ''
  const count = countOf(text, least)
  const step = (by: number) => {
    const next = countOf(String(count + by), least)
    change({ [name]: String(next) })
    announce(`${label}: ${next}`)
  }
  return (
    <Field label={label} note={note} error={told[name]}>
      {(control) => (
        <div className={styles.count}>
          <StepButton label={`One ${one} fewer`} stopped={count <= least} onClick={() => step(-1)}>
            −
          </StepButton>
          <input
            {...control}
            className={`${field.control} ${styles.number}`}
            type="number"
            name={name}
            min={least}
            max={MOST_TRAVELLERS}
            step={1}
            required
            value={text}
            onChange={(event) => change({ [name]: event.target.value })}
          />
          <StepButton
            label={`One ${one} more`}
            stopped={count >= MOST_TRAVELLERS}
            onClick={() => step(1)}
          >
            +
          </StepButton>
        </div>
      )}
    </Field>
  )
}

interface StepButtonProps {
  label: string
  /** At its end: it keeps the focus, and does nothing. */
  stopped: boolean
  onClick(): void
  children: string
}

function StepButton({ label, stopped, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={stopped || undefined}
      className={styles.step}
      onClick={stopped ? undefined : onClick}
    >
      {children}
    </button>
  )
}
