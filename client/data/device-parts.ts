import { readDevice } from '#client/data/store/device.ts'
import { countReadOnly } from '#client/data/store/read-only.ts'
import type { CachedAnswer } from '#client/data/store/schema.ts'
import type { DeviceView } from '#client/data/store/types.ts'
import type { DataCore } from './data-core.ts'

/** Text that was typed and not saved, by the key of its form. */
export class DraftsPart {
  constructor(private readonly core: DataCore) {}

  /** Undefined if there is none. */
  async get(key: string): Promise<unknown> {
    return (await this.core.db.drafts.get(key))?.data
  }

  /** Stores a draft, or deletes it if `data` is undefined. */
  async put(key: string, data: unknown): Promise<void> {
    const { drafts } = this.core.db
    if (data === undefined) await drafts.delete(key)
    else await drafts.put({ key, data })
  }
}

/** Answers of the server, for screens that are opened without a connection. */
export class CachePart {
  constructor(private readonly core: DataCore) {}

  async get(key: string): Promise<CachedAnswer | undefined> {
    return this.core.db.queryCache.get(key)
  }

  async put(answer: CachedAnswer): Promise<void> {
    await this.core.db.queryCache.put(answer)
  }
}

/** The device's name and what is stored on it. */
export class DevicePart {
  constructor(private readonly core: DataCore) {
    const { setup, whenOpened } = core
    // If the store cannot be opened, there is nothing to name, and the state reports the failure.
    if (setup.deviceName)
      void whenOpened
        .then(() => this.changeName((before) => before || setup.deviceName || ''))
        .catch(() => undefined)
  }

  async get(): Promise<DeviceView> {
    const { db, newId } = this.core
    const { deviceId, deviceName } = await readDevice(db, newId)
    const copies = {
      bookings: await countReadOnly(db, 'booking'),
      forms: await countReadOnly(db, 'submission'),
    }
    return { id: deviceId, name: deviceName, ...copies }
  }

  async rename(name: string): Promise<void> {
    await this.changeName(() => name)
    this.core.scheduler.syncAfterEdit()
  }

  private changeName(change: (before: string) => string): Promise<void> {
    const { db, newId } = this.core
    return db.transaction('rw', db.device, async () => {
      const device = await readDevice(db, newId)
      await db.device.put({ ...device, deviceName: change(device.deviceName) })
    })
  }
}
