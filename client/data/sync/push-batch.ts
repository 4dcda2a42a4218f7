import type { OwnerDatabase } from '#client/data/store/database.ts'
import { assignMids, type NumberedMutation, readDevice } from '#client/data/store/device.ts'
import type { DeviceState, PendingMutation } from '#client/data/store/schema.ts'
import { MAX_PUSH_BYTES } from '#shared/sync/protocol-constants.ts'

/** The mutations of one push, with the device state from the transaction that numbered them. */
export interface PushBatch extends Pick<DeviceState, 'deviceId' | 'deviceName' | 'epoch'> {
  mutations: NumberedMutation[]
}

/** Bytes allowed for the fields of a push other than its mutations. */
const REQUEST_OVERHEAD = 1024
/** Bytes allowed for the `mid` of each mutation. */
const MUTATION_OVERHEAD = 24

interface TakeParts {
  db: OwnerDatabase
  newId: () => string
  maxMutations: number
}

/**
 * Returns the next mutations to push, or undefined if none can be sent now. Their numbers are
 * stored before the push, in the device state alone (see `assignMids`), because the number and the
 * content of a sent mutation are immutable.
 */
export function takeBatch({ db, newId, maxMutations }: TakeParts): Promise<PushBatch | undefined> {
  return db.transaction('rw', db.queue, db.device, async () => {
    const due = await readNextMutations(db, maxMutations)
    if (due.length === 0) return undefined
    const stored = await readDevice(db, newId)
    // The epoch is unknown until the first pull. After a restore, only a full resync shows which
    // records the server lost; a push before it would create them with their edited fields alone.
    if (stored.epoch === '' || stored.isAfterRestore) return undefined
    const { mutations, device } = assignMids(due, stored)
    if (device.lastMid > stored.lastMid) await db.device.put(device)
    const { deviceId, deviceName, epoch } = device
    return { deviceId, deviceName, epoch, mutations }
  })
}

/** Mutations read at a time; with long notes, a few of them fill a request. */
const READ_SIZE = 100

/**
 * Returns the oldest mutations that fit into one request; the first is included even if it alone
 * is too large.
 */
async function readNextMutations(
  { queue }: OwnerDatabase,
  maxMutations: number,
): Promise<PendingMutation[]> {
  const due: PendingMutation[] = []
  let size = REQUEST_OVERHEAD
  while (due.length < maxMutations) {
    const limit = Math.min(READ_SIZE, maxMutations - due.length)
    const after = due.at(-1)?.n ?? 0
    const chunk = await queue.where('n').above(after).limit(limit).toArray()
    for (const item of chunk) {
      size += new TextEncoder().encode(JSON.stringify(item.intent)).length + MUTATION_OVERHEAD
      if (due.length > 0 && size > MAX_PUSH_BYTES) return due
      due.push(item)
    }
    if (chunk.length < limit) return due
  }
  return due
}
