import type { FormName } from '#shared/submissions/form-post.ts'

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
  /** By wire names, as they will be sent; never changed under one key. */
  fields: Record<string, string>
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
  fields: Record<string, string> | null
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
      error: 'This could not be sent for 14 days. Please look at it and send it again.',
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
        return toAttention(tried, { code: 'denied', error: 'The server did not take this.' })
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
    error: 'You began to change this. Send it when it is ready.',
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
