import { liveQuery } from 'dexie'
import { systemClock } from '#client/lib/clock.ts'
import { chance, randomKey } from '#client/lib/data/ids.ts'
import {
  type Attempt,
  type Content,
  type Handed,
  inPlaceOf,
  isSendable,
  type OutboxEntry,
  sameContent,
  told,
} from './entry.ts'
import { Blocked } from './other-tabs.ts'
import { sendDirectly } from './outbox.ts'
import { replay } from './send.ts'
import { Outbox, OutboxDatabase } from './store.ts'
import { noteRound, noteWaiting } from './waiting.ts'
import { askForSync, type ReplayReply } from './worker.ts'

const db = new OutboxDatabase()

/** The outbox as a page uses it; no service worker is needed. */
export const outbox = new Outbox({ db, clock: systemClock, random: chance })

export const blocked = new Blocked(db)

/**
 * Milliseconds that a form shows 'Submitting...' before it says that the submission is saved on
 * this device.
 */
const PATIENCE = 10_000

const post = (address: string, init: RequestInit) => fetch(address, init)

/** Sends all due entries from this page. */
export async function sendDue(): Promise<ReplayReply> {
  await replay({ outbox, fetch: post, newId: randomKey, locks: navigator.locks })
  return { nextAt: (await outbox.nextAt()) ?? null }
}

/**
 * Enqueues a submission, then tries to send it. Resolves to the outcome known after at most
 * `PATIENCE`.
 */
export async function submit(content: Content, before: Attempt | undefined): Promise<Handed> {
  let entry: OutboxEntry
  try {
    entry = await placed(outbox, { content, before, newKey: randomKey })
  } catch (error) {
    return sendDirectly(content, before, isFull(error))
  }
  const attempt = { key: entry.key, fields: entry.fields ?? content.fields }
  if (entry.state !== 'sent') {
    noteWaiting(entry.nextAt)
    // Without persistent storage the browser may delete the outbox when space runs out.
    void navigator.storage?.persist?.()
    await Promise.race([noteRound(sendDue), pause(PATIENCE)]).catch(() => undefined)
    entry = (await outbox.get(entry.key)) ?? entry
  }
  const outcome = told(entry)
  if (outcome.kind === 'waiting') void askForSync()
  return { outcome, attempt }
}

/**
 * Calls `tell` with the entry now and at each change, also from other tabs. Returns the unsubscribe
 * function.
 */
export function watchEntry(
  key: string,
  tell: (entry: OutboxEntry | undefined) => void,
): () => void {
  const watched = liveQuery(() => outbox.get(key)).subscribe(tell)
  return () => watched.unsubscribe()
}

function isFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = innerOf(cause))
    if (cause.name === 'QuotaExceededError') return true
  return false
}

function innerOf(error: Error): unknown {
  return 'inner' in error ? error.inner : undefined
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

interface Placing {
  content: Content
  /** The form's last attempt. */
  before: Attempt | undefined
  newKey: () => string
}

/**
 * Enqueues what a form submits. Unchanged content returns its existing entry, changed content
 * replaces the entry under a new key, and a sent booking is never sent a second time.
 */
export async function placed(
  outbox: Outbox,
  { content, before, newKey }: Placing,
): Promise<OutboxEntry> {
  const fresh = () => outbox.queue({ ...content, key: newKey() })
  if (!before) return fresh()
  const known = await outbox.get(before.key)
  if (!known) {
    // The person removed this entry, but it may have reached the server before.
    const fields = inPlaceOf(before, content.form, content.fields)
    return outbox.queue({ ...content, fields, key: newKey() })
  }
  const same = sameContent(before.fields, content.fields)
  if (known.state === 'sent')
    return same || content.form === 'booking' ? asSent(known, same) : fresh()
  if (same && (isSendable(known) || known.state === 'sending')) {
    await outbox.retry(known.key)
    return known
  }
  return outbox.replace(known.key, { ...content, key: newKey() })
}

/**
 * A changed booking does not become a second booking beside the one that arrived. `earlier` in the
 * answer says that an earlier version was accepted.
 */
function asSent(known: OutboxEntry, same: boolean): OutboxEntry {
  if (same || !known.receipt) return known
  const answer = { ...known.receipt.answer, earlier: true }
  return { ...known, receipt: { ...known.receipt, answer } }
}
