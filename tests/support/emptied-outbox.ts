import 'fake-indexeddb/auto'
import { openOutbox } from '#client/outbox/outbox.ts'

/** Removes all outbox entries between tests that share a store, so that none is replayed. */
export async function emptyOutbox(): Promise<void> {
  const { outbox } = await openOutbox()
  for (const { key } of await outbox.list()) await outbox.remove(key)
}
