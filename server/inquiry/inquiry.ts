import type { Tx } from '#server/db/database.ts'
import type { HttpResult } from '#server/http/answer.ts'
import type { FormAnswer } from '#server/http/form-answer.ts'
import { registerInquiryMails } from './mails.ts'
import type { InquiryParts } from './ports.ts'
import { prepareInquiry } from './request.ts'

export interface Inquiries {
  /** For `Submissions.on('inquiry', …)`. */
  prepare(fields: Record<string, string>): HttpResult<(tx: Tx) => FormAnswer>
}

/** The long form: what is done with its posts, and its mail. */
export function createInquiries(parts: InquiryParts): Inquiries {
  registerInquiryMails(parts)
  return { prepare: (fields) => prepareInquiry(fields, parts) }
}
