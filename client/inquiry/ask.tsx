import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  useContext,
  useId,
  useRef,
} from 'react'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Chip } from '#client/ui/controls/chip.tsx'
import field from '#client/ui/controls/field.module.css'
import { Field, FieldError, TextArea, TextField } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import {
  countOf,
  type InquiryFields,
  MOST_TRAVELLERS,
  splitChoices,
} from '#shared/inquiry/fields.ts'
import {
  type ChapterId,
  chapters,
  type QuestionName,
  questions,
} from '#shared/inquiry/questions.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import styles from './ask.module.css'
import { typedBefore } from './draft.ts'

/** State of the form that every question needs. */
interface InquiryContext {
  fields: InquiryFields
  change(change: InquiryFields): void
  /** The messages to show now, by field name. */
  told: Record<string, string>
  today: PlainDate | undefined
}

export const Inquiry = createContext<InquiryContext | undefined>(undefined)

export function useAnswers(): InquiryContext {
  const context = useContext(Inquiry)
  if (!context) throw new Error('A question stands outside its form')
  return context
}

/** One chapter of the form, to which the index links. */
export function Chapter({ id, children }: { id: ChapterId; children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  const { change } = useAnswers()
  // Chapters hydrate one by one, and React reports no input from before.
  useEffectOn(id, () => {
    const form = section.current?.closest('form')
    const typed = form ? typedBefore(form) : {}
    if (Object.keys(typed).length > 0) change(typed)
  })
  return (
    <section
      ref={section}
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={styles.chapter}
    >
      <h2 id={`${id}-title`} className={styles.chapterTitle}>
        {chapters.find((chapter) => chapter.id === id)?.title}
      </h2>
      {children}
    </section>
  )
}

/** Questions in two columns; on a phone in one. */
export function Questions({ children }: { children: ReactNode }) {
  return <div className={styles.questions}>{children}</div>
}

interface AskProps {
  name: QuestionName
  options: readonly string[]
  /** The option that shows `children`. */
  opener?: string
  /** Extra field for that option; CSS shows it, so that it works without script. */
  children?: ReactNode
  half?: boolean
}

/** Single choice. An optional answer can be cleared, which plain radio buttons do not allow. */
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

/** Multiple choice; posted as one text, joined by commas. */
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
        {questions[name].label} {note ? <span className={field.optional}>{note}</span> : null}
      </legend>
      {children}
    </fieldset>
  )
}

function TakeBack({ name, onClick }: { name: QuestionName; onClick(): void }) {
  return (
    <button
      type="button"
      className={`${layout.linkButton} ${styles.takeBack}`}
      aria-label={`Clear ${questions[name].label}`}
      onClick={onClick}
    >
      Clear
    </button>
  )
}

const isOptional = (name: QuestionName) => !('required' in questions[name])

interface AskTextProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: QuestionName
  /** Required only while its option is chosen, which a form without script cannot enforce. */
  opened?: boolean
}

export function AskText({ name, opened, ...input }: AskTextProps) {
  const { fields, change, told } = useAnswers()
  return (
    <TextField
      maxLength={100}
      {...input}
      name={name}
      label={questions[name].label}
      optional={isOptional(name)}
      required={!isOptional(name) && !opened}
      value={fields[name] ?? ''}
      error={told[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  )
}

export function AskArea({ name, placeholder }: { name: QuestionName; placeholder?: string }) {
  const { fields, change, told } = useAnswers()
  return (
    <TextArea
      name={name}
      label={questions[name].label}
      optional
      rows={3}
      maxLength={2000}
      placeholder={placeholder}
      value={fields[name] ?? ''}
      error={told[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  )
}

/** `from`: the earliest allowed date. */
export function AskDate({ name, from }: { name: QuestionName; from: string | undefined }) {
  return <AskText name={name} type="date" min={from} />
}

interface AskCountProps {
  name: 'adults' | 'children'
  label: string
  note?: string
  least: number
  /** Singular for the buttons' labels, such as `adult`. */
  one: string
}

/** Number field with step buttons; without script a plain number field. */
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
  /** At the limit: the button keeps the focus, but does nothing. */
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
