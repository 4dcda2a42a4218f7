import type { DeviceState } from '#client/book/store/schema.ts'
import { readStore } from './store/plain-store.ts'

/** How the server knows this device; undefined until they first met. */
export async function thisDeviceId(userId: string): Promise<string | undefined> {
  try {
    const act = (devices: IDBObjectStore): IDBRequest<DeviceState | undefined> =>
      devices.get('device')
    return (await readStore({ userId, store: 'device', act }))?.deviceId
  } catch {
    return undefined
  }
}
