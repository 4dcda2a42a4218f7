import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { ok, type Refusal, type Result, refuse } from './result.ts'

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
    // The library's own words for an absent key are for programmers.
    fields[name] ??= issue.received === 'undefined' ? 'This is missing.' : issue.message
  }
  return refuse('fields', error, fields)
}
