import type { Dispatch } from 'react'
import * as v from 'valibot'
import type { KeyGenerator } from '#client/lib/data/ids.ts'
import { BookedPrice } from '#shared/booking/api.ts'
import { ChangedService } from '#shared/booking/booked-service.ts'
import { bookingStatuses } from '#shared/booking/status.ts'
import type { Service } from '#shared/content/service.ts'
import { siteContent } from '#shared/content/site-content.ts'
import { DEFAULT_COUNTRY } from '#shared/lib/phone/dial-codes.ts'
import type { BuyerPost } from '#shared/payment/purchase.ts'
import type { SiteConfig } from '#shared/site/api.ts'

/** Why a time cannot be booked: refusal codes of the server. */
export const lostReasons = ['taken', 'notice', 'closed', 'past'] as const

/** A form's fields by their names in `POST /`. */
const WireFields = v.record(v.string(), v.string())

/** The server's answer to a booking, stored so that the page can show it after a reload. */
const SubmittedBooking = v.object({
  /** Null if the spam trap was filled: nothing was sent then. */
  bookingId: v.nullable(v.string()),
  status: v.picklist(bookingStatuses),
  start: v.number(),
  end: v.number(),
  holdExpiresAt: v.nullable(v.string()),
  manageUrl: v.nullable(v.string()),
  fields: WireFields,
  /** Whether the booking blocks its time for others. */
  blocksSlot: v.optional(v.boolean(), true),
  serviceTitle: v.string(),
  price: BookedPrice,
  /** An earlier attempt had arrived after all, so this booking lacks the later changes. */
  isEarlierVersion: v.boolean(),
})

export const buyerNames = [
  ...(['buyer_kind', 'buyer_country', 'buyer_company', 'buyer_number'] as const),
  ...(['buyer_street', 'buyer_postal_code', 'buyer_city', 'early_start'] as const),
] satisfies (keyof BuyerPost)[]

/**
 * The texts of the form, by their names in `POST /`, except that the phone number is without its
 * `country` (ISO 3166).
 */
const Typed = v.object(
  v.entriesFromList(
    [
      ...(['destinations', 'other_destination', 'first_name', 'last_name', 'email'] as const),
      ...(['country', 'phone', 'message'] as const),
      ...buyerNames,
    ],
    v.string(),
  ),
)

/** The last attempt to send: `open` while it is unknown whether the server has it. */
const DraftAttempt = v.object({
  fields: WireFields,
  state: v.picklist(['open', 'accepted', 'refused']),
})

/** A booking queued in the outbox; without phone and message, which this page does not show. */
const SavedBooking = v.object({
  key: v.string(),
  /** UTC milliseconds. */
  savedAt: v.number(),
  start: v.number(),
  fields: WireFields,
})

export const Draft = v.object({
  /** The idempotency key of the next attempt. */
  key: v.string(),
  /** Time zone chosen by the visitor; null means the browser's. */
  zone: v.nullable(v.string()),
  /** The chosen date in that zone. */
  date: v.nullable(v.string()),
  /** The chosen start, UTC milliseconds. */
  start: v.nullable(v.number()),
  /** The owner's calendar says nothing certain about `start`, so the booking would be a request. */
  isRequest: v.optional(v.boolean(), false),
  /** Version of the schedule from which `start` was chosen. */
  scheduleVersion: v.optional(v.nullable(v.number()), null),
  /** The owner's zone, which decides on which day a right of withdrawal ends. */
  ownerZone: v.optional(v.nullable(v.string()), null),
  /** Start of a time that is no longer available, UTC milliseconds. */
  lostStart: v.nullable(v.number()),
  /** `hold`: the hold expired unpaid; `away`: it was taken while the request was in the outbox. */
  lostReason: v.nullable(v.picklist([...lostReasons, 'hold', 'away'])),
  typed: Typed,
  terms: v.boolean(),
  attempt: v.nullable(DraftAttempt),
  submittedBooking: v.nullable(SubmittedBooking),
  savedBooking: v.optional(v.nullable(SavedBooking), null),
  /** The service as it is now, if the server has refused the one that this page was loaded with. */
  changedService: v.optional(v.nullable(ChangedService), null),
})

