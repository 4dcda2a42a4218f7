import * as v from 'valibot'
import type { Attempt } from '#client/outbox/submission-outcome.ts'
import { DEFAULT_COUNTRY } from '#shared/booking/dial-codes.ts'
import { newsletterVersion } from '#shared/contact/newsletter.ts'
import type { InquiryFields } from '#shared/inquiry/fields.ts'

const NAME = 'inquiry-draft'

const Texts = v.record(v.string(), v.string())

const Draft = v.object({
  /** UTC milliseconds. */
  savedAt: v.number(),
  fields: Texts,
  /** The last sending that was not accepted yet. */
  attempt: v.optional(v.object({ key: v.string(), fields: Texts })),
})

interface InquiryDraft {
  savedAt: number
  fields: InquiryFields
  attempt?: Attempt | undefined
}

/** An untouched form. */
export const emptyFields: InquiryFields = {
  country: DEFAULT_COUNTRY,
  adults: '1',
  children: '0',
  newsletter_text: newsletterVersion,
}

/** What was written on this device; undefined where nothing was, or storage is closed to us. */
export function loadDraft(): InquiryDraft | undefined {
  try {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Draft), localStorage.getItem(NAME))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Whether it is kept: private windows may refuse storage, and then nothing may be claimed. */
export function saveDraft(draft: InquiryDraft): boolean {
  try {
    localStorage.setItem(NAME, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function removeDraft(): void {
  try {
    localStorage.removeItem(NAME)
  } catch {
    // Nothing was kept then.
  }
}
