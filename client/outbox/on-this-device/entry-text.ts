import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { wordByMail } from '#client/lib/data/mail-wording.ts'
import { type EntryState, isHttpStatus, type OutboxEntry } from '#client/outbox/entry.ts'
import type { SiteConfig } from '#shared/site/api.ts'

/** What the texts of the list depend on, besides the entry: this device and the site. */
export interface ListContext {
  now: number
  /** Whether the browser can send after every tab is closed. */
  canSyncInBackground: boolean
  config: SiteConfig | undefined
}

/** State of an entry as the list shows it. */
export type EntryStatus = 'attention' | 'queued' | 'sending' | 'sent'

const statusLabels: Record<EntryStatus, string> = {
  attention: 'Needs attention',
  queued: 'Waiting',
  sending: 'Sending…',
  sent: 'Sent',
}

/** Sentence for each refusal that a new time alone resolves; everything else in the form stays. */
const lostSlotText: Partial<Record<string, string>> = {
  taken: 'That time was taken while you were away.',
  past: 'That time passed while you were away.',
  notice: 'That time is now too soon to book online.',
  closed: 'That time is no longer offered.',
}

/** Sort rank of each state: what needs attention comes first. */
const stateOrder: Record<EntryState, number> = { attention: 0, queued: 1, sending: 1, sent: 2 }

/** Sorts by state (attention, queued, sent), then newest first. */
export function sortEntries(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.toSorted(
    (a, b) => stateOrder[a.state] - stateOrder[b.state] || b.createdAt - a.createdAt,
  )
}

export function getEntryStatus({ state, lease }: OutboxEntry, now: number): EntryStatus {
  if (state === 'queued') return 'queued'
  // The lease has expired, so its sender was interrupted; another round will send the entry.
  if (state === 'sending') return lease && lease.until > now ? 'sending' : 'queued'
  return state
}

export function formatEntryStatus(status: EntryStatus): string {
  return statusLabels[status]
}

/** Whether the booking only needs another time. */
export function hasLostSlot({ form, state, problem }: OutboxEntry): boolean {
  return (
    form === 'booking' && state === 'attention' && lostSlotText[problem?.code ?? ''] !== undefined
  )
}

/** A sent message's content is not shown again, because other people may use this device. */
export function getVisibleDetail({ form, state, summary }: OutboxEntry): string {
  return state === 'sent' && form !== 'booking' ? '' : summary.detail
}

/** Says in a sentence or two what happened to an entry. */
export function describeEntry(entry: OutboxEntry, context: ListContext): string {
  switch (getEntryStatus(entry, context.now)) {
    case 'attention':
      return describeProblem(entry)
    case 'sending':
      return 'It is being sent right now.'
    case 'queued':
      return `${formatQueued(entry)}${context.canSyncInBackground ? '' : ' Open this page again when you are online.'}`
    case 'sent':
      return formatSent(entry, context)
  }
}

function describeProblem(entry: OutboxEntry): string {
  const { code = '', error = '' } = entry.problem ?? {}
  if (hasLostSlot(entry)) return `${lostSlotText[code]} Choose another; everything else is kept.`
  if (code === 'service_changed')
    return `This has changed since you wrote: ${error} Nothing is booked yet, and everything is kept.`
  return code === 'service_gone' ? `${error} What you wrote is kept on this device.` : error
}

function formatQueued({ form }: OutboxEntry): string {
  return form === 'booking'
    ? 'Request saved on this device. It is not confirmed yet.'
    : 'Saved on this device. It will be sent when you are back online.'
}

function formatSent(
  { createdAt, deliveryReceipt }: OutboxEntry,
  { now, config }: ListContext,
): string {
  const { answer = {}, at = createdAt } = deliveryReceipt ?? {}
  const confirmed = answer.status === 'confirmed' ? ' and confirmed' : ''
  const versionNote =
    answer.isEarlierVersion === true
      ? ' An earlier version had already arrived, so your later changes are not included.'
      : ''
  return `Written ${formatRelativeTime(createdAt, now)}, sent ${formatRelativeTime(at, now)}${confirmed}.${formatBookingRequest(answer, config)}${versionNote} Shown here for 30 days.`
}

/** Explains an accepted booking that is not confirmed. */
function formatBookingRequest(
  { status, blocksSlot }: Record<string, unknown>,
  config: SiteConfig | undefined,
): string {
  if (status !== 'requested') return ''
  const answer = wordByMail(config, {
    sent: 'I will answer by email.',
    notSent: 'The page of your booking will show my answer.',
  })
  return blocksSlot === false
    ? ` It is not confirmed yet, and the time is not held for you because you already have several bookings. ${answer}`
    : ` It is not confirmed yet. ${answer}`
}

/** Says when the entry was written, how the last attempt went and when the next one is. */
export function formatHistory(entry: OutboxEntry, now: number): string {
  if (entry.state === 'sent') return ''
  const written = `Written ${formatRelativeTime(entry.createdAt, now)}.`
  if (entry.state !== 'queued' || entry.attempts === 0) return written
  return `${written} ${formatLastAttempt(entry.lastError)} The next try is ${formatRelativeTime(entry.nextAttemptAt, now)}.`
}

function formatLastAttempt(lastError: string | null): string {
  if (isHttpStatus(lastError)) return `At the last try, the server answered with ${lastError}.`
  if (/^not ours|^another key/.test(lastError ?? ''))
    return 'The last try was answered by something else, perhaps the sign-in page of a Wi-Fi network.'
  return 'There was no connection at the last try.'
}
