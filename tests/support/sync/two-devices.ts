import { afterEach, beforeEach, expect } from 'vitest'
import { SyncDevice } from './sync-device.ts'
import { SyncServer } from './sync-server.ts'

interface TwoDevices {
  laptop: SyncDevice
  telephone: SyncDevice
  /** Syncs these devices, one after the other. */
  sync: (...devices: SyncDevice[]) => Promise<void>
}

/** Gives each test a server and two devices of one owner. */
export function createTwoDevices(): TwoDevices {
  const parts = {} as { server: SyncServer; laptop: SyncDevice; telephone: SyncDevice }
  beforeEach(async () => {
    parts.server = await SyncServer.open()
    parts.laptop = new SyncDevice('laptop')
    parts.telephone = new SyncDevice('telephone')
  })
  afterEach(async () => {
    parts.laptop.crash()
    parts.telephone.crash()
    await parts.server.close()
  })
  return {
    get laptop() {
      return parts.laptop
    },
    get telephone() {
      return parts.telephone
    },
    sync: async (...devices) => {
      for (const device of devices)
        expect(await device.sync(parts.server.createTransport())).toBe('done')
    },
  }
}
