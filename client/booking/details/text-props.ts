import type { ChangeEvent } from 'react'
import type { FieldErrors } from '#client/booking/booking-fields.ts'

type TextKey<Values> = {
  [Key in keyof Values]: Values[Key] extends string ? Key : never
}[keyof Values]

interface Binding<Values, Name extends string> {
  values: Values
  problems: FieldErrors
  onType(name: Name, patch: Partial<Values>): void
}

/** Makes the properties that connect a text field with a value of the draft, by its name in the form and its key. */
export function bindTextFields<Values extends object, Name extends string>({
  values,
  problems,
  onType,
}: Binding<Values, Name>) {
  return (name: Name, key: TextKey<Values>) => ({
    name,
    value: values[key],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      // TypeScript widens a computed key to `string`.
      onType(name, { [key]: event.target.value } as Partial<Values>),
  })
}
