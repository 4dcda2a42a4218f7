import { type ReactNode, useId } from 'react'
import { Chip } from '#client/ui/controls/chip.tsx'
import { FieldError } from '#client/ui/controls/field.tsx'
import { splitChoices } from '#shared/inquiry/fields.ts'
import { type QuestionName, questions } from '#shared/inquiry/questions.ts'
import styles from './ask-choice.module.css'
import { useAnswers } from './inquiry-context.ts'

interface AskProps {
  name: QuestionName
  options: readonly string[]
  /** The choice that opens `children`. */
  opener?: string
  /** A field of its own for that choice; CSS shows it, so that it works without script too. */
  children?: ReactNode
  half?: boolean
}

/** One of several. An optional answer can be taken back, which radio buttons alone do not allow. */
export function AskOne({ name, options, opener, children, half }: AskProps) {
  const { fields, change, told } = useAnswers()
  const required = 'required' in questions[name]
  return (
    <Group name={name} role="radiogroup" note={required ? undefined : '(optional)'} half={half}>
      <div className={styles.chips}>
        {options.map((option) => (
          <Chip
            key={option}
            type="radio"
            name={name}
            value={option}
            required={required}
            data-opens={option === opener || undefined}
            checked={fields[name] === option}
            onChange={() => change({ [name]: option })}
          >
            {option}
          </Chip>
        ))}
        {!required && fields[name] ? (
          <TakeBack name={name} onClick={() => change({ [name]: '' })} />
        ) : null}
      </div>
      <FieldError id={`${name}-error`}>{told[name]}</FieldError>
      {children ? <div className={styles.reveal}>{children}</div> : null}
    </Group>
  )
}

/** Any of several; posted as one text, joined by commas. */
export function AskMany({ name, options, opener, children }: AskProps) {
  const { fields, change, told } = useAnswers()
  const chosen = splitChoices(fields[name] ?? '')
  const toggle = (option: string) =>
    options.filter((one) => (one === option ? !chosen.includes(one) : chosen.includes(one)))
  return (
    <Group name={name} role="group" note="choose any">
      <div className={styles.chips}>
        {options.map((option) => (
          <Chip
            key={option}
            name={name}
            value={option}
            data-opens={option === opener || undefined}
            checked={chosen.includes(option)}
            onChange={() => change({ [name]: toggle(option).join(',') })}
          >
            {option}
          </Chip>
        ))}
      </div>
      <FieldError id={`${name}-error`}>{told[name]}</FieldError>
      {children ? <div className={styles.reveal}>{children}</div> : null}
    </Group>
  )
}

interface GroupProps {
  name: QuestionName
  role: 'radiogroup' | 'group'
  note: string | undefined
  half?: boolean | undefined
  children: ReactNode
}

function Group({ name, role, note, half, children }: GroupProps) {
  const { told } = useAnswers()
  const id = useId()
  const wrong = told[name] !== undefined
  const validity = role === 'radiogroup' ? { 'aria-invalid': wrong || undefined } : {}
  return (
    <fieldset
      role={role}
      aria-labelledby={id}
      aria-describedby={wrong ? `${name}-error` : undefined}
      {...validity}
      className={`${styles.group} ${half ? '' : styles.full} ${wrong ? styles.wrong : ''}`}
    >
      <legend id={id} className={styles.legend}>
        {questions[name].label} {note ? <span className={styles.note}>{note}</span> : null}
      </legend>
      {children}
    </fieldset>
  )
}

function TakeBack({ name, onClick }: { name: QuestionName; onClick(): void }) {
  return (
    <button
      type="button"
      className={styles.takeBack}
      aria-label={`Clear ${questions[name].label}`}
      onClick={onClick}
    >
      Clear
    </button>
  )
}
