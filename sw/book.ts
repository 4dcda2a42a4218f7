import { type BookChannel, bookChannel } from '#client/book/store/channel.ts'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import { pulledAll } from '#client/book/store/device.ts'
import { ownersHere, withBook } from '#client/book/store/owners-here.ts'
import { Syncer, type SyncOutcome } from '#client/book/sync/syncer.ts'
import { httpTransport } from '#client/book/sync/transport.ts'
import { systemClock } from './lib/clock.ts'
import { randomKey } from './lib/ids.ts'

const transport = httpTransport((address, init) => fetch(address, init))

/** Sends what the owner edited, with every page closed; the browser tries again where this rejects. */
export async function syncBooks(): Promise<void> {
  const outcomes: (SyncOutcome | 'sealed')[] = []
  // One owner's book that cannot be opened holds up no other's.
  for (const userId of await ownersHere())
    outcomes.push(await syncBook(userId).catch((): SyncOutcome => 'failed'))
  if (outcomes.includes('failed')) throw new Error('Something still waits to be sent')
}

function syncBook(userId: string): Promise<SyncOutcome | 'sealed'> {
  return withBook(userId, async (db) => {
    // Nobody edited anything: pages fetch what is new when they are opened.
    if ((await db.queue.count()) === 0) return 'done'
    const channel = bookChannel(userId)
    const before = await db.device.get('device')
    try {
      // What is revoked is taken off the device by the next page, which says so.
      return await syncer({ db, userId, channel }).run()
    } finally {
      const after = await db.device.get('device').catch(() => undefined)
      channel.tell({ type: 'changed', ids: pulledAll(before, after) ? 'all' : [] })
      channel.close()
    }
  })
}

interface Exchange {
  db: OwnerDatabase
  userId: string
  channel: BookChannel
}

/** Pages hear of each step: the browser may stop the worker before the end. */
function syncer({ db, userId, channel }: Exchange): Syncer {
  return new Syncer({
    db,
    userId,
    clock: systemClock,
    newId: randomKey,
    transport,
    locks: navigator.locks,
    onStep: ({ ids, erased }) => channel.tell({ type: 'changed', ids: erased ? 'all' : ids }),
  })
}
