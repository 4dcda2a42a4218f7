import * as v from 'valibot'

const KEEP_DAYS = 30
const DAY = 86_400_000
const NAME = 'saved-inquiry-choice'

const Choice = v.object({
  destinations: v.array(v.string()),
  otherDestination: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  /** In the wire format: `+47 41209877`. */
  phone: v.string(),
})

const Saved = v.object({ savedAt: v.number(), choice: Choice })

/** Destinations and contact details that an inquiry stores on this device for a later booking. */
export type SavedChoice = v.InferOutput<typeof Choice>

export function saveChoice(choice: SavedChoice, now: number): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ savedAt: now, choice }))
  } catch {
    // No storage: the booking form asks again.
  }
}

/** Returns the stored choice; deletes it after 30 days. */
export function loadSavedChoice(now: number): SavedChoice | undefined {
  try {
    const saved = v.safeParse(Saved, JSON.parse(localStorage.getItem(NAME) ?? 'null'))
    if (!saved.success) return undefined
    if (now - saved.output.savedAt <= KEEP_DAYS * DAY) return saved.output.choice
    localStorage.removeItem(NAME)
    return undefined
  } catch {
    return undefined
  }
}
