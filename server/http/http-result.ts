import type { Tx } from '#server/db/database.ts'
import type { Refusal } from '#shared/lib/result.ts'

export interface HttpRefusal {
  ok: false
  status: number
  /** `remaining`: what can still be refunded, minor units. */
  refusal: Refusal & { remaining?: number }
}

/** What a function endpoint answers: a value with 200, or a refusal with its status. */
export type HttpResult<T> = { ok: true; value: T } | HttpRefusal

export function answer<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

export function refuse(status: number, code: string, error: string): HttpRefusal {
  return { ok: false, status, refusal: { code, error } }
}

/** Sender of a form. `browserToken`: the secret of the browser's cookie. */
export interface FormSender {
  browserToken: string
  ip: string
}

/** Outcome of one form post, decided inside the transaction. */
export interface FormOutcome {
  status: number
  body: object
  /** Whether the submission is stored, together with its effect. */
  isAccepted: boolean
  /** Whether the answer is stored for repeats; false: a repeat is processed again ("try later"). */
  isFinal: boolean
  bookingId?: string
  /** Where a form sent without script is redirected to. */
  location?: string
  /** Fields to store instead of those that were posted. */
  fields?: Record<string, string>
  /** Runs in the same transaction, after the submission was inserted. */
  onStored?: (tx: Tx, submissionId: number) => Promise<void>
}

export type FormFields = Record<string, string>

/** Checks the fields first; the function that it returns acts inside the transaction. */
export type FormHandler = (fields: FormFields) => PreparedForm | Promise<PreparedForm>

export type PreparedForm = HttpResult<(tx: Tx, sender: FormSender) => Promise<FormOutcome>>
