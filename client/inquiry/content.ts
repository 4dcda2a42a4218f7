import type { Content } from '#client/outbox/submission-outcome.ts'
import { type InquiryFields, sentFields, splitChoices } from '#shared/inquiry/fields.ts'
import { SPAM_TRAP } from '#shared/submissions/form-post.ts'

/** The form as the outbox takes it. */
export function inquiryContent(typed: InquiryFields): Content {
  return {
    form: 'inquiry',
    fields: { [SPAM_TRAP]: '', ...sentFields(typed) },
    typed,
    summary: {
      title: 'Travel enquiry',
      detail: splitChoices(typed.travel_destination ?? '').join(', '),
    },
    slotStart: null,
    scheduleVersion: null,
    amountShown: null,
  }
}
