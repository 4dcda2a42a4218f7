import * as v from 'valibot'
import { destinationChoices } from '../booking/catalogue.ts'

/** Where the browser keeps what an inquiry hands on to a booking, in local storage. */
export const PREFILL_KEY = 'inquiry-prefill'

const KEPT_DAYS = 30
const DAY = 86_400_000

const Prefill = v.object({
  /** UTC milliseconds. */
  savedAt: v.number(),
  destinations: v.array(v.picklist(destinationChoices)),
  otherDestination: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  /** The country of the dial code, ISO 3166. */
  country: v.string(),
  /** The number without the dial code, as typed. */
  phone: v.string(),
})

/** Destination and contact details: the only answers that outlive an inquiry on the device. */
export type Prefill = v.InferOutput<typeof Prefill>

export function prefillText(prefill: Prefill): string {
  return JSON.stringify(prefill)
}

/** What was kept, or undefined where nothing was, it is not readable, or its days are over. */
export function readPrefill(text: string | null, now: number): Prefill | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Prefill), text)
  if (!parsed.success) return undefined
  const age = now - parsed.output.savedAt
  return age >= 0 && age <= KEPT_DAYS * DAY ? parsed.output : undefined
}
