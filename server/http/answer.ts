import type { Refusal } from '../../shared/lib/result.ts'

/** What a function endpoint answers: a value with 200, or a refusal with its status. */
export type HttpResult<T> = { ok: true; value: T } | { ok: false; status: number; refusal: Refusal }

export function answer<T>(value: T): HttpResult<T> {
  return { ok: true, value }
}

export function decline(status: number, code: string, error: string): HttpResult<never> {
  return { ok: false, status, refusal: { code, error } }
}
