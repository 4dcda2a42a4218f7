import { bookChannel } from '../client/offline/crm/channel.ts'
import { ownersHere, withBook } from '../client/offline/crm/owners-here.ts'
import { Syncer } from '../client/offline/crm/syncer.ts'
import { httpTransport } from '../client/offline/crm/transport.ts'
import { systemClock } from './lib/clock.ts'
import { randomKey } from './lib/ids.ts'

const transport = httpTransport((address, init) => fetch(address, init))

/** Sends what the owner edited, with every page closed; the browser tries again where this rejects. */
export async function syncBooks(): Promise<void> {
  for (const userId of await ownersHere()) {
    const outcome = await syncBook(userId)
    if (outcome === 'failed') throw new Error('Something still waits to be sent')
  }
}

function syncBook(userId: string) {
  return withBook(userId, async (db) => {
    // Nobody edited anything: pages fetch what is new when they are opened.
    if ((await db.queue.count()) === 0) return 'done'
    const { locks } = navigator
    const syncer = new Syncer({
      db,
      userId,
      clock: systemClock,
      newId: randomKey,
      transport,
      locks,
    })
    const outcome = await syncer.run()
    // What is revoked is taken off the device by the next page, which says so.
    const channel = bookChannel(userId)
    channel.tell({ type: 'changed', ids: 'all' })
    channel.close()
    return outcome
  })
}
