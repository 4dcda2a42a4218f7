import { type GenericSchema, type InferOutput, safeParse } from 'valibot'

/** An expected "no": a code for programs, a sentence for people, and messages by field. */
export interface Refusal<Code extends string = string> {
  code: Code
  error: string
  fields?: Record<string, string>
  /** The present state, if the caller acted on an outdated one. */
  current?: unknown
}

export type Result<T, R extends Refusal = Refusal> =
  | { ok: true; value: T }
  | { ok: false; refusal: R }

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

export function refuse<Code extends string>(
  code: Code,
  error: string,
  fields?: Record<string, string>,
): { ok: false; refusal: Refusal<Code> } {
  return { ok: false, refusal: fields ? { code, error, fields } : { code, error } }
}

/** Most characters of a message, of a field's name, and most fields that a refusal names. */
const MAX_MESSAGE = 200
const MAX_NAME = 100
const MAX_FIELDS = 50

/** An issue's message, shortened: the library's own messages repeat what was sent, at any length. */
export function toShortMessage({ message }: { message: string }): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message
}

/** Parses unknown input; a refusal carries the first message of each field, by its wire name. */
export function parse<S extends GenericSchema>(
  schema: S,
  input: unknown,
  error = 'Please check the highlighted fields.',
): Result<InferOutput<S>, Refusal<'fields'>> {
  const parsed = safeParse(schema, input)
  if (parsed.success) return ok(parsed.output)
  const fields: Record<string, string> = {}
  for (const issue of parsed.issues.slice(0, MAX_FIELDS)) {
    const name = issue.path?.map((step) => String(step.key)).join('.') ?? ''
    // valibot's own message for an absent key is meant for programmers.
    const message = issue.received === 'undefined' ? 'This is missing.' : toShortMessage(issue)
    fields[name.slice(0, MAX_NAME)] ??= message
  }
  return refuse('fields', error, fields)
}
