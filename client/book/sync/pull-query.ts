import type { DeviceState } from '#client/book/store/database.ts'
import { LARGEST_PAGE, SCHEMA } from '#shared/sync/wire.ts'

export type PullQuery = Record<string, string | number>

/** What a device asks for that stands there. */
export function pullQuery(
  user: string,
  { deviceId, deviceName, epoch, cursor, horizon, pulling }: DeviceState,
): PullQuery {
  return {
    user,
    device: deviceId,
    deviceName,
    epoch,
    schema: SCHEMA,
    seq: cursor,
    limit: LARGEST_PAGE,
    ...(pulling === 'all' && { all: horizon }),
  }
}

export function sameQuery(a: PullQuery, b: PullQuery): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
