/** The wire names that every form post carries. */
export const FORM_NAME = 'form-name'

/** People never see this field; what fills it is a program. */
export const SPAM_TRAP = 'bot-field'

export const IDEMPOTENCY_HEADER = 'Idempotency-Key'

export const formNames = ['booking', 'contact', 'inquiry'] as const

export type FormName = (typeof formNames)[number]

/** A key as a device makes it: a UUID. */
export function isSubmissionKey(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
