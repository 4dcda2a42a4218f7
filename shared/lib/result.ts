/** An expected "no": a code for programs, a sentence for people, and the fields it is about. */
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
