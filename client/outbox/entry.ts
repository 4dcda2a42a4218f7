import { type FormName, REPLACES } from '#shared/submissions/form-post.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Milliseconds that a sender owns an entry; after that another sender may claim it. */
export const LEASE = MINUTE
/** Milliseconds that the receipt of a sent entry stays on the device. */
export const RECEIPT_LIFE = 30 * DAY
/** Milliseconds in the queue after which an entry needs the person's attention. */
const LONGEST_WAIT = 14 * DAY
const FIRST_RETRY = 5_000
const LONGEST_RETRY = 15 * MINUTE
/**
 * A 401 or 403 may come from the captive portal of a network, so only the third counts as the
 * server's answer.
 */
const MAX_DENIALS = 3

/**
 * Problem codes of entries that a person may send again unchanged: the server has not refused the
 * content.
 */
const SENDABLE_AGAIN = ['old', 'denied', 'editing']

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
  typed: Record<string, string> | null
  summary: EntrySummary
  /** Start of the booked slot, UTC milliseconds; null for other forms. */
  slotStart: number | null
  /** Version of the schedule that offered the slot; null for other forms. */
  scheduleVersion: number | null
  /** Price shown for the booking, in minor units; null for other forms. */
  amountShown: number | null
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
}

/** A submission in the outbox. All times are UTC milliseconds. */
export interface OutboxEntry extends Omit<Submission, 'fields'> {
  /** Null once the entry was sent. */
  fields: WireFields | null
  createdAt: number
  /** Start of the wait that `LONGEST_WAIT` limits; sending again by hand sets it anew. */
  waitsSince: number
  state: EntryState
  /** Attempts so far; `hurried` lowers the count to 1 when a connection may be back. */
  attempts: number
  denials: number
  nextAt: number
  /** The sender that owns this entry, and until when. */
  lease: { holder: string; until: number } | null
  /** Status or error name of the last failed attempt. */
  lastError: string | null
  problem: EntryProblem | null
  receipt: { at: number; answer: Record<string, unknown> } | null
}

/** Result of one attempt. `denied` is a 401 or 403; `again` means retry. */
export type Outcome =
  | { kind: 'accepted'; answer: Record<string, unknown> }
  | { kind: 'refused'; problem: EntryProblem }
  | { kind: 'denied'; reason: string }
  /** `waitFor`: the server's `Retry-After`, in milliseconds. */
  | { kind: 'again'; reason: string; network: boolean; waitFor?: number }

export function newEntry(submission: Submission, now: number): OutboxEntry {
  return {
    ...submission,
    createdAt: now,
    waitsSince: now,
    state: 'queued',
    attempts: 0,
    denials: 0,
    nextAt: now,
    lease: null,
    lastError: null,
    problem: null,
    receipt: null,
  }
}

/**
 * Whether an entry may be claimed now. A clock that was set back delays an entry by at most one
 * pause or lease.
 */
export function isDue(entry: OutboxEntry, now: number): boolean {
  if (entry.state === 'queued') return entry.nextAt <= now || entry.nextAt > now + LONGEST_RETRY
  if (entry.state !== 'sending' || !entry.lease) return false
  return entry.lease.until <= now || entry.lease.until > now + LEASE
}

/**
 * Returns the due entry with a lease for sending, or in `attention` if its slot has passed or it is
 * too old.
 */
export function claim(entry: OutboxEntry, holder: string, now: number): OutboxEntry {
  if (entry.slotStart !== null && entry.slotStart <= now)
    return toAttention(entry, {
      code: 'past',
      error: 'This time has passed. Please choose another.',
    })
  if (now - entry.waitsSince > LONGEST_WAIT)
    return toAttention(entry, {
      code: 'old',
      error: 'This could not be sent for 14 days. Please check it and send it again.',
    })
  return { ...entry, state: 'sending', lease: { holder, until: now + LEASE } }
}

/** Returns the entry after an attempt. `chance`: random number in [0, 1), for jitter. */
export function settle(
  entry: OutboxEntry,
  outcome: Outcome,
  at: { now: number; chance: number },
): OutboxEntry {
  const tried = { ...entry, attempts: entry.attempts + 1, lease: null }
  switch (outcome.kind) {
    case 'accepted':
      return {
        ...tried,
        state: 'sent',
        fields: null,
        typed: null,
        lastError: null,
        receipt: { at: at.now, answer: outcome.answer },
      }
    case 'refused':
      return toAttention(tried, outcome.problem)
    case 'denied':
      if (entry.denials + 1 >= MAX_DENIALS)
        return toAttention(tried, { code: 'denied', error: 'The server did not accept this.' })
      return { ...retried(tried, outcome.reason, at), denials: entry.denials + 1 }
    case 'again': {
      const next = retried(tried, outcome.reason, at)
      const asked = at.now + Math.min(outcome.waitFor ?? 0, LONGEST_RETRY)
      return { ...next, nextAt: Math.max(next.nextAt, asked) }
    }
  }
}

