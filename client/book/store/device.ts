import type { OwnerDatabase } from './database.ts'
import { NO_LOG } from './log.ts'
import type { DeviceState, Queued } from './schema.ts'

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
    given: [],
    logged: NO_LOG,
    round: 1,
    firstPage: 1,
    pulling: 'all',
    restored: false,
    missing: [],
    syncedAt: undefined,
  }
  await db.device.put(device)
  return device
}

/**
 * Whether a full resync began or ended in between: it may have removed records that no step named.
 */
export function pulledAll(
  before: DeviceState | undefined,
  after: DeviceState | undefined,
): boolean {
  return before !== undefined && (before.round !== after?.round || before.pulling !== after.pulling)
}

// A mutation gets its number just before it is first sent; number and content are immutable from
// then on. All numbers are in the device's record: writing each one into its queue entry takes
// longer than sending the mutations.

/** Whether the mutation has a number, and so may have been sent. */
export function isNumbered({ n }: Queued, { given }: DeviceState): boolean {
  return given.some(([place]) => place === n)
}

export type Numbered = Queued & { n: number; mid: number }

/** Numbers the mutations that have no number yet; returns all of them and the new device state. */
export function numbered(
  items: Queued[],
  device: DeviceState,
): { mutations: Numbered[]; device: DeviceState } {
  const given = new Map(device.given)
  let { lastMid } = device
  const mutations = items.map((item): Numbered => {
    if (item.n === undefined) throw new Error('What waits has its place')
    const mid = given.get(item.n) ?? ++lastMid
    given.set(item.n, mid)
    return { ...item, n: item.n, mid }
  })
  return { mutations, device: { ...device, lastMid, given: [...given] } }
}

/** Returns the device state with all numbers above `lastMid` freed. */
export function givenUpTo(lastMid: number, device: DeviceState): DeviceState {
  return { ...device, lastMid, given: device.given.filter(([, mid]) => mid <= lastMid) }
}
