import 'fake-indexeddb/auto'
import { openOutbox } from '#client/outbox/outbox.ts'

/** Between tests that share a browser: nothing waits any more, and nothing is sent by itself. */
export async function emptyOutbox(): Promise<void> {
  const { outbox } = await openOutbox()
  for (const { key } of await outbox.list()) await outbox.remove(key)
}
