import type { Transaction } from 'dexie'
import type { DeviceState } from './database.ts'
import { NO_LOG } from './log.ts'
import { runsOf } from './numbers.ts'

// Up to version 1000, the device's record had each number with its place, and nothing of the log. It is
// the one value that lies open where a passphrase is set: an upgrade runs before that is given.

export type Device1000 = Omit<DeviceState, 'given' | 'logged'> & { given: [number, number][] }

export async function fromVersion1000(tx: Transaction): Promise<void> {
  const devices = tx.table<DeviceState>('device')
  const device = (await devices.get('device')) as Device1000 | undefined
  if (device) await devices.put({ ...device, given: runsOf(device.given), logged: NO_LOG })
}
