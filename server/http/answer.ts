import type { Tx } from '#server/db/database.ts'
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

/** Who sent a form, as the server knows it. */
export interface Sender {
  browser: string
  ip: string
}

/** The verdict on one post, reached inside the transaction. */
export interface FormAnswer {
  status: number
  body: object
  /** The submission counts: it is stored beside its effect. */
  accepted: boolean
  /** The same post sent again will get the same answer; false for "try later". */
  final: boolean
  bookingId?: string
  /** Where a form without script goes next. */
  location?: string
  /** What is stored, where that is not all that was posted. */
  fields?: Record<string, string>
  /** Runs in the same transaction, once the submission has its number. */
  onStored?: (tx: Tx, submissionId: number) => void
}

export type FormFields = Record<string, string>

/** Checks the fields at once; what it returns acts inside the transaction. */
export type FormHandler = (fields: FormFields) => HttpResult<(tx: Tx, sender: Sender) => FormAnswer>
