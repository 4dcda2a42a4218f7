import { openTabChannel, type TabChannel } from '#client/data/store/channel.ts'
import {
  listStoredOwners,
  type OwnerDatabase,
  withOwnerDatabase,
} from '#client/data/store/database.ts'
import { hasResynced } from '#client/data/store/device.ts'
import { SyncEngine, type SyncOutcome } from '#client/data/sync/sync-engine.ts'
import { httpTransport } from '#client/data/sync/transport.ts'
import { drainOutbox } from '#client/outbox/drain.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { Outbox, OutboxDatabase } from '#client/outbox/store.ts'
import { systemClock } from '#sw/lib/clock.ts'
import { random, randomKey } from '#sw/lib/ids.ts'

const outbox = new Outbox({ db: new OutboxDatabase(), clock: systemClock, random })

/**
 * Sends the outbox entries that are due; returns when the next one is due in UTC milliseconds, or
 * null. With `skipBackoff`, entries that wait for a retry after a lost connection are due now.
 */
export async function replayOutbox({
  skipBackoff,
}: {
  skipBackoff: boolean
}): Promise<number | null> {
  if (skipBackoff) await outbox.skipBackoff()
  await drainOutbox({
    outbox,
    fetch: (address, init) => fetch(address, init),
    newId: randomKey,
    locks: navigator.locks,
    onDequeued: notifyOutcome,
  })
  return (await outbox.getNextAttemptTime()) ?? null
}

/** For Background Sync: rejects while entries remain, so that the browser tries again. */
export async function replayOutboxOrThrow(): Promise<void> {
  if ((await replayOutbox({ skipBackoff: true })) !== null)
    throw new Error('The outbox still has queued entries. The browser should sync again.')
}

const transport = httpTransport((address, init) => fetch(address, init))

/** For Background Sync: syncs each owner's mutations; rejects to be retried after a failure. */
export async function syncOwners(): Promise<void> {
  const outcomes: (SyncOutcome | 'sealed')[] = []
  // A database that cannot be opened must not stop the sync of the next one.
  for (const userId of await listStoredOwners())
    outcomes.push(await syncOwner(userId).catch((): SyncOutcome => 'failed'))
  if (outcomes.includes('failed'))
    throw new Error('A sync of pending mutations failed. The browser should sync again.')
}

function syncOwner(userId: string): Promise<SyncOutcome | 'sealed'> {
  return withOwnerDatabase(userId, async (db) => {
    // Without mutations there is nothing to push; pages pull when they are opened.
    if ((await db.queue.count()) === 0) return 'done'
    const channel = openTabChannel(userId)
    const before = await db.device.get('device')
    try {
      // If the device is revoked, the next page wipes the data and tells the owner.
      return await createSyncEngine({ db, userId, channel }).run()
    } finally {
      const after = await db.device.get('device').catch(() => undefined)
      channel.post({ type: 'changed', ids: hasResynced(before, after) ? 'all' : [] })
      channel.close()
    }
  })
}

interface DataSyncParts {
  db: OwnerDatabase
  userId: string
  channel: TabChannel
}

/** Tells pages of each step, because the browser may stop the worker before the sync ends. */
function createSyncEngine({ db, userId, channel }: DataSyncParts): SyncEngine {
  return new SyncEngine({
    db,
    userId,
    clock: systemClock,
    newId: randomKey,
    transport,
    locks: navigator.locks,
    onStep: ({ ids, hasErased }) => channel.post({ type: 'changed', ids: hasErased ? 'all' : ids }),
  })
}

declare const self: ServiceWorkerGlobalScope

/** The page that lists the visitor's outbox entries. */
const OUTBOX_PAGE = '/on-this-device'

/** Shows a notification of the outcome if notifications are allowed and no page is visible. */
async function notifyOutcome(entry: OutboxEntry): Promise<void> {
  if (!('Notification' in self) || Notification.permission !== 'granted') return
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  await self.registration.showNotification(getTitle(entry), {
    body: getBody(entry),
    icon: '/icons/icon-192.png',
    tag: entry.key,
  })
}

function getTitle({ state, form, deliveryReceipt }: OutboxEntry): string {
  if (state === 'attention') return 'This needs your attention'
  if (form !== 'booking') return 'Message sent'
  return deliveryReceipt?.answer.status === 'confirmed' ? 'Booking Confirmed' : 'Request received'
}

/** Leaves out the text of a message, because others may see the notification. */
function getBody({ form, summary, problem }: OutboxEntry): string {
  if (problem) return `${summary.title}: ${problem.error}`
  return form === 'booking' ? `${summary.title}, ${summary.detail}` : summary.title
}

/** Focuses an open window of that page, or opens a new one. */
export async function openOutboxPage(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => new URL(url).pathname === OUTBOX_PAGE)
  if (there) await there.focus()
  else await self.clients.openWindow(OUTBOX_PAGE)
}
