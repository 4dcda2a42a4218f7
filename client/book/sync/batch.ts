import type { PromiseExtended } from 'dexie'
import type { DeviceState, OwnerDatabase, Queued } from '#client/book/store/database.ts'
import { readDevice } from '#client/book/store/device.ts'
import { type Numbered, numbered } from '#client/book/store/numbers.ts'
import { LARGEST_PUSH } from '#shared/sync/wire.ts'

/** What is sent at once, as the device stood when it was put together. */
export interface Batch extends Pick<DeviceState, 'deviceId' | 'deviceName' | 'epoch'> {
  mutations: Numbered[]
}

/** For what else a push carries, and for the number of each; bytes. */
const ENVELOPE = 1024
const EACH = 24

interface TakeParts {
  db: OwnerDatabase
  newId: () => string
  most: number
}

/**
 * The next that are due, numbered for good before anything is sent: those after the batch `before`,
 * which is under way, or the first of all; undefined where there are none.
 */
export function takeBatch(
  { db, newId, most }: TakeParts,
  before?: Batch,
): Promise<Batch | undefined> {
  return db.transaction('rw', db.queue, db.device, async () => {
    if (before?.mutations.some(isPublish)) return undefined
    const last = before?.mutations.at(-1)?.n ?? 0
    // Long notes fill a request with few: no thousand of them is read for each.
    const limit = Math.min(most, 2 * (before?.mutations.length ?? most))
    const due = await nextQueued(db, last, limit)
    if (due.length === 0) return undefined
    const known = await readDevice(db, newId)
    // The server's name for its past comes with the first pull; and what a restored server lost is
    // known only after one: an edit would begin its record anew, without all that was not edited.
    if (known.epoch === '' || known.restored) return undefined
    const { mutations, device } = numbered(fitting(oneSchedule(due)), known)
    if (device.lastMid > known.lastMid) await db.device.put(device)
    const { deviceId, deviceName, epoch } = device
    return { deviceId, deviceName, epoch, mutations }
  })
}

/** So many at a turn: the disk reads the next while these are unpacked. */
const TURN = 100

/** What waits behind a place, in its order. */
async function nextQueued({ queue }: OwnerDatabase, last: number, limit: number) {
  const places = await queue.where('n').above(last).limit(limit).primaryKeys()
  const turns: PromiseExtended<Queued[]>[] = []
  for (let i = 0; i < places.length; i += TURN) {
    const turn = places.slice(i, i + TURN)
    turns.push(queue.where('n').between(turn.at(0), turn.at(-1), true, true).toArray())
  }
  return (await Promise.all(turns)).flat()
}

/** As many of the first as one request may hold, but one at the least. */
function fitting(items: Queued[]): Queued[] {
  const encoder = new TextEncoder()
  const texts = items.map(({ intent }) => JSON.stringify(intent))
  const bytes = (text: string) => encoder.encode(text).length
  if (ENVELOPE + bytes(texts.join('')) + items.length * EACH <= LARGEST_PUSH) return items
  let size = ENVELOPE
  const end = texts.findIndex((text, i) => {
    size += bytes(text) + EACH
    return i > 0 && size > LARGEST_PUSH
  })
  return end === -1 ? items : items.slice(0, end)
}

/** What a schedule was changed to next stands on what becomes of the one before it. */
function oneSchedule(items: Queued[]): Queued[] {
  const first = items.findIndex(isPublish)
  const second = items.findIndex((item, i) => i > first && isPublish(item))
  return first === -1 || second === -1 ? items : items.slice(0, second)
}

function isPublish({ intent }: Queued): boolean {
  return intent.op === 'publish'
}
