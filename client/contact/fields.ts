import type { WireFields } from '#client/outbox/submission-outcome.ts'
import { ContactPost } from '#shared/contact/schema.ts'
import { parse } from '#shared/lib/parse.ts'
import { SPAM_TRAP } from '#shared/submissions/form-post.ts'

/** The form as it stands, spam trap and form name included. */
export function readForm(form: HTMLFormElement): WireFields {
  const fields: WireFields = {}
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields[name] = value
  return { ...fields, newsletter: fields.newsletter ?? 'off' }
}

/** Puts what was kept into fields that are still empty, such as after a reload. */
export function fillForm(form: HTMLFormElement, kept: WireFields): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked ||= kept[control.name] === 'on'
    else if (isTextControl(control)) control.value ||= kept[control.name] ?? ''
  }
}

/** Puts what is to be changed in place of whatever the form holds. */
export function putIntoForm(form: HTMLFormElement, fields: WireFields): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = fields[control.name] === 'on'
    else if (isTextControl(control)) control.value = fields[control.name] ?? ''
  }
}

function isTextControl(control: Element): control is HTMLInputElement | HTMLTextAreaElement {
  if (control instanceof HTMLTextAreaElement) return true
  return (
    control instanceof HTMLInputElement && control.type !== 'hidden' && control.name !== SPAM_TRAP
  )
}

/** The message of each field that will not do. */
export function problemsOf(fields: WireFields): Record<string, string> {
  const parsed = parse(ContactPost, fields)
  return parsed.ok ? {} : (parsed.refusal.fields ?? {})
}
