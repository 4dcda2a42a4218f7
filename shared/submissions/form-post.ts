/** The wire names that every form post carries. */
export const FORM_NAME = 'form-name'

/** People never see this field; what fills it is a program. */
export const SPAM_TRAP = 'bot-field'

export const IDEMPOTENCY_HEADER = 'Idempotency-Key'

/**
 * Names the keys, comma-separated, of earlier versions that this one takes the place of. One of them
 * may have arrived without its answer; then that one stands, and this one has no effect.
 */
export const REPLACES = 'replaces'

export const formNames = ['booking', 'contact', 'inquiry'] as const

export type FormName = (typeof formNames)[number]

/** A key as a device makes it: a UUID. */
export function isSubmissionKey(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** The keys that a post takes the place of; what is no key counts for nothing. */
export function replacedKeys(fields: Partial<Record<string, string>>): string[] {
  return (fields[REPLACES] ?? '').split(',').filter(isSubmissionKey).slice(0, 50)
}
