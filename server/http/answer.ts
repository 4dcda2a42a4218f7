import type { Refusal } from '#shared/lib/result.ts'

export interface Declined {
  ok: false
  status: number
  /** `current`: what there is instead of what the caller thought there was. */
  refusal: Refusal & { current?: unknown }
}

/** What a function endpoint answers: a value with 200, or a refusal with its status. */
export type HttpResult<T> = { ok: true; value: T } | Declined

export function answer<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

export function decline(status: number, code: string, error: string): Declined {
  return { ok: false, status, refusal: { code, error } }
}
