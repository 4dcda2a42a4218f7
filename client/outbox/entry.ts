import { type FormName, SUPERSEDES_FIELD } from '#shared/submissions/form-post.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Milliseconds that a sender owns an entry; after that another sender may claim it. */
export const LEASE_MS = MINUTE
/** Milliseconds that the receipt of a sent entry stays on the device. */
export const RECEIPT_TTL = 30 * DAY
/** Milliseconds in the queue after which an entry needs the person's attention. */
const MAX_QUEUE_TIME = 14 * DAY
const FIRST_RETRY_DELAY = 5_000
const MAX_RETRY_DELAY = 15 * MINUTE
/**
 * A 401 or 403 may come from the captive portal of a network, so only the third counts as the
 * server's answer.
 */
const MAX_DENIALS = 3

/**
 * Problem codes of entries that a person may send again unchanged: the server has not refused the
 * content.
 */
const RETRYABLE_CODES = ['old', 'denied', 'editing']

/** Form fields by their wire names, as `POST /` carries them. */
export type WireFields = Record<string, string>

/** Title and detail of a submission in lists; they stay in its receipt. */
interface EntrySummary {
  title: string
  detail: string
}

/** A submission to enqueue. */
export interface Submission {
  /** Idempotency key: a UUID, created with the draft. */
  key: string
  form: FormName
  /** Fields as sent. They never change under one key. */
  fields: WireFields
  /**
   * The form's own values for editing later, if the form holds more than it sends; otherwise null.
   */
  formValues: Record<string, string> | null
  summary: EntrySummary
  /** Start of the booked slot, UTC milliseconds; null for other forms. */
  slotStart: number | null
  /** Version of the schedule that offered the slot; null for other forms. */
  scheduleVersion: number | null
  /** Price shown for the booking, in minor units; null for other forms. */
  shownAmount: number | null
}

export type EntryState = 'queued' | 'sending' | 'sent' | 'attention'

/**
 * Why an entry needs the person's attention: the server's refusal, or a reason found on this
 * device.
 */
export interface EntryProblem {
  code: string
  error: string
  /** HTTP status of the server's refusal; absent if the reason was found on this device. */
  status?: number
  fields?: Record<string, string>
  /** What the server has instead, with the refusal of something outdated. */
  current?: unknown
}

/** A submission in the outbox. All times are UTC milliseconds. */
export interface OutboxEntry extends Omit<Submission, 'fields'> {
  /** Null once the entry was sent. */
  fields: WireFields | null
  createdAt: number
  /** Start of the time that `MAX_QUEUE_TIME` limits; a manual retry resets it. */
  queuedAt: number
  state: EntryState
  /** Attempts so far; `withoutBackoff` lowers the count to 1 when a connection may be back. */
  attempts: number
  denials: number
  nextAttemptAt: number
  /** The sender that owns this entry, and until when. */
  lease: { holder: string; until: number } | null
  /** Status or error name of the last failed attempt. */
  lastError: string | null
  problem: EntryProblem | null
  deliveryReceipt: { at: number; answer: Record<string, unknown> } | null
}

/** Result of one attempt. `denied` is a 401 or 403; `again` means retry. */
export type SendOutcome =
  | { kind: 'accepted'; answer: Record<string, unknown> }
  | { kind: 'refused'; problem: EntryProblem }
  | { kind: 'denied'; reason: string }
  /** `retryAfter`: the server's `Retry-After`, in milliseconds. */
  | { kind: 'again'; reason: string; isNetworkError: boolean; retryAfter?: number }

export function createEntry(submission: Submission, now: number): OutboxEntry {
  return {
    ...submission,
    createdAt: now,
    queuedAt: now,
    state: 'queued',
    attempts: 0,
    denials: 0,
    nextAttemptAt: now,
    lease: null,
    lastError: null,
    problem: null,
    deliveryReceipt: null,
  }
}

/**
 * Whether an entry may be claimed now. A clock that was set back delays an entry by at most one
 * pause or lease.
 */
export function isDue(entry: OutboxEntry, now: number): boolean {
  if (entry.state === 'queued')
    return entry.nextAttemptAt <= now || entry.nextAttemptAt > now + MAX_RETRY_DELAY
  if (entry.state !== 'sending' || !entry.lease) return false
  return entry.lease.until <= now || entry.lease.until > now + LEASE_MS
}

/**
 * Returns the due entry with a lease for sending, or in `attention` if its slot has passed or it is
 * too old.
 */
export function claimEntry(entry: OutboxEntry, holder: string, now: number): OutboxEntry {
  if (entry.slotStart !== null && entry.slotStart <= now)
    return markForAttention(entry, {
      code: 'past',
      error: 'This time has passed. Please choose another.',
    })
  if (now - entry.queuedAt > MAX_QUEUE_TIME)
    return markForAttention(entry, {
      code: 'old',
      error: 'This could not be sent for 14 days. Please check it and send it again.',
    })
  return { ...entry, state: 'sending', lease: { holder, until: now + LEASE_MS } }
}

