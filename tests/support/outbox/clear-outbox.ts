import 'fake-indexeddb/auto'
import { loadOutbox } from '#client/outbox/outbox-client.ts'

/** Removes all outbox entries between tests that share a store, so that none is replayed. */
export async function clearOutbox(): Promise<void> {
  const { outbox } = await loadOutbox()
  for (const { key } of await outbox.list()) await outbox.remove(key)
}
