import * as v from 'valibot'
import { readStored, writeStored } from '#client/lib/stored-value.ts'

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

const getStorage = () => localStorage

/** If the browser refuses, the booking form asks again. */
export function saveInquiryPrefill(choice: InquiryPrefill, now: number): void {
  writeStored(getStorage, STORAGE_KEY, { savedAt: now, choice })
}

/** Returns the stored choice; deletes it after 30 days. */
export function loadInquiryPrefill(now: number): InquiryPrefill | undefined {
  const saved = readStored(getStorage, STORAGE_KEY, StoredPrefillSchema)
  if (!saved) return undefined
  if (now - saved.savedAt <= KEEP_DAYS * DAY) return saved.choice
  writeStored(getStorage, STORAGE_KEY, undefined)
  return undefined
}
