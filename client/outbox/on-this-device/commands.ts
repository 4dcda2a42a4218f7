import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { trackDrain } from '#client/outbox/drain-scheduler.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { drainPageOutbox, outbox } from '#client/outbox/page-outbox.ts'
import { readRawEntries } from '#client/outbox/store.ts'
import { requestBackgroundSync } from '#client/outbox/worker-protocol.ts'
import { type ChangedService, SITE_VERSION_FIELD } from '#shared/booking/booked-service.ts'

/** Retries one entry now; resolves to its state afterwards. */
export async function retryEntry(key: string): Promise<OutboxEntry | undefined> {
  await outbox.retry(key)
  await drainNow()
  return outbox.get(key)
}

/** Sends a booking anew, as its service is offered now; resolves to its state afterwards. */
export async function sendAsOffered(
  { key, fields, form, formValues, summary, slotStart, scheduleVersion }: OutboxEntry,
  { version, service }: ChangedService,
): Promise<OutboxEntry | undefined> {
  const about = { form, formValues, summary, slotStart, scheduleVersion }
  const sent = await outbox.supersede(key, {
    ...about,
    key: randomKey(),
    fields: { ...fields, [SITE_VERSION_FIELD]: String(version) },
    shownAmount: service.amount,
  })
  await drainNow()
  return outbox.get(sent.key)
}

/** Retries all queued entries now; resolves to those still in the queue. */
export async function retryAll(): Promise<OutboxEntry[]> {
  for (const { key, state } of await outbox.list()) if (state === 'queued') await outbox.retry(key)
  await drainNow()
  const entries = await outbox.list()
  return entries.filter(({ state }) => state === 'queued' || state === 'sending')
}

/**
 * Saves the entries of a database that cannot be opened by Dexie to a file; resolves to a sentence
 * for the person.
 */
export async function downloadRawEntries(): Promise<string> {
  try {
    const entries = await readRawEntries(indexedDB)
    if (entries.length === 0) return 'There is nothing to save.'
    downloadEntries(entries)
    return 'A copy is in your downloads.'
  } catch {
    return 'It could not be read. Please restart the browser and try again.'
  }
}

async function drainNow(): Promise<void> {
  const reply = await trackDrain(drainPageOutbox)
  if (reply.nextAttemptAt !== null) await requestBackgroundSync()
}

/** Downloads a JSON file of entries, so that the person can take them elsewhere. */
export function downloadEntries(entries: readonly unknown[]): void {
  const savedAt = new Date(systemClock()).toISOString()
  const text = JSON.stringify({ savedAt, entries }, null, 2)
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  const download = `on-this-device-${savedAt.slice(0, 10)}.json`
  Object.assign(link, { href: address, download }).click()
  // Some browsers start to read the address only after the click, so revoke it later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
