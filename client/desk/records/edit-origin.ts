import { formatDateTime } from '#client/desk/clients/format-date-time.ts'
import type { EditedBy } from '#shared/sync/protocol.ts'

/** Which device made a value, and when: `on iPhone` and `edited today, 16:10`. */
export interface EditOrigin {
  device: string
  editedAt: string
  isHere: boolean
}

export function formatOrigin(
  { deviceId, deviceName, at }: EditedBy,
  thisDeviceId: string | undefined,
  now: number,
): EditOrigin {
  const isHere = deviceId !== '' && deviceId === thisDeviceId
  const instant = Date.parse(at)
  return {
    isHere,
    device: isHere ? 'on this device' : `on ${deviceName || 'another device'}`,
    editedAt: Number.isNaN(instant)
      ? 'edited earlier'
      : `edited ${formatDateTime(instant, now).replace(/^Today/, 'today')}`,
  }
}

/**
 * The device and time that all values of a side share, as far as they are known; what differs is shown beside
 * each value.
 */
export function getCommonOrigin(origins: readonly (EditOrigin | undefined)[]): Partial<EditOrigin> {
  const [first, ...rest] = origins.filter((one) => one !== undefined)
  if (!first || rest.some(({ device }) => device !== first.device)) return {}
  return rest.every(({ editedAt }) => editedAt === first.editedAt)
    ? first
    : { device: first.device }
}
