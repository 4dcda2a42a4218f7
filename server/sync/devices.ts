import type { Tx } from '#server/db/database.ts'
import type { DeviceTable } from '#server/db/tables-sync.ts'
import { numberRepeatedNames } from '#shared/lib/format-number.ts'
import type { Device } from '#shared/sync/devices.ts'
import {
  findActiveDevices,
  findDevice,
  findDevicesByAge,
  insertDevice,
  updateDevice,
} from './store.ts'

/** The device that sent a request, with its account and session. */
export interface CallingDevice {
  id: string
  name: string
  userId: string
  sessionId: string
  /** Seq of the last change that the device has; undefined if the request does not say. */
  cursor?: number
}

/** Shortest time between two updates of `last_seen`, ms. */
const LAST_SEEN_INTERVAL = 60_000

/** `foreign`: the device id belongs to another account. */
export type DeviceStatus = 'ok' | 'revoked' | 'foreign'

export function checkDevice(
  device: DeviceTable | undefined,
  { userId }: CallingDevice,
): DeviceStatus {
  if (device && device.user_id !== userId) return 'foreign'
  return device?.revoked_at ? 'revoked' : 'ok'
}

/** Whether the device's row is missing or outdated. */
export function needsDeviceUpdate(
  device: DeviceTable | undefined,
  calling: CallingDevice,
  now: number,
): boolean {
  return (
    !device ||
    device.name !== calling.name ||
    device.session_id !== calling.sessionId ||
    (calling.cursor !== undefined && device.cursor !== calling.cursor) ||
    now - device.last_seen >= LAST_SEEN_INTERVAL
  )
}

/** Inserts or updates the device's row and returns it. */
export async function upsertDevice(
  tx: Tx,
  calling: CallingDevice,
  now: number,
): Promise<DeviceTable> {
  const { id, name, userId, sessionId, cursor } = calling
  const known = await findDevice(tx, id)
  if (!known) {
    const device = {
      id,
      user_id: userId,
      name,
      last_mid: 0,
      cursor: cursor ?? 0,
      session_id: sessionId,
      first_seen: now,
      last_seen: now,
      revoked_at: null,
    }
    await insertDevice(tx, device)
    return device
  }
  const change = {
    name,
    session_id: sessionId,
    last_seen: now,
    ...(cursor !== undefined && { cursor }),
  }
  await updateDevice(tx, id, change)
  return { ...known, ...change }
}

/**
 * Names of an account's devices, by id. Browsers of one kind send the same name, so later devices
 * get a number. Revoked devices are counted too; otherwise the numbers of the others would change.
 */
export async function readDeviceNames(tx: Tx, userId: string): Promise<Map<string, string>> {
  const devices = await findDevicesByAge(tx, userId)
  const names = numberRepeatedNames(devices.map(({ name }) => name))
  return new Map(devices.map(({ id }, at) => [id, names[at] ?? '']))
}

export async function readDeviceName(tx: Tx, { id, user_id, name }: DeviceTable): Promise<string> {
  return (await readDeviceNames(tx, user_id)).get(id) ?? name
}

export async function listDevices(tx: Tx, userId: string): Promise<Device[]> {
  const names = await readDeviceNames(tx, userId)
  return (await findActiveDevices(tx, userId)).map(({ id, name, last_seen, last_mid }) => ({
    id,
    name: names.get(id) ?? name,
    lastSeen: new Date(last_seen).toISOString(),
    lastMid: last_mid,
  }))
}

/**
 * Revokes a device. Returns the id of its session, which the caller must end; undefined if the
 * account has no such device, the device is already revoked, or it has no session.
 */
export async function markDeviceRevoked(
  tx: Tx,
  { id, userId, now }: { id: string; userId: string; now: number },
): Promise<string | undefined> {
  const device = await findDevice(tx, id)
  if (!device || device.user_id !== userId || device.revoked_at) return undefined
  await updateDevice(tx, id, { revoked_at: now })
  return device.session_id ?? undefined
}
