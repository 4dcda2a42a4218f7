import type { InputHTMLAttributes } from 'react'
import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { type QuestionName, questions } from '#shared/inquiry/questions.ts'
import { useAnswers } from './inquiry-context.ts'

const isOptional = (name: QuestionName) => !('required' in questions[name])

interface AskTextProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: QuestionName
  /** Required only while its choice is made, which a form without script cannot know. */
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

/** `from`: the earliest date that makes sense. */
export function AskDate({ name, from }: { name: QuestionName; from: string | undefined }) {
  return <AskText name={name} type="date" min={from} />
}
