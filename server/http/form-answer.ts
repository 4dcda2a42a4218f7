import type { Tx } from '#server/db/database.ts'

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