/** Returns the entry after an attempt. `chance`: random number in [0, 1), for jitter. */
export function applyOutcome(
  entry: OutboxEntry,
  outcome: SendOutcome,
  at: { now: number; chance: number },
): OutboxEntry {
  const tried = { ...entry, attempts: entry.attempts + 1, lease: null }
  switch (outcome.kind) {
    case 'accepted':
      return {
        ...tried,
        state: 'sent',
        fields: null,
        formValues: null,
        lastError: null,
        deliveryReceipt: { at: at.now, answer: outcome.answer },
      }
    case 'refused':
      return markForAttention(tried, outcome.problem)
    case 'denied':
      if (entry.denials + 1 >= MAX_DENIALS)
        return markForAttention(tried, { code: 'denied', error: 'The server did not accept this.' })
      return { ...scheduleRetry(tried, outcome.reason, at), denials: entry.denials + 1 }
    case 'again': {
      const next = scheduleRetry(tried, outcome.reason, at)
      const retryAt = at.now + Math.min(outcome.retryAfter ?? 0, MAX_RETRY_DELAY)
      return { ...next, nextAttemptAt: Math.max(next.nextAttemptAt, retryAt) }
    }
  }
}

/**
 * Whether the last error is a status that the server answered with. `skipBackoff` does not shorten the
 * pause after such an answer.
 */
export function isHttpStatus(lastError: string | null): boolean {
  return /^\d{3}$/.test(lastError ?? '')
}

/** Whether a person may send this entry now. */
export function canRetry({ state, problem }: OutboxEntry): boolean {
  return (
    state === 'queued' || (state === 'attention' && RETRYABLE_CODES.includes(problem?.code ?? ''))
  )
}

/** Returns the entry due at once, with denials and its maximum wait starting over. */
export function resetForRetry(entry: OutboxEntry, now: number): OutboxEntry {
  return { ...entry, state: 'queued', problem: null, denials: 0, nextAttemptAt: now, queuedAt: now }
}

/** Returns the entry due at once, and with short pauses again. */
export function withoutBackoff(entry: OutboxEntry, now: number): OutboxEntry {
  return { ...entry, attempts: Math.min(entry.attempts, 1), nextAttemptAt: now }
}

/**
 * Returns the entry outside the queue while the person edits it; it is listed as needing attention.
 */
export function markAsEditing(entry: OutboxEntry): OutboxEntry {
  return markForAttention(entry, {
    code: 'editing',
    error: 'You started changing this. Send it when it is ready.',
  })
}

function scheduleRetry(
  entry: OutboxEntry,
  reason: string,
  { now, chance }: { now: number; chance: number },
): OutboxEntry {
  const longest = Math.min(FIRST_RETRY_DELAY * 2 ** (entry.attempts - 1), MAX_RETRY_DELAY)
  // Jitter: devices that lost the same connection must not all retry at the same moment.
  const wait = longest * (0.5 + chance / 2)
  return { ...entry, state: 'queued', nextAttemptAt: now + Math.round(wait), lastError: reason }
}

function markForAttention(entry: OutboxEntry, problem: EntryProblem): OutboxEntry {
  return { ...entry, state: 'attention', lease: null, problem, lastError: problem.code }
}

/** What a form submits; the idempotency key is added when it is enqueued. */
export type SubmissionContent = Omit<Submission, 'key'>

/** One submission attempt of a form: its key belongs to exactly these fields. */
export interface SubmissionAttempt {
  key: string
  fields: WireFields
}

/**
 * Outcome of a submission for its form. `answered`: status of an answer that is neither success nor
 * refusal; undefined without an answer.
 */
export type SubmissionOutcome =
  | { kind: 'sent'; answer: Record<string, unknown> }
  | { kind: 'refused'; problem: EntryProblem }
  /** In the outbox, and retried automatically. */
  | { kind: 'queued'; savedAt: number; answered: number | undefined }
  /**
   * Neither sent nor in the outbox: only the form has the content. `isStorageFull`: the device's storage is
   * full.
   */
  | { kind: 'unsaved'; isStorageFull: boolean; answered: number | undefined }

export interface SubmitResult {
  outcome: SubmissionOutcome
  /** The form passes this to its next submission. */
  attempt: SubmissionAttempt
}

/** Returns an entry's state as the outcome that its form shows. */
export function toSubmissionOutcome(entry: OutboxEntry): SubmissionOutcome {
  if (entry.state === 'sent') return { kind: 'sent', answer: entry.deliveryReceipt?.answer ?? {} }
  if (entry.state === 'attention' && entry.problem)
    return { kind: 'refused', problem: entry.problem }
  return { kind: 'queued', savedAt: entry.createdAt, answered: parseHttpStatus(entry.lastError) }
}

/** Returns the status in an entry's last error; undefined if our server did not answer. */
export function parseHttpStatus(reason: string | null): number | undefined {
  return isHttpStatus(reason) ? Number(reason) : undefined
}

/** Whether two submissions have the same content, apart from the keys that they replace. */
export function isSameContent(a: WireFields, b: WireFields): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  names.delete(SUPERSEDES_FIELD)
  return [...names].every((name) => a[name] === b[name])
}

/**
 * Adds the keys of earlier versions to a booking: one of them may have reached the server although
 * its answer was lost. Messages get none: a second message does no harm, and treating it as a
 * repeat would lose the change.
 */
export function addSupersededKeys(
  before: Pick<OutboxEntry, 'key' | 'fields'>,
  form: FormName,
  fields: WireFields,
): WireFields {
  if (form !== 'booking') return fields
  const earlier = before.fields?.[SUPERSEDES_FIELD]
  return { ...fields, [SUPERSEDES_FIELD]: [...(earlier ? [earlier] : []), before.key].join(',') }
}
