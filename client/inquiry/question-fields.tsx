import { createContext, type InputHTMLAttributes, type ReactNode, useContext, useId } from 'react'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { Form } from '#client/lib/use-form.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Chip } from '#client/ui/controls/chip.tsx'
import field from '#client/ui/controls/field.module.css'
import { Field, FieldError, TextArea, TextField } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import {
  type InquiryFields,
  MAX_TRAVELLERS,
  parseCount,
  splitChoices,
} from '#shared/inquiry/fields.ts'
import {
  type ChapterId,
  chapters,
  type QuestionName,
  questions,
} from '#shared/inquiry/questions.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import styles from './question-fields.module.css'

/** State of the form that every question needs. */
interface InquiryContextValue {
  form: Form<InquiryFields>
  /** Takes over what was typed before hydration. */
  readForm(): void
  today: PlainDate | undefined
}

export const InquiryContext = createContext<InquiryContextValue | undefined>(undefined)

export function useInquiryContext(): InquiryContextValue {
  const context = useContext(InquiryContext)
  if (!context)
    throw new Error(
      'A question is rendered outside the inquiry form. Render it inside its context provider.',
    )
  return context
}

/** One chapter of the form, to which the index links. */
export function Chapter({ id, children }: { id: ChapterId; children: ReactNode }) {
  const { readForm } = useInquiryContext()
  // Chapters hydrate one by one, and React reports no input from before.
  useEffectOn(id, readForm)
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.chapter}>
      <h2 id={`${id}-title`} className={styles.chapterTitle}>
        {chapters.find((chapter) => chapter.id === id)?.title}
      </h2>
      {children}
    </section>
  )
}

/** Questions in two columns; on a phone in one. */
export function QuestionGrid({ children }: { children: ReactNode }) {
  return <div className={styles.questions}>{children}</div>
}

interface ChoiceQuestionProps {
  name: QuestionName
  options: readonly string[]
  /** The option that shows `children`. */
  revealOption?: string
  /** Extra field for that option; CSS shows it, so that it works without script. */
  children?: ReactNode
  isHalfWidth?: boolean
}

/** Single choice. An optional answer can be cleared, which plain radio buttons do not allow. */
export function SingleChoiceQuestion({
  name,
  options,
  revealOption,
  children,
  isHalfWidth,
}: ChoiceQuestionProps) {
  const { values, change, errors } = useInquiryContext().form
  const required = 'required' in questions[name]
  return (
    <ChoiceGroup
      name={name}
      role="radiogroup"
      note={required ? undefined : '(optional)'}
      isHalfWidth={isHalfWidth}
    >
      <div className={`row wrap gap-2 ${styles.chips}`}>
        {options.map((option) => (
          <Chip
            key={option}
            type="radio"
            name={name}
            value={option}
            required={required}
            data-opens={option === revealOption || undefined}
            checked={values[name] === option}
            onChange={() => change({ [name]: option })}
          >
            {option}
          </Chip>
        ))}
        {!required && values[name] ? (
          <button
            type="button"
            className={`${layout.linkButton} ${styles.clearChoice}`}
            aria-label={`Clear ${questions[name].label}`}
            onClick={() => change({ [name]: '' })}
          >
            Clear
          </button>
        ) : null}
      </div>
      <FieldError id={`${name}-error`}>{errors[name]}</FieldError>
      {children ? <div className={styles.reveal}>{children}</div> : null}
    </ChoiceGroup>
  )
}

/** Multiple choice; posted as one text, joined by commas. */
export function MultipleChoiceQuestion({
  name,
  options,
  revealOption,
  children,
}: ChoiceQuestionProps) {
  const { values, change, errors } = useInquiryContext().form
  const chosen = splitChoices(values[name] ?? '')
  const toggle = (option: string) =>
    options.filter((one) => (one === option ? !chosen.includes(one) : chosen.includes(one)))
  return (
    <ChoiceGroup name={name} role="group" note="choose any">
      <div className={`row wrap gap-2 ${styles.chips}`}>
        {options.map((option) => (
          <Chip
            key={option}
            name={name}
            value={option}
            data-opens={option === revealOption || undefined}
            checked={chosen.includes(option)}
            onChange={() => change({ [name]: toggle(option).join(',') })}
          >
            {option}
          </Chip>
        ))}
      </div>
      <FieldError id={`${name}-error`}>{errors[name]}</FieldError>
      {children ? <div className={styles.reveal}>{children}</div> : null}
    </ChoiceGroup>
  )
}

