import { useId, useState } from 'react'
import { PhotographInput } from '#client/desk/site/photographs/photograph-input.tsx'
import { formatOption } from '#client/desk/site/site-text.ts'
import field from '#client/ui/controls/field.module.css'
import { Field, FieldError, Select, TextArea, TextField } from '#client/ui/controls/field.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { ContentField, ContentPart } from '#shared/content/fields.ts'
import { formatFigure, parseAmount } from '#shared/lib/money.ts'
import { Entries } from './entries.tsx'
import styles from './fields.module.css'

export interface ValueInputProps {
  field: ContentField
  /** Replaces the field's label, for example by `Point 2`. */
  label?: string
  value: unknown
  onChange: (value: unknown) => void
  error?: string | undefined
  /** Leaves out how long the text is: for a value among many. */
  isDense?: boolean
}

/** The control for a value of any kind. */
export function ValueInput({ field: shown, label = shown.label, ...props }: ValueInputProps) {
  const all = { ...props, field: shown, label }
  const { value, onChange } = props
  if (shown.kind === 'list') return <ListInput {...all} />
  if (shown.kind === 'rows') return <RowsInput {...all} />
  if (shown.kind === 'group') return <GroupInput {...all} />
  if (shown.kind === 'photograph') return <PhotographInput {...all} />
  if (shown.kind === 'photographs') return <PhotographsInput {...all} />
  if (shown.kind === 'choice') return <ChoiceInput {...all} />
  if (shown.kind === 'number') return <AmountInput {...all} />
  if (shown.kind === 'yes or no')
    return (
      <Switch checked={value === true} onChange={onChange}>
        {label}
      </Switch>
    )
  return <TextInput {...all} />
}

type InputProps = ValueInputProps & { label: string }

function TextInput({ field: { kind, limit = 0, initial }, isDense, ...props }: InputProps) {
  const { label, value, onChange, error } = props
  const text = typeof value === 'string' ? value : ''
  const canBeItalic = typeof initial === 'string' && initial.includes('*')
  const tooLong = describeTooLong(text, limit)
  const hint = [
    `${text.trim().length} of ${limit}.`,
    ...(canBeItalic ? ['Words between *stars* are in italics.'] : []),
    ...listFilledIn(text, initial),
  ].join(' ')
  const shared = {
    label,
    value: text,
    autoComplete: 'off',
    hint: tooLong || isDense ? undefined : hint,
    error: tooLong ?? error,
  }
  return kind === 'paragraph' ? (
    <TextArea
      {...shared}
      rows={limit > LONG_TEXT ? 10 : 3}
      onChange={({ target }) => onChange(target.value)}
    />
  ) : (
    <TextField {...shared} onChange={({ target }) => onChange(toLine(target.value))} />
  )
}

/** A paragraph that may be longer has room for several of them, characters. */
const LONG_TEXT = 1000

/** Names in braces that the site replaces, each with a sentence that says so. */
const filledIn = {
  '{name}': '{name} becomes the name of your business.',
  '{price}': '{price} becomes the price.',
} as const

function listFilledIn(...texts: unknown[]): string[] {
  const all = texts.flat().join(' ')
  return Object.entries(filledIn).flatMap(([name, note]) => (all.includes(name) ? note : []))
}

/** Pasted text may have tabs and line breaks. */
const toLine = (typed: string) => typed.replaceAll(/\p{Cc}+/gu, ' ')

/** `84 of 60. Please leave out 24 characters.` */
function describeTooLong(text: string, limit: number): string | undefined {
  const { length } = text.trim()
  const excess = length - limit
  if (excess <= 0) return undefined
  const characters = excess === 1 ? 'character' : 'characters'
  return `${length} of ${limit}. Please leave out ${excess} ${characters}.`
}

