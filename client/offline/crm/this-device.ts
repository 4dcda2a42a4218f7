import { ownerDatabase } from './database.ts'

/** How the server knows this device; undefined until they first met. */
export async function thisDeviceId(userId: string): Promise<string | undefined> {
  try {
    return (await ownerDatabase(userId).device.get('device'))?.deviceId
  } catch {
    return undefined
  }
}
