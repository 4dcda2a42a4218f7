/** The field of every form post that names its form. */
export const FORM_NAME_FIELD = 'form-name'

/** A field that people never see: only a bot fills it. */
export const HONEYPOT_FIELD = 'bot-field'

export const IDEMPOTENCY_HEADER = 'Idempotency-Key'

/**
 * The field with the keys, comma-separated, of earlier versions that a post replaces. If the server
 * has already accepted one of them, that version stands and the post has no effect.
 */
export const SUPERSEDES_FIELD = 'replaces'

export const formNames = ['booking', 'contact', 'inquiry'] as const

export type FormName = (typeof formNames)[number]

/** The name of who sent a form, by its fields. */
export function getSenderName({
  first_name = '',
  last_name = '',
}: Partial<Record<string, string>>): string {
  return `${first_name} ${last_name}`.trim() || 'Without a name'
}

/** Whether a text is an idempotency key as devices create them: a UUID. */
export function isIdempotencyKey(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** Each of them may cost a stored row, which anybody can cause. The newest are last. */
const MAX_SUPERSEDED = 10

/** The keys that a post replaces, the newest few; invalid ones are ignored. */
export function parseSupersededKeys(fields: Partial<Record<string, string>>): string[] {
  const keys = (fields[SUPERSEDES_FIELD] ?? '').split(',').filter(isIdempotencyKey)
  return [...new Set(keys)].slice(-MAX_SUPERSEDED)
}
