import { test as base } from 'vitest'
import { SyncDevice } from './sync-device.ts'
import { SyncServer } from './sync-server.ts'

type DeviceName = 'laptop' | 'phone' | 'telephone' | 'tablet'

/** An empty device of the owner, by its name. */
const createDevice =
  (name: DeviceName) =>
  async ({ world: _ }: { world: SyncServer }, use: (device: SyncDevice) => Promise<void>) => {
    const device = new SyncDevice(name)
    await use(device)
    device.crash()
  }

/** Tests that get a server for sync, and empty devices of one owner, by naming them. */
export const test = base.extend<{ world: SyncServer } & Record<DeviceName, SyncDevice>>({
  world: async ({ task: _ }, use) => {
    const world = await SyncServer.open()
    await use(world)
    await world.close()
  },
  laptop: createDevice('laptop'),
  phone: createDevice('phone'),
  telephone: createDevice('telephone'),
  tablet: createDevice('tablet'),
})
