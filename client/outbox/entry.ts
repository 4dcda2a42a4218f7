import { type FormName, REPLACES } from '#shared/submissions/form-post.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** How long a try may take before another replayer may have the entry. */
export const LEASE = MINUTE
/** A receipt stays this long on the device. */
export const RECEIPT_LIFE = 30 * DAY
/** Unsent after this, a person has to look. */
const LONGEST_WAIT = 14 * DAY
const FIRST_RETRY = 5_000
const LONGEST_RETRY = 15 * MINUTE
/** 401 and 403 may be a hotel's gate; three of them are an answer. */
const MAX_DENIALS = 3

/** What a person may simply send again: nobody has refused it. */
const SENDABLE_AGAIN = ['old', 'denied', 'editing']

/** A form by its wire names, as `POST /` carries it. */
export type WireFields = Record<string, string>

/** What of a submission is shown in lists, and stays in its receipt. */
interface EntrySummary {
  title: string
  detail: string
}

/** A submission as it is handed to the outbox. */
export interface Submission {
  /** A UUID, made with the draft. */
  key: string
  form: FormName
  /** As they will be sent; never changed under one key. */
  fields: WireFields
  /** As its form has it, where that is more than what is sent; for changing it later. */
  typed: Record<string, string> | null
  summary: EntrySummary
  /** Of a booking: its start, UTC milliseconds. */
  slotStart: number | null
  /** Of a booking: the schedule's version that the person chose from. */
  scheduleVersion: number | null
  /** Of a booking: the price shown, minor units. */
  amountShown: number | null
}

export type EntryState = 'queued' | 'sending' | 'sent' | 'attention'

/** Why a person has to look: the server's refusal, or ours. */
export interface EntryProblem {
  code: string
  error: string
  /** The server's; absent where the refusal is ours. */
  status?: number
  fields?: Record<string, string>
}

/** A submission on its way, UTC milliseconds throughout. */
export interface OutboxEntry extends Omit<Submission, 'fields'> {
  /** Erased once it was sent. */
  fields: WireFields | null
  createdAt: number
  /** From when it counts as waiting for too long. */
  waitsSince: number
  state: EntryState
  /** In a row, since there was last hope of a connection. */
  attempts: number
  denials: number
  nextAt: number
  /** Who is sending it, until when. */
  lease: { holder: string; until: number } | null
  /** Of the last try that did not succeed, for the curious. */
  lastError: string | null
  problem: EntryProblem | null
  receipt: { at: number; answer: Record<string, unknown> } | null
}

/** What one try came to. */
export type Outcome =
  | { kind: 'accepted'; answer: Record<string, unknown> }
  | { kind: 'refused'; problem: EntryProblem }
  | { kind: 'denied'; reason: string }
  /** `waitFor`: what the server asked for, milliseconds. */
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

/** Is it this entry's time? A clock that was set back delays nothing for longer than a wait may be. */
export function isDue(entry: OutboxEntry, now: number): boolean {
  if (entry.state === 'queued') return entry.nextAt <= now || entry.nextAt > now + LONGEST_RETRY
  if (entry.state !== 'sending' || !entry.lease) return false
  return entry.lease.until <= now || entry.lease.until > now + LEASE
}

/** The due entry taken for sending, or set before the person where sending makes no sense any more. */
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

/** The entry after a try; `chance` is a random number in [0, 1). */
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

/** Whether a last error is a status that the server gave: its pauses are not cut short. */
export function isAnswer(lastError: string | null): boolean {
  return /^\d{3}$/.test(lastError ?? '')
}

export function isSendable({ state, problem }: OutboxEntry): boolean {
  return (
    state === 'queued' || (state === 'attention' && SENDABLE_AGAIN.includes(problem?.code ?? ''))
  )
}

/** Due at once, by the person's wish; it has not waited for long any more. */
export function sentAgain(entry: OutboxEntry, now: number): OutboxEntry {
  return { ...entry, state: 'queued', problem: null, denials: 0, nextAt: now, waitsSince: now }
}

/** Due at once, and soon again. */
export function hurried(entry: OutboxEntry, now: number): OutboxEntry {
  return { ...entry, attempts: Math.min(entry.attempts, 1), nextAt: now }
}

/** Out of the queue while the person changes it, and listed as theirs to finish. */
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
  // Devices that lost one connection together do not come back together.
  const wait = longest * (0.5 + chance / 2)
  return { ...entry, state: 'queued', nextAt: now + Math.round(wait), lastError: reason }
}

function toAttention(entry: OutboxEntry, problem: EntryProblem): OutboxEntry {
  return { ...entry, state: 'attention', lease: null, problem, lastError: problem.code }
}

/** What a form hands over; its key comes with it or is made. */
export type Content = Omit<Submission, 'key'>

/** One sending: its key belongs to exactly this content. */
export interface Attempt {
  key: string
  fields: WireFields
}

/** `answered`: the status of an answer that was neither yes nor no; undefined where none came. */
export type Submitted =
  | { kind: 'sent'; answer: Record<string, unknown> }
  | { kind: 'refused'; problem: EntryProblem }
  /** Kept on the device, and tried again. */
  | { kind: 'waiting'; savedAt: number; answered: number | undefined }
  /** Neither sent nor kept: the form alone has it. */
  | { kind: 'unsaved'; full: boolean; answered: number | undefined }

export interface Handed {
  outcome: Submitted
  /** What the form's next sending must know of this one. */
  attempt: Attempt
}

/** What an entry has come to, as its form tells it. */
export function told(entry: OutboxEntry): Submitted {
  if (entry.state === 'sent') return { kind: 'sent', answer: entry.receipt?.answer ?? {} }
  if (entry.state === 'attention' && entry.problem)
    return { kind: 'refused', problem: entry.problem }
  return { kind: 'waiting', savedAt: entry.createdAt, answered: answered(entry.lastError) }
}

/** The status of an answer that was not a yes; undefined where none of ours came. */
export function answered(reason: string | null): number | undefined {
  return isAnswer(reason) ? Number(reason) : undefined
}

/** What a person would see as the same; what it takes the place of is not theirs to see. */
export function sameContent(a: WireFields, b: WireFields): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  names.delete(REPLACES)
  return [...names].every((name) => a[name] === b[name])
}

/**
 * A booking names every version that it takes the place of, for one of them may have arrived
 * unheard. A message does not: two messages do no harm, and what was changed must not be lost.
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
