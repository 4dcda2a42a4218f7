import { type BookChannel, bookChannel } from '#client/book/store/channel.ts'
import { type OwnerDatabase, ownersHere, withBook } from '#client/book/store/database.ts'
import { pulledAll } from '#client/book/store/device.ts'
import { Syncer, type SyncOutcome } from '#client/book/sync/syncer.ts'
import { httpTransport } from '#client/book/sync/transport.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { replay } from '#client/outbox/send.ts'
import { Outbox, OutboxDatabase } from '#client/outbox/store.ts'
import { systemClock } from './lib/clock.ts'
import { random, randomKey } from './lib/ids.ts'

const outbox = new Outbox({ db: new OutboxDatabase(), clock: systemClock, random })

/**
 * Sends the outbox entries that are due; returns when the next one is due in UTC milliseconds, or
 * null. With `hurry`, entries that wait for a retry after a lost connection are due now.
 */
export async function replayOutbox({ hurry }: { hurry: boolean }): Promise<number | null> {
  if (hurry) await outbox.hurry()
  await replay({
    outbox,
    fetch: (address, init) => fetch(address, init),
    newId: randomKey,
    locks: navigator.locks,
    onSettled: announce,
  })
  return (await outbox.nextAt()) ?? null
}

/** For Background Sync: rejects while entries remain, so that the browser tries again. */
export async function replayAll(): Promise<void> {
  if ((await replayOutbox({ hurry: true })) !== null)
    throw new Error('Something still waits to be sent')
}

const transport = httpTransport((address, init) => fetch(address, init))

/** For Background Sync: syncs each owner's mutations; rejects to be retried after a failure. */
export async function syncBooks(): Promise<void> {
  const outcomes: (SyncOutcome | 'sealed')[] = []
  // A database that cannot be opened must not stop the sync of the next one.
  for (const userId of await ownersHere())
    outcomes.push(await syncBook(userId).catch((): SyncOutcome => 'failed'))
  if (outcomes.includes('failed')) throw new Error('Something still waits to be sent')
}

function syncBook(userId: string): Promise<SyncOutcome | 'sealed'> {
  return withBook(userId, async (db) => {
    // Without mutations there is nothing to push; pages pull when they are opened.
    if ((await db.queue.count()) === 0) return 'done'
    const channel = bookChannel(userId)
    const before = await db.device.get('device')
    try {
      // If the device is revoked, the next page wipes the data and tells the owner.
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

/** Tells pages of each step, because the browser may stop the worker before the sync ends. */
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

declare const self: ServiceWorkerGlobalScope

/** The page that lists the visitor's outbox entries. */
const PLACE = '/on-this-device'

/** Shows a notification of the outcome if notifications are allowed and no page is visible. */
async function announce(entry: OutboxEntry): Promise<void> {
  if (!('Notification' in self) || Notification.permission !== 'granted') return
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  await self.registration.showNotification(titleOf(entry), {
    body: bodyOf(entry),
    icon: '/icons/icon-192.png',
    tag: entry.key,
  })
}

function titleOf({ state, form, receipt }: OutboxEntry): string {
  if (state === 'attention') return 'This needs your attention'
  if (form !== 'booking') return 'Message sent'
  return receipt?.answer.status === 'confirmed' ? 'Booking Confirmed' : 'Request received'
}

/** Leaves out the text of a message, because others may see the notification. */
function bodyOf({ form, summary, problem }: OutboxEntry): string {
  if (problem) return `${summary.title}: ${problem.error}`
  return form === 'booking' ? `${summary.title}, ${summary.detail}` : summary.title
}

/** Focuses an open window of that page, or opens a new one. */
export async function openPlace(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => new URL(url).pathname === PLACE)
  if (there) await there.focus()
  else await self.clients.openWindow(PLACE)
}
