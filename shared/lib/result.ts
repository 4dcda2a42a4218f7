import { type GenericSchema, type InferOutput, safeParse } from 'valibot'

/** An expected "no": a code for programs, a sentence for people, and messages by field. */
export interface Refusal<Code extends string = string> {
  code: Code
  error: string
  fields?: Record<string, string>
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

/** Parses unknown input; a refusal carries the first message of each field, by its wire name. */
export function parse<S extends GenericSchema>(
  schema: S,
  input: unknown,
  error = 'Please check the highlighted fields.',
): Result<InferOutput<S>, Refusal<'fields'>> {
  const parsed = safeParse(schema, input)
  if (parsed.success) return ok(parsed.output)
  const fields: Record<string, string> = {}
  for (const issue of parsed.issues) {
    const name = issue.path?.map((step) => String(step.key)).join('.') ?? ''
    // valibot's own message for an absent key is meant for programmers.
    fields[name] ??= issue.received === 'undefined' ? 'This is missing.' : issue.message
  }
  return refuse('fields', error, fields)
}
