import type { SelectHTMLAttributes } from 'react'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { AlertIcon, ChevronDownIcon } from '#client/ui/icons.tsx'
import text from '#client/ui/type.module.css'
import field from './field.module.css'

/** Attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldBaseProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Adds "(optional)" to the label; required fields have no mark. */
  optional?: boolean
  /** Text after the label, such as a range. */
  note?: string | undefined
}

interface FieldProps extends FieldBaseProps {
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, hint, error, optional, note, children }: FieldProps) {
  const id = useId()
  const suffix = optional ? '(optional)' : note
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={field.field}>
      <label htmlFor={id}>
        {label} {suffix ? <span className={field.optional}>{suffix}</span> : null}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint ? (
        <p className={text.fine} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** Also rendered while empty: a live region must exist before its message appears. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return (
    <div id={id} aria-live="polite" className={field.errorSlot}>
      {children ? (
        <p className={field.error}>
          <AlertIcon className={field.errorIcon} />
          {children}
        </p>
      ) : null}
    </div>
  )
}

type TextFieldProps = FieldBaseProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
    ref?: Ref<HTMLInputElement>
  }

export function TextField({ label, hint, error, optional, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(control) => <input {...input} {...control} className={field.control} />}
    </Field>
  )
}

type TextAreaProps = FieldBaseProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>

export function TextArea({ label, hint, error, optional, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(control) => <textarea rows={4} {...area} {...control} className={field.control} />}
    </Field>
  )
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Replaces the chosen option's text while the list is closed, if that text is too long. */
  shortLabel?: string
}

/** A styled native select; needs a `Field` around it or an `aria-label`. */
export function Select({ shortLabel, ...props }: SelectProps) {
  return (
    <span className={field.selectFrame}>
      <select
        {...props}
        className={`${field.control} ${field.select} ${shortLabel ? field.hiddenText : ''}`}
      />
      {shortLabel ? (
        <span className={field.shortLabel} aria-hidden="true">
          {shortLabel}
        </span>
      ) : null}
      <ChevronDownIcon className={field.arrow} />
    </span>
  )
}