function ChoiceInput({ field: { choices = [] }, label, value, onChange, error }: InputProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          {...control}
          value={String(value ?? '')}
          onChange={({ target }) => onChange(target.value)}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {formatOption(choice)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** An amount in kroner. A text that is none, or zero, is saved as it was typed, and has to be corrected before publishing. */
export function AmountInput({ label, value, onChange, error }: Omit<InputProps, 'field'>) {
  const [text, setText] = useState<string>()
  return (
    <Field label={label} error={text === '' ? undefined : error}>
      {(control) => (
        <span className={styles.amount}>
          <span aria-hidden="true">NOK</span>
          <input
            {...control}
            className={field.control}
            inputMode="decimal"
            autoComplete="off"
            value={text ?? (typeof value === 'string' ? value : formatFigure(Number(value ?? 0)))}
            onChange={({ target }) => {
              setText(target.value)
              onChange(parseAmount(target.value) || target.value)
            }}
            onBlur={() => setText(undefined)}
          />
        </span>
      )}
    </Field>
  )
}

/** Texts longer than this have a field of several lines, characters. */
const LONG = 100

function ListInput({ field: { limit = 0, entries: room = 0, hint = '' }, ...props }: InputProps) {
  const hints = [hint, ...listFilledIn(props.value)].filter(Boolean).join(' ')
  return (
    <Entries {...props} hint={hints} room={room} addition="">
      {(value, onChange, name) => (
        <EntryInput limit={limit} name={name} text={String(value)} onChange={onChange} />
      )}
    </Entries>
  )
}

interface EntryInputProps {
  limit: number
  name: string
  text: string
  onChange: (text: string) => void
}

/** A text of a list, which is named by its place alone. */
function EntryInput({ limit, name, text, onChange }: EntryInputProps) {
  const id = useId()
  const error = describeTooLong(text, limit)
  const control = {
    'aria-label': name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error && `${id}-error`,
    className: field.control,
    value: text,
  } as const
  return (
    <div className={field.field}>
      {limit > LONG ? (
        <textarea {...control} rows={5} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <input
          {...control}
          autoComplete="off"
          onChange={({ target }) => onChange(toLine(target.value))}
        />
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

function PhotographsInput({ field: { entries: room = 0 }, ...props }: InputProps) {
  return (
    <Entries {...props} room={room} hasForms addition={NO_PHOTOGRAPH}>
      {(value, onChange, name) => (
        <PhotographInput
          label={name}
          value={value}
          onChange={(chosen) => onChange(chosen ?? NO_PHOTOGRAPH)}
        />
      )}
    </Entries>
  )
}

const NO_PHOTOGRAPH = { id: '', caption: '' }

type Values = Readonly<Record<string, unknown>>

/** A table as a list of small forms. */
function RowsInput({ field: { columns = {}, entries: room = 0, hint }, ...props }: InputProps) {
  return (
    <Entries {...props} {...(hint && { hint })} room={room} hasForms addition={getInitial(columns)}>
      {(value, onChange, name) => (
        <fieldset className={styles.group}>
          <legend>
            <VisuallyHidden>{name}</VisuallyHidden>
          </legend>
          <Columns columns={columns} values={value as Values} onChange={onChange} />
        </fieldset>
      )}
    </Entries>
  )
}

function getInitial(columns: ContentPart): Values {
  return Object.fromEntries(Object.entries(columns).map(([name, { initial }]) => [name, initial]))
}

function GroupInput({ field: { columns = {} }, label, value, onChange, error }: InputProps) {
  const id = useId()
  const values = { ...getInitial(columns), ...((value ?? {}) as Values) }
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <Columns columns={columns} values={values} onChange={onChange} />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

interface ColumnsProps {
  columns: ContentPart
  values: Values
  onChange: (values: Values) => void
}

function Columns({ columns, values, onChange }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      {Object.entries(columns).map(([name, column]) => (
        <ValueInput
          key={name}
          isDense
          field={column}
          value={values[name]}
          onChange={(next) => onChange({ ...values, [name]: next })}
        />
      ))}
    </div>
  )
}
