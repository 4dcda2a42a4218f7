import { momentWords } from '#client/lib/data/device-zone.ts'
import { type EntryState, isAnswer, type OutboxEntry } from '#client/outbox/entry.ts'

/** State of an entry as the list shows it. */
export type Standing = 'attention' | 'waiting' | 'sending' | 'sent'

const standingWords: Record<Standing, string> = {
  attention: 'Needs attention',
  waiting: 'Waiting',
  sending: 'Sending…',
  sent: 'Sent',
}

/** Sentence for each refusal that a new time alone resolves; everything else in the form stays. */
const lostTimes: Partial<Record<string, string>> = {
  taken: 'That time was taken while you were away.',
  past: 'That time passed while you were away.',
  notice: 'That time is now too soon to book online.',
  closed: 'That time is no longer offered.',
}

/** Sort rank of each state: what needs attention comes first. */
const places: Record<EntryState, number> = { attention: 0, queued: 1, sending: 1, sent: 2 }

/** Sorts by state (attention, queued, sent), then newest first. */
export function inOrder(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.toSorted((a, b) => places[a.state] - places[b.state] || b.createdAt - a.createdAt)
}

export function standingOf({ state, lease }: OutboxEntry, now: number): Standing {
  if (state === 'queued') return 'waiting'
  // The lease has expired, so its sender was interrupted; another round will send the entry.
  if (state === 'sending') return lease && lease.until > now ? 'sending' : 'waiting'
  return state
}

export function standingWord(standing: Standing): string {
  return standingWords[standing]
}

/** Whether the booking only needs another time. */
export function hasLostTime({ form, state, problem }: OutboxEntry): boolean {
  return form === 'booking' && state === 'attention' && lostTimes[problem?.code ?? ''] !== undefined
}

/** A sent message's content is not shown again, because other people may use this device. */
export function detailOf({ form, state, summary }: OutboxEntry): string {
  return state === 'sent' && form !== 'booking' ? '' : summary.detail
}

/** Says in a sentence or two what happened to an entry. */
export function fateOf(entry: OutboxEntry, now: number, syncs: boolean): string {
  switch (standingOf(entry, now)) {
    case 'attention':
      return hasLostTime(entry)
        ? `${lostTimes[entry.problem?.code ?? '']} Choose another; everything else is kept.`
        : (entry.problem?.error ?? '')
    case 'sending':
      return 'It is being sent right now.'
    case 'waiting':
      return `${waitingWords(entry)}${syncs ? '' : ' Open this page again when you are online.'}`
    case 'sent':
      return sentWords(entry, now)
  }
}

function waitingWords({ form }: OutboxEntry): string {
  return form === 'booking'
    ? 'Request saved on this device. It is not confirmed yet.'
    : 'Saved on this device. It will be sent when you are back online.'
}

function sentWords({ createdAt, receipt }: OutboxEntry, now: number): string {
  const { answer = {}, at = createdAt } = receipt ?? {}
  const confirmed = answer.status === 'confirmed' ? ' and confirmed' : ''
  const earlier =
    answer.earlier === true
      ? ' An earlier version had already arrived, so your later changes are not included.'
      : ''
  return `Written ${momentWords(createdAt, now)}, sent ${momentWords(at, now)}${confirmed}.${requestWords(answer)}${earlier} Shown here for 30 days.`
}

/** Explains an accepted booking that is not confirmed. */
function requestWords({ status, keepsTime }: Record<string, unknown>): string {
  if (status !== 'requested') return ''
  return keepsTime === false
    ? ' It is not confirmed yet, and the time is not held for you because you already have several bookings. We will answer by email.'
    : ' It is not confirmed yet. We will answer by email.'
}

/** Says when the entry was written, how the last attempt went and when the next one is. */
export function historyOf(entry: OutboxEntry, now: number): string {
  if (entry.state === 'sent') return ''
  const written = `Written ${momentWords(entry.createdAt, now)}.`
  if (entry.state !== 'queued' || entry.attempts === 0) return written
  return `${written} ${lastTry(entry.lastError)} The next try is ${momentWords(entry.nextAt, now)}.`
}

function lastTry(lastError: string | null): string {
  if (isAnswer(lastError)) return `At the last try, the server answered with ${lastError}.`
  if (/^not ours|^another key/.test(lastError ?? ''))
    return 'The last try was answered by something else, perhaps the sign-in page of a Wi-Fi network.'
  return 'There was no connection at the last try.'
}
