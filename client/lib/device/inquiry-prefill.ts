import * as v from 'valibot'

const KEEP_DAYS = 30
const DAY = 86_400_000
const STORAGE_KEY = 'saved-inquiry-choice'

const PrefillSchema = v.object({
  destinations: v.array(v.string()),
  otherDestination: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  /** In the wire format: `+47 41209877`. */
  phone: v.string(),
})

const StoredPrefillSchema = v.object({ savedAt: v.number(), choice: PrefillSchema })

/** Destinations and contact details that an inquiry stores on this device for a later booking. */
export type InquiryPrefill = v.InferOutput<typeof PrefillSchema>

export function saveInquiryPrefill(choice: InquiryPrefill, now: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ savedAt: now, choice }))
  } catch {
    // No storage: the booking form asks again.
  }
}

/** Returns the stored choice; deletes it after 30 days. */
export function loadInquiryPrefill(now: number): InquiryPrefill | undefined {
  try {
    const saved = v.safeParse(
      StoredPrefillSchema,
      JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'),
    )
    if (!saved.success) return undefined
    if (now - saved.output.savedAt <= KEEP_DAYS * DAY) return saved.output.choice
    localStorage.removeItem(STORAGE_KEY)
    return undefined
  } catch {
    return undefined
  }
}
