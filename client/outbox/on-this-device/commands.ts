import { systemClock } from '#client/lib/clock.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { outbox, sendDue } from '#client/outbox/page-outbox.ts'
import { rescueEntries } from '#client/outbox/store.ts'
import { noteRound } from '#client/outbox/waiting.ts'
import { askForSync } from '#client/outbox/worker.ts'

/** One entry, now. */
export async function sendAgain(key: string): Promise<OutboxEntry | undefined> {
  await outbox.retry(key)
  await send()
  return outbox.get(key)
}

/** Everything that waits, now; resolves to what waits still. */
export async function sendAll(): Promise<OutboxEntry[]> {
  for (const { key, state } of await outbox.list()) if (state === 'queued') await outbox.retry(key)
  await send()
  const entries = await outbox.list()
  return entries.filter(({ state }) => state === 'queued' || state === 'sending')
}

/** What lies in a store that does not open, into a file; resolves to what is said about it. */
export async function rescueToFile(): Promise<string> {
  try {
    const entries = await rescueEntries(indexedDB)
    if (entries.length === 0) return 'There is nothing to save.'
    saveCopy(entries)
    return 'A copy is in your downloads.'
  } catch {
    return 'It could not be read. Please restart the browser and try again.'
  }
}

async function send(): Promise<void> {
  const reply = await noteRound(sendDue)
  if (reply.nextAt !== null) void askForSync()
}

/** Hands over a file of what a device keeps, so that it can be taken elsewhere. */
export function saveCopy(entries: readonly unknown[]): void {
  const savedAt = new Date(systemClock()).toISOString()
  const text = JSON.stringify({ savedAt, entries }, null, 2)
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  const download = `on-this-device-${savedAt.slice(0, 10)}.json`
  Object.assign(link, { href: address, download }).click()
  // Not at once: some browsers begin to read it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