export type WireFields = v.InferOutput<typeof WireFields>
export type SubmittedBooking = v.InferOutput<typeof SubmittedBooking>
export type SavedBooking = v.InferOutput<typeof SavedBooking>
export type Typed = v.InferOutput<typeof Typed>
export type Draft = v.InferOutput<typeof Draft>

export const typedNames = Object.keys(Typed.entries) as (keyof Typed)[]

export function pickTyped(fields: WireFields, names: readonly (keyof Typed)[]): Partial<Typed> {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? '']))
}

export function splitDestinations(joined: string | undefined): string[] {
  return joined?.split(',').filter(Boolean) ?? []
}

export const nothingTyped = { ...pickTyped({}, typedNames), country: DEFAULT_COUNTRY } as Typed

export function createEmptyDraft(newKey: KeyGenerator): Draft {
  return {
    key: newKey(),
    zone: null,
    date: null,
    start: null,
    isRequest: false,
    scheduleVersion: null,
    ownerZone: null,
    lostStart: null,
    lostReason: null,
    typed: nothingTyped,
    terms: false,
    attempt: null,
    submittedBooking: null,
    savedBooking: null,
    changedService: null,
  }
}

/** The receipt, if it is of an unpaid hold that has not expired at `now`. */
export function getActiveHold(
  receipt: SubmittedBooking | null,
  now: number,
): SubmittedBooking | undefined {
  const live =
    receipt?.status === 'awaiting_payment' &&
    receipt.holdExpiresAt !== null &&
    Date.parse(receipt.holdExpiresAt) > now
  return live ? receipt : undefined
}

/** The service as this page shows it, or as the server has said since that it is. */
export function getCurrentService(
  service: Service,
  { changedService }: Pick<Draft, 'changedService'>,
): Pick<Flow, 'service' | 'version'> {
  const { version } = siteContent()
  return changedService && changedService.version > version
    ? { service: { ...service, ...changedService.service }, version: changedService.version }
    : { service, version }
}

export const stepNames = ['details', 'payment', 'confirmed', 'other-time', 'saved'] as const

/** Value of the `step` query parameter; without the parameter the step is `calendar`. */
export type StepName = (typeof stepNames)[number] | 'calendar'

export const freeSteps = ['Date and time', 'Your details', 'Confirmed'] as const

export type SubmitProblem =
  /** No answer, and not queued either; `isStorageFull`: because the storage is full. */
  | { kind: 'unsent'; isStorageFull: boolean }
  /** No answer to a paid booking, which is never queued. */
  | { kind: 'no connection' }
  /** `isQueued`: the request is in the outbox, which retries it. */
  | { kind: 'failed'; message: string; isQueued: boolean }
  | { kind: 'fields'; fields: Record<string, string> }
  /** The draft's `changedService` says how. */
  | { kind: 'changed' }

/** State and actions that all steps of a booking share. */
export interface Flow {
  service: Service
  /** The version of the site's content in which the visitor sees the service. */
  version: number
  /** Title of the journey that the visitor came from. */
  topic: string | undefined
  draft: Draft
  /** A function receives the draft as it is then, which may be later than `draft`. */
  change: Dispatch<Partial<Draft> | ((now: Draft) => Partial<Draft>)>
  /** The visitor's time zone, chosen or detected. */
  zone: string
  /** `navigator.onLine`; true does not prove a connection. */
  online: boolean
  /** The server did not answer when the page opened. */
  isUnreachable: boolean
  /** Undefined until loaded. */
  config: SiteConfig | undefined
  goToStep(step: StepName, how?: 'replace'): void
  getStepPath(step: StepName): string
}
