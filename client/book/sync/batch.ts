import type { OwnerDatabase } from '#client/book/store/database.ts'
import { type Numbered, numbered, readDevice } from '#client/book/store/device.ts'
import type { DeviceState, Queued } from '#client/book/store/schema.ts'
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

/** The next that are due, numbered for good before anything is sent; undefined where there are none. */
export function takeBatch({ db, newId, most }: TakeParts): Promise<Batch | undefined> {
  return db.transaction('rw', db.queue, db.device, async () => {
    const due = await nextDue(db, most)
    if (due.length === 0) return undefined
    const known = await readDevice(db, newId)
    // The server's name for its past comes with the first pull; and what a restored server lost is
    // known only after one: an edit would begin its record anew, without all that was not edited.
    if (known.epoch === '' || known.restored) return undefined
    const { mutations, device } = numbered(due, known)
    if (device.lastMid > known.lastMid) await db.device.put(device)
    const { deviceId, deviceName, epoch } = device
    return { deviceId, deviceName, epoch, mutations }
  })
}

/** So many are read at once: long notes fill a request with few. */
const TURN = 100

/**
 * As many of the first as one request may hold, but one at the least. What a schedule was changed to next
 * stands on what becomes of the change before it, so the two are not sent together.
 */
async function nextDue({ queue }: OwnerDatabase, most: number): Promise<Queued[]> {
  const due: Queued[] = []
  let size = ENVELOPE
  while (due.length < most) {
    const limit = Math.min(TURN, most - due.length)
    const after = due.at(-1)?.n ?? 0
    const turn = await queue.where('n').above(after).limit(limit).toArray()
    for (const item of turn) {
      size += new TextEncoder().encode(JSON.stringify(item.intent)).length + EACH
      if (due.length > 0 && size > LARGEST_PUSH) return due
      if (isPublish(item) && due.some(isPublish)) return due
      due.push(item)
    }
    if (turn.length < limit) return due
  }
  return due
}

function isPublish({ intent }: Queued): boolean {
  return intent.op === 'publish'
}
