import type { OwnerDatabase } from './database.ts'
import { NO_LOG } from './log.ts'
import type { DeviceState } from './schema.ts'

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

/**
 * The number of the page that is packed next. None is given twice, though its page has gone: a tab that
 * heard nothing of that would take the one for the other, and miss clients.
 */
export async function nextPage(db: OwnerDatabase): Promise<number> {
  const [last, device] = await Promise.all([
    db.pages.orderBy('no').lastKey(),
    db.device.get('device'),
  ])
  return Math.max(typeof last === 'number' ? last + 1 : 1, device?.firstPage ?? 1)
}

/** Whether everything was fetched meanwhile: that may have taken away what no step has named. */
export function pulledAll(
  before: DeviceState | undefined,
  after: DeviceState | undefined,
): boolean {
  return before !== undefined && (before.round !== after?.round || before.pulling !== after.pulling)
}
