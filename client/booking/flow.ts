import type { Dispatch } from 'react'
import * as v from 'valibot'
import type { NewKey } from '#client/lib/data/ids.ts'
import type { Service, ServiceType } from '#shared/booking/catalogue.ts'
import { DEFAULT_COUNTRY } from '#shared/booking/phone.ts'
import { bookingStatuses } from '#shared/booking/status.ts'
import type { SiteConfig } from '#shared/site/api.ts'

/** Why a time cannot be had: the codes of the server's refusals. */
export const lostReasons = ['taken', 'notice', 'closed', 'past'] as const

/** A form as it goes over the wire. */
const WireFields = v.record(v.string(), v.string())

/** What became of a sent form; the page lives on it after a reload. */
const Receipt = v.object({
  /** Null where nothing was sent, for what filled the spam trap. */
  bookingId: v.nullable(v.string()),
  status: v.picklist(bookingStatuses),
  start: v.number(),
  end: v.number(),
  holdExpiresAt: v.nullable(v.string()),
  manageUrl: v.nullable(v.string()),
  fields: WireFields,
  /** The time is closed to others. */
  keepsTime: v.optional(v.boolean(), true),
  /** An earlier sending had arrived after all, so later changes are not in it. */
  earlier: v.boolean(),
})

/** The last sending: `open` while nobody knows whether it arrived. */
const Attempt = v.object({
  fields: WireFields,
  state: v.picklist(['open', 'accepted', 'refused']),
})

/** A request that waits in the outbox; without what only the server needs to know. */
const Saved = v.object({
  key: v.string(),
  /** UTC milliseconds. */
  savedAt: v.number(),
  start: v.number(),
  fields: WireFields,
})

const Draft = v.object({
  /** The submission key of the next sending. */
  key: v.string(),
  /** Null follows the browser's zone. */
  zone: v.nullable(v.string()),
  /** A date of that zone. */
  date: v.nullable(v.string()),
  /** The chosen start, UTC milliseconds. */
  start: v.nullable(v.number()),
  /** The schedule's, from which it was chosen. */
  version: v.optional(v.nullable(v.number()), null),
  /** A time that went to someone else. */
  lost: v.nullable(v.number()),
  /** `hold`: the time to pay ran out; `away`: it went while the request waited for a connection. */
  lostReason: v.nullable(v.picklist([...lostReasons, 'hold', 'away'])),
  destinations: v.array(v.string()),
  otherDestination: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  country: v.string(),
  phone: v.string(),
  message: v.string(),
  terms: v.boolean(),
  attempt: v.nullable(Attempt),
  receipt: v.nullable(Receipt),
  saved: v.optional(v.nullable(Saved), null),
})

export type WireFields = v.InferOutput<typeof WireFields>
export type Receipt = v.InferOutput<typeof Receipt>
export type Saved = v.InferOutput<typeof Saved>
export type Draft = v.InferOutput<typeof Draft>

export function emptyDraft(newKey: NewKey): Draft {
  return {
    key: newKey(),
    zone: null,
    date: null,
    start: null,
    version: null,
    lost: null,
    lostReason: null,
    destinations: [],
    otherDestination: '',
    firstName: '',
    lastName: '',
    email: '',
    country: DEFAULT_COUNTRY,
    phone: '',
    message: '',
    terms: false,
    attempt: null,
    receipt: null,
    saved: null,
  }
}

/** The receipt of a time that this browser holds unpaid at that moment. */
export function liveHold(receipt: Receipt | null, now: number): Receipt | undefined {
  const live =
    receipt?.status === 'awaiting_payment' &&
    receipt.holdExpiresAt !== null &&
    Date.parse(receipt.holdExpiresAt) > now
  return live ? receipt : undefined
}

const nameOf = (service: ServiceType) => `booking-draft:${service}`

/** What was typed on this device; undefined where nothing was, or storage is closed to us. */
export function loadDraft(service: ServiceType): Draft | undefined {
  try {
    const stored = localStorage.getItem(nameOf(service))
    const parsed = v.safeParse(Draft, JSON.parse(stored ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Private windows may refuse storage; the page then works until it is closed. */
export function saveDraft(service: ServiceType, draft: Draft): void {
  try {
    localStorage.setItem(nameOf(service), JSON.stringify(draft))
  } catch {
    // Nothing to tell: what is typed stays on the screen.
  }
}

export const stepNames = ['details', 'payment', 'confirmed', 'other-time', 'saved'] as const

/** The steps as the address names them; no name is the calendar. */
export type StepName = (typeof stepNames)[number] | 'calendar'

export const freeSteps = ['Date and time', 'Your details', 'Confirmed'] as const

export type SubmitProblem =
  /** No answer; `full` where it could not even be queued, for want of room. */
  | { kind: 'unsent'; full: boolean }
  /** No answer to a paid booking, which is never queued. */
  | { kind: 'no connection' }
  /** `waits`: it is kept on the device, and tried again by itself. */
  | { kind: 'failed'; message: string; waits: boolean }
  | { kind: 'fields'; fields: Record<string, string> }

/** What every step of a booking works on. */
export interface Flow {
  service: Service
  draft: Draft
  change: Dispatch<Partial<Draft>>
  /** The visitor's zone, chosen or detected. */
  zone: string
  /** What the browser believes. */
  online: boolean
  /** The server gave no answer when the page opened. */
  unreachable: boolean
  /** Undefined until known. */
  config: SiteConfig | undefined
  go(step: StepName, how?: 'replace'): void
  addressOf(step: StepName): string
}
