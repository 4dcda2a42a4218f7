import type { Tx } from '#server/db/database.ts'
import type { HttpResult } from '#server/http/answer.ts'
import type { FormAnswer } from '#server/http/form-answer.ts'
import { sentFields } from '#shared/inquiry/fields.ts'
import { readInquiry } from '#shared/inquiry/schema.ts'
import { addDays } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { InquiryParts } from './ports.ts'

/** Where a form without script goes once its answers are stored. */
export const INQUIRY_RECEIVED = '/inquiry-form/received'

/** Reads an inquiry by the rules that the form itself follows. */
export function prepareInquiry(
  typed: Record<string, string>,
  parts: InquiryParts,
): HttpResult<(tx: Tx) => FormAnswer> {
  const fields = sentFields(typed)
  // In the furthest west it is still the day before.
  const today = addDays(wallOf(parts.clock(), 'UTC').date, -1)
  const read = readInquiry(fields, today)
  if (!read.ok) return { ok: false, status: 422, refusal: read.refusal }
  const { email, newsletter: ticked, newsletter_text: version } = read.value
  const promise = ticked && parts.mailGoes ? { newsletter: 'confirm' } : {}
  return {
    ok: true,
    value: () => ({
      status: 201,
      body: { status: 'received', ...promise },
      accepted: true,
      final: true,
      location: INQUIRY_RECEIVED,
      fields,
      onStored: (tx, submission) => {
        const once = String(submission)
        parts.mails.add(tx, { kind: 'inquiry', once, bookingId: null, data: { submission } })
        if (ticked) parts.askNewsletter(tx, { email, version, source: 'inquiry' })
      },
    }),
  }
}
