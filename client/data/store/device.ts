import type { Clock } from '#client/lib/clock.ts'
import { EMPTY_LOG } from './acked-log.ts'
import type { OwnerDatabase } from './database.ts'
import type { DeviceState, PendingMutation } from './schema.ts'

/** Reads the device's sync state; creates it, with a new device id, if there is none. */
export async function readDevice(db: OwnerDatabase, newId: () => string): Promise<DeviceState> {
  const known = await db.device.get('device')
  if (known) return known
  const device: DeviceState = {
    name: 'device',
    deviceId: newId(),
    deviceName: '',
    epoch: '',
    cursor: 0,
    horizon: 0,
    lastMid: 0,
    assignedMids: [],
    ackedLog: EMPTY_LOG,
    resyncNo: 1,
    firstPage: 1,
    pullMode: 'all',
    isAfterRestore: false,
    missingKeys: [],
    cleanedUpAt: 0,
    unlistedDocuments: [],
    syncedAt: undefined,
    clockSkew: 0,
  }
  await db.device.put(device)
  return device
}

/** The time by the server's clock, as far as the last sync tells, UTC milliseconds. */
export async function readServerTime({ device }: OwnerDatabase, clock: Clock): Promise<number> {
  return clock() + ((await device.get('device'))?.clockSkew ?? 0)
}

/**
 * Whether a full resync began or ended in between: it may have removed records that no step named.
 */
export function hasResynced(
  before: DeviceState | undefined,
  after: DeviceState | undefined,
): boolean {
  return (
    before !== undefined &&
    (before.resyncNo !== after?.resyncNo || before.pullMode !== after.pullMode)
  )
}

// A mutation gets its number just before it is first sent; number and content are immutable from
// then on. All numbers are in the device's record: writing each one into its queue entry takes
// longer than sending the mutations.

/** Whether the mutation has a number, and so may have been sent. */
export function isNumbered({ n }: PendingMutation, { assignedMids }: DeviceState): boolean {
  return assignedMids.some(([place]) => place === n)
}

export type NumberedMutation = PendingMutation & { n: number; mid: number }

/** Numbers the mutations that have no number yet; returns all of them and the new device state. */
export function assignMids(
  items: PendingMutation[],
  device: DeviceState,
): { mutations: NumberedMutation[]; device: DeviceState } {
  const given = new Map(device.assignedMids)
  let { lastMid } = device
  const mutations = items.map((item): NumberedMutation => {
    if (item.n === undefined)
      throw new Error(
        'A queued mutation has no position in the queue (n), so it cannot be numbered',
      )
    const mid = given.get(item.n) ?? ++lastMid
    given.set(item.n, mid)
    return { ...item, n: item.n, mid }
  })
  return { mutations, device: { ...device, lastMid, assignedMids: [...given] } }
}

/** Returns the device state with all numbers above `lastMid` freed. */
export function rollBackMids(lastMid: number, device: DeviceState): DeviceState {
  return {
    ...device,
    lastMid,
    assignedMids: device.assignedMids.filter(([, mid]) => mid <= lastMid),
  }
}
