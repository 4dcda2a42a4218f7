import { readScheduleView, resolveParts, saveParts } from '#client/data/schedule/schedule-api.ts'
import type { PartConflict } from '#client/data/schedule/types.ts'
import type { Transport } from '#client/data/sync/transport.ts'
import { toPartEdits } from '#client/desk/schedule/schedule-draft.ts'
import { readSchedule } from '#server/schedule/store.ts'
import {
  defaultContent,
  replaceParts,
  type ScheduleContent,
} from '#shared/schedule/merge-schedules.ts'
import { SyncDevice } from './sync-device.ts'
import type { SyncServer } from './sync-server.ts'
import { NO_ANSWER } from './sync-transports.ts'

/** The schedule that visitors are offered. */
export async function readOffered(server: SyncServer): Promise<ScheduleContent> {
  const { version: _version, ...content } = await readSchedule(server.db.read)
  return content
}

/** One of the owner's devices, on which Calendar Settings saves. */
export class ScheduleDevice {
  /** Whether the answer to each of the next pushes is lost; the last element is used first. */
  lostAnswers: boolean[] = []
  readonly device: SyncDevice

  private constructor(
    private readonly server: SyncServer,
    name: string,
  ) {
    this.device = new SyncDevice(name)
  }

  /** A device that has what the server has. */
  static async open(server: SyncServer, name: string): Promise<ScheduleDevice> {
    const opened = new ScheduleDevice(server, name)
    await opened.sync()
    return opened
  }

  readView() {
    return readScheduleView(this.device.db)
  }

  /** The schedule that the page shows as saved. */
  async readContent(): Promise<ScheduleContent> {
    return replaceParts(defaultContent, (await this.readView()).parts)
  }

  /** Saves the edit of a form that showed the schedule as it is, or `from`. */
  async save(content: ScheduleContent, from?: ScheduleContent): Promise<void> {
    const seen = from ?? (await this.readContent())
    await saveParts(this.device.edits, toPartEdits({}, seen, content))
  }

  async resolve(choose: (conflict: PartConflict) => 'keep' | 'take'): Promise<void> {
    const { conflicts } = await this.readView()
    const { db, edits } = this.device
    const choices = conflicts.map((one) => ({ cid: one.cid, part: one.part, choice: choose(one) }))
    await resolveParts(db, edits, choices)
  }

  syncOnce() {
    return this.device.sync(this.createTransport())
  }

  async sync(): Promise<void> {
    for (let tries = 0; (await this.syncOnce()) !== 'done'; tries++)
      if (tries > 10) throw new Error('The sync was not done after 10 retries')
  }

  close(): void {
    this.device.crash()
  }

  private createTransport(): Transport {
    const transport = this.server.createTransport()
    return {
      ...transport,
      push: async (body) => {
        const answer = await transport.push(body)
        return this.lostAnswers.pop() ? NO_ANSWER : answer
      },
    }
  }
}
