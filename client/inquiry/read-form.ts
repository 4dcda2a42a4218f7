import type { InquiryFields } from '#shared/inquiry/fields.ts'
import { FORM_NAME, SPAM_TRAP } from '#shared/submissions/form-post.ts'
import { emptyFields } from './draft.ts'

/** What was typed into the page before its script came; later it is in the form's own state. */
export function typedBefore(form: HTMLFormElement): InquiryFields {
  const fields: InquiryFields = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value === '' || value === emptyFields[name]) continue
    if (name === FORM_NAME || name === SPAM_TRAP) continue
    fields[name] = fields[name] ? `${fields[name]},${value}` : value
  }
  return fields
}

export function trapOf(form: HTMLFormElement): boolean {
  return Boolean(new FormData(form).get(SPAM_TRAP))
}

/** The control of this name; of several choices the first. */
export function controlOf(form: HTMLFormElement, name: string): HTMLElement | undefined {
  const found = [...form.elements].find((control) => control.getAttribute('name') === name)
  return found instanceof HTMLElement ? found : undefined
}
