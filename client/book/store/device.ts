import type { OwnerDatabase } from './database.ts'
import { NO_LOG } from './log.ts'
import type { DeviceState, Queued } from './schema.ts'

/** Where this device stands; what is new here begins as a device of its own. */
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

/** Whether everything was fetched meanwhile: that may have taken away what no step has named. */
export function pulledAll(
  before: DeviceState | undefined,
  after: DeviceState | undefined,
): boolean {
  return before !== undefined && (before.round !== after?.round || before.pulling !== after.pulling)
}

// Each intent gets its number just before it is first sent, and keeps it and its content ever after.
// Numbers lie together in the device's own record: to write each beside its intent takes longer than
// to send them all.

/** Whether it was sent, for all one knows. */
export function isNumbered({ n }: Queued, { given }: DeviceState): boolean {
  return given.some(([place]) => place === n)
}

export type Numbered = Queued & { n: number; mid: number }

/** These with their numbers, new ones where they have none, and the device that has given them. */
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

/** As if no number above `lastMid` had been given. */
export function givenUpTo(lastMid: number, device: DeviceState): DeviceState {
  return { ...device, lastMid, given: device.given.filter(([, mid]) => mid <= lastMid) }
}
