import { systemClock } from '#client/lib/clock.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { openOutbox } from '#client/outbox/outbox.ts'
import { askForSync } from '#client/outbox/send/background-sync.ts'
import { noteRound } from '#client/outbox/send/waiting.ts'
import { outbox } from '#client/outbox/store/page-store.ts'
import { rescueHere } from '#client/outbox/store/rescue.ts'
import { saveCopy } from './copy.ts'

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
  return (await outbox.list()).filter(isWaiting)
}

/** False while it is just being sent. */
export function removeEntry(key: string): Promise<boolean> {
  return outbox.remove(key)
}

/** What lies in a store that does not open, into a file; resolves to what is said about it. */
export async function rescueToFile(): Promise<string> {
  try {
    const entries = await rescueHere()
    if (entries.length === 0) return 'There is nothing in it to save.'
    saveCopy(entries, systemClock())
    return 'A copy was saved among your downloads.'
  } catch {
    return 'It could not be read either. Please restart the browser and try again.'
  }
}

function isWaiting({ state }: OutboxEntry): boolean {
  return state === 'queued' || state === 'sending'
}

async function send(): Promise<void> {
  const { sendDue } = await openOutbox()
  const reply = await noteRound(sendDue)
  if (reply.nextAt !== null) void askForSync()
}
