import type { OwnerDatabase } from '#client/book/store/database.ts'
import { type Numbered, numbered, readDevice } from '#client/book/store/device.ts'
import type { DeviceState, Queued } from '#client/book/store/schema.ts'
import { LARGEST_PUSH } from '#shared/sync/wire.ts'

/** The mutations of one push, with the device state from the transaction that numbered them. */
export interface Batch extends Pick<DeviceState, 'deviceId' | 'deviceName' | 'epoch'> {
  mutations: Numbered[]
}

/** Bytes allowed for the fields of a push other than its mutations. */
const ENVELOPE = 1024
/** Bytes allowed for the `mid` of each mutation. */
const EACH = 24

interface TakeParts {
  db: OwnerDatabase
  newId: () => string
  most: number
}

/**
 * Returns the next mutations to push, or undefined if none can be sent now. Their numbers are
 * stored before the push, because the number and the content of a sent mutation are immutable.
 */
export function takeBatch({ db, newId, most }: TakeParts): Promise<Batch | undefined> {
  return db.transaction('rw', db.queue, db.device, async () => {
    const due = await nextDue(db, most)
    if (due.length === 0) return undefined
    const known = await readDevice(db, newId)
    // The epoch is unknown until the first pull. After a restore, only a full resync shows which
    // records the server lost; a push before it would create them with their edited fields alone.
    if (known.epoch === '' || known.restored) return undefined
    const { mutations, device } = numbered(due, known)
    if (device.lastMid > known.lastMid) await db.device.put(device)
    const { deviceId, deviceName, epoch } = device
    return { deviceId, deviceName, epoch, mutations }
  })
}

/** Mutations read at a time; with long notes, a few of them fill a request. */
const TURN = 100

/**
 * Returns the oldest mutations that fit into one request, at least one. A batch holds at most one
 * publish: the next publish is rebased on the answer to the one before it (`settlePublish`).
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