interface ChoiceGroupProps {
  name: QuestionName
  role: 'radiogroup' | 'group'
  note: string | undefined
  isHalfWidth?: boolean | undefined
  children: ReactNode
}

function ChoiceGroup({ name, role, note, isHalfWidth, children }: ChoiceGroupProps) {
  const { errors } = useInquiryContext().form
  const id = useId()
  const wrong = errors[name] !== undefined
  const validity = role === 'radiogroup' ? { 'aria-invalid': wrong || undefined } : {}
  return (
    <fieldset
      role={role}
      aria-labelledby={id}
      aria-describedby={wrong ? `${name}-error` : undefined}
      {...validity}
      className={`${styles.group} ${isHalfWidth ? '' : styles.full} ${wrong ? styles.invalid : ''}`}
    >
      <legend id={id} className={styles.legend}>
        {questions[name].label} {note ? <span className={field.optional}>{note}</span> : null}
      </legend>
      {children}
    </fieldset>
  )
}

const isOptional = (name: QuestionName) => !('required' in questions[name])

interface TextQuestionProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: QuestionName
  /** Required only while its option is chosen, which a form without script cannot enforce. */
  isRevealed?: boolean
}

export function TextQuestion({ name, isRevealed, ...input }: TextQuestionProps) {
  return (
    <TextField
      maxLength={100}
      {...input}
      {...useInquiryContext().form.field(name)}
      label={questions[name].label}
      optional={isOptional(name)}
      required={!isOptional(name) && !isRevealed}
    />
  )
}

export function TextAreaQuestion({
  name,
  placeholder,
}: {
  name: QuestionName
  placeholder?: string
}) {
  return (
    <TextArea
      {...useInquiryContext().form.field(name)}
      label={questions[name].label}
      optional
      rows={3}
      maxLength={2000}
      placeholder={placeholder}
    />
  )
}

/** `from`: the earliest allowed date. */
export function DateQuestion({ name, from }: { name: QuestionName; from: string | undefined }) {
  return <TextQuestion name={name} type="date" min={from} />
}

interface CountQuestionProps {
  name: 'adults' | 'children'
  label: string
  note?: string
  min: number
  /** Singular for the buttons' labels, such as `adult`. */
  singular: string
}

/** Number field with step buttons; without script a plain number field. */
export function CountQuestion({ name, label, note, min, singular }: CountQuestionProps) {
  const { form } = useInquiryContext()
  const { error, ...text } = form.field(name)
  const count = parseCount(text.value, min)
  const step = (by: number) => {
    const next = parseCount(String(count + by), min)
    form.change({ [name]: String(next) })
    announce(`${label}: ${next}`)
  }
  return (
    <Field label={label} note={note} error={error}>
      {(control) => (
        <div className={styles.counter}>
          <StepButton
            label={`One ${singular} fewer`}
            isAtLimit={count <= min}
            onClick={() => step(-1)}
          >
            −
          </StepButton>
          <input
            {...control}
            {...text}
            className={`${field.control} ${styles.number}`}
            type="number"
            min={min}
            max={MAX_TRAVELLERS}
            step={1}
            required
          />
          <StepButton
            label={`One ${singular} more`}
            isAtLimit={count >= MAX_TRAVELLERS}
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
  /** At the limit: the button keeps the focus, but does nothing. */
  isAtLimit: boolean
  onClick(): void
  children: string
}

function StepButton({ label, isAtLimit, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isAtLimit || undefined}
      className={styles.stepButton}
      onClick={isAtLimit ? undefined : onClick}
    >
      {children}
    </button>
  )
}
