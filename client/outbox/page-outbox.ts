import { liveQuery } from 'dexie'
import { systemClock } from '#client/lib/clock.ts'
import { random, randomKey } from '#client/lib/data/ids.ts'
import { isQuotaExceeded } from '#client/lib/data/storage-errors.ts'
import { drainOutbox } from './drain.ts'
import { scheduleDrain, trackDrain } from './drain-scheduler.ts'
import {
  addSupersededKeys,
  canRetry,
  isSameContent,
  type OutboxEntry,
  type SubmissionAttempt,
  type SubmissionContent,
  type SubmitResult,
  toSubmissionOutcome,
} from './entry.ts'
import { BlockedUpgrade } from './other-tabs.ts'
import { sendDirectly } from './outbox-client.ts'
import { Outbox, OutboxDatabase } from './store.ts'
import { type DrainReply, requestBackgroundSync } from './worker-protocol.ts'

const db = new OutboxDatabase()

/** The outbox as a page uses it; no service worker is needed. */
export const outbox = new Outbox({ db, clock: systemClock, random: random })

export const blockedUpgrade = new BlockedUpgrade(db)

/**
 * Milliseconds that a form shows 'Submitting...' before it says that the submission is saved on
 * this device.
 */
const SUBMIT_TIMEOUT = 10_000

const postToServer = (address: string, init: RequestInit) => fetch(address, init)

/** Sends all due entries from this page. */
export async function drainPageOutbox(): Promise<DrainReply> {
  await drainOutbox({ outbox, fetch: postToServer, newId: randomKey, locks: navigator.locks })
  return { nextAttemptAt: (await outbox.getNextAttemptTime()) ?? null }
}

/**
 * Enqueues a submission, then tries to send it. Resolves to the outcome known after at most
 * `SUBMIT_TIMEOUT`.
 */
export async function submitViaOutbox(
  content: SubmissionContent,
  previous: SubmissionAttempt | undefined,
): Promise<SubmitResult> {
  let entry: OutboxEntry
  try {
    entry = await enqueueSubmission(outbox, { content, previous, newKey: randomKey })
  } catch (error) {
    return sendDirectly(content, previous, { isStorageFull: isQuotaExceeded(error) })
  }
  const attempt = { key: entry.key, fields: entry.fields ?? content.fields }
  if (entry.state !== 'sent') {
    scheduleDrain(entry.nextAttemptAt)
    // Without persistent storage the browser may delete the outbox when space runs out.
    void navigator.storage?.persist?.()
    // If the drain or the read fails, the entry is still queued, and the scheduled drain sends it.
    await Promise.race([trackDrain(drainPageOutbox), delay(SUBMIT_TIMEOUT)]).catch(() => undefined)
    entry = (await outbox.get(entry.key).catch(() => undefined)) ?? entry
  }
  const outcome = toSubmissionOutcome(entry)
  // Once the form says "saved", the tab may be closed.
  if (outcome.kind === 'queued') await requestBackgroundSync()
  return { outcome, attempt }
}

/**
 * Calls `listener` with the entry now and at each change, also from other tabs. Returns the unsubscribe
 * function.
 */
export function watchEntry(
  key: string,
  listener: (entry: OutboxEntry | undefined) => void,
): () => void {
  const watched = liveQuery(() => outbox.get(key)).subscribe(listener)
  return () => watched.unsubscribe()
}

/** Pause between two looks at an entry that is being sent, ms. */
const EDIT_RETRY_DELAY = 200

/**
 * Takes an entry out of the queue for editing. Waits while it is being sent: most attempts end within a
 * second. Undefined if it was sent or does not exist, or if `signal` ends the wait.
 */
export async function startEditing(
  key: string,
  signal: AbortSignal,
): Promise<OutboxEntry | undefined> {
  while (!signal.aborted) {
    const editing = await outbox.startEditing(key)
    if (editing) return editing
    const entry = await outbox.get(key)
    if (!entry || entry.state === 'sent') return undefined
    await delay(EDIT_RETRY_DELAY)
  }
  return undefined
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

interface EnqueueOptions {
  content: SubmissionContent
  /** The form's last attempt. */
  previous: SubmissionAttempt | undefined
  /** Creates an idempotency key. */
  newKey: () => string
}

/**
 * Enqueues what a form submits. Unchanged content returns its existing entry. Changed content
 * replaces the entry under a new key, and so does content that cannot be retried (`canRetry`). A
 * sent booking is never sent a second time.
 */
export async function enqueueSubmission(
  outbox: Outbox,
  { content, previous, newKey }: EnqueueOptions,
): Promise<OutboxEntry> {
  const fresh = () => outbox.enqueue({ ...content, key: newKey() })
  if (!previous) return fresh()
  const known = await outbox.get(previous.key)
  if (!known) {
    // The person removed this entry, but it may have reached the server before.
    const fields = addSupersededKeys(previous, content.form, content.fields)
    return outbox.enqueue({ ...content, fields, key: newKey() })
  }
  const same = isSameContent(previous.fields, content.fields)
  if (known.state === 'sent')
    return same || content.form === 'booking' ? flagEarlierVersion(known, same) : fresh()
  if (same && (canRetry(known) || known.state === 'sending')) {
    await outbox.retry(known.key)
    return known
  }
  return outbox.supersede(known.key, { ...content, key: newKey() })
}

/**
 * A changed booking does not become a second booking beside the one that arrived. `isEarlierVersion` in the
 * answer says that an earlier version was accepted.
 */
function flagEarlierVersion(known: OutboxEntry, same: boolean): OutboxEntry {
  if (same || !known.deliveryReceipt) return known
  const answer = { ...known.deliveryReceipt.answer, isEarlierVersion: true }
  return { ...known, deliveryReceipt: { ...known.deliveryReceipt, answer } }
}