/**
 * Whether the last error is a status that the server answered with. `hurry` does not shorten the
 * pause after such an answer.
 */
export function isAnswer(lastError: string | null): boolean {
  return /^\d{3}$/.test(lastError ?? '')
}

/** Whether a person may send this entry now. */
export function isSendable({ state, problem }: OutboxEntry): boolean {
  return (
    state === 'queued' || (state === 'attention' && SENDABLE_AGAIN.includes(problem?.code ?? ''))
  )
}

/** Returns the entry due at once, with denials and its maximum wait starting over. */
export function sentAgain(entry: OutboxEntry, now: number): OutboxEntry {
  return { ...entry, state: 'queued', problem: null, denials: 0, nextAt: now, waitsSince: now }
}

/** Returns the entry due at once, and with short pauses again. */
export function hurried(entry: OutboxEntry, now: number): OutboxEntry {
  return { ...entry, attempts: Math.min(entry.attempts, 1), nextAt: now }
}

/**
 * Returns the entry outside the queue while the person edits it; it is listed as needing attention.
 */
export function heldForEditing(entry: OutboxEntry): OutboxEntry {
  return toAttention(entry, {
    code: 'editing',
    error: 'You started changing this. Send it when it is ready.',
  })
}

function retried(
  entry: OutboxEntry,
  reason: string,
  { now, chance }: { now: number; chance: number },
): OutboxEntry {
  const longest = Math.min(FIRST_RETRY * 2 ** (entry.attempts - 1), LONGEST_RETRY)
  // Jitter: devices that lost the same connection must not all retry at the same moment.
  const wait = longest * (0.5 + chance / 2)
  return { ...entry, state: 'queued', nextAt: now + Math.round(wait), lastError: reason }
}

function toAttention(entry: OutboxEntry, problem: EntryProblem): OutboxEntry {
  return { ...entry, state: 'attention', lease: null, problem, lastError: problem.code }
}

/** What a form submits; the idempotency key is added when it is enqueued. */
export type Content = Omit<Submission, 'key'>

/** One submission attempt of a form: its key belongs to exactly these fields. */
export interface Attempt {
  key: string
  fields: WireFields
}

/**
 * Outcome of a submission for its form. `answered`: status of an answer that is neither success nor
 * refusal; undefined without an answer.
 */
export type Submitted =
  | { kind: 'sent'; answer: Record<string, unknown> }
  | { kind: 'refused'; problem: EntryProblem }
  /** In the outbox, and retried automatically. */
  | { kind: 'waiting'; savedAt: number; answered: number | undefined }
  /**
   * Neither sent nor in the outbox: only the form has the content. `full`: the device's storage is
   * full.
   */
  | { kind: 'unsaved'; full: boolean; answered: number | undefined }

export interface Handed {
  outcome: Submitted
  /** The form passes this to its next submission. */
  attempt: Attempt
}

/** Returns an entry's state as the outcome that its form shows. */
export function told(entry: OutboxEntry): Submitted {
  if (entry.state === 'sent') return { kind: 'sent', answer: entry.receipt?.answer ?? {} }
  if (entry.state === 'attention' && entry.problem)
    return { kind: 'refused', problem: entry.problem }
  return { kind: 'waiting', savedAt: entry.createdAt, answered: answered(entry.lastError) }
}

/** Returns the status in an entry's last error; undefined if our server did not answer. */
export function answered(reason: string | null): number | undefined {
  return isAnswer(reason) ? Number(reason) : undefined
}

/** Whether two submissions have the same content, apart from the keys that they replace. */
export function sameContent(a: WireFields, b: WireFields): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  names.delete(REPLACES)
  return [...names].every((name) => a[name] === b[name])
}

/**
 * Adds the keys of earlier versions to a booking: one of them may have reached the server although
 * its answer was lost. Messages get none: a second message does no harm, and treating it as a
 * repeat would lose the change.
 */
export function inPlaceOf(
  before: Pick<OutboxEntry, 'key' | 'fields'>,
  form: FormName,
  fields: WireFields,
): WireFields {
  if (form !== 'booking') return fields
  const earlier = before.fields?.[REPLACES]
  return { ...fields, [REPLACES]: [...(earlier ? [earlier] : []), before.key].join(',') }
}
