import type { Database } from '#server/db/database.ts'
import type { SyncParts } from '#server/sync/ports.ts'
import { push } from '#server/sync/push.ts'
import { epochOf } from '#server/sync/store.ts'
import type { DemoClient } from './clients.ts'

/** The device that nobody has. */
const DEVICE = { deviceId: 'demonstration', deviceName: 'Demonstration' }

/** Writes clients as a device of the owner would have sent them, each in its time. */
export async function fillBook(
  db: Database,
  sync: SyncParts,
  clients: readonly DemoClient[],
): Promise<void> {
  const epoch = epochOf(db.read)
  for (const [index, { at, id, set }] of clients.entries()) {
    const about = { coll: 'client', id, baseEpoch: epoch, baseRev: 0 } as const
    const sentAt = new Date(at).toISOString()
    const intent = { op: 'patch', ...about, base: {}, set, at: sentAt } as const
    const mutations = [{ mid: index + 1, intent }]
    const batch = { ...DEVICE, epoch, lastMid: index, now: at, sentAt, mutations }
    await db.write((tx) => push(tx, sync, batch))
  }
}
