import { resolveConflicts } from '#client/data/edits/pending-edits.ts'
import { JourneyRows } from '#client/data/index/journey-rows.ts'
import { readScheduleView, saveParts } from '#client/data/schedule/schedule-part.ts'
import type { Transport } from '#client/data/sync/transport.ts'
import { toPartEdits } from '#client/desk/schedule/schedule-draft.ts'
import { readSchedule } from '#server/schedule/store.ts'
import {
  defaultContent,
  type PartName,
  type PartValue,
  replaceParts,
  type ScheduleContent,
} from '#shared/schedule/merge-schedules.ts'
import { parseRecordId, toPartValue, toRecordId } from '#shared/schedule/schedule-records.ts'
import type { EditedBy } from '#shared/sync/protocol.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import type { SyncServer } from '#tests/support/sync/sync-server.ts'
import { NO_ANSWER } from '#tests/support/sync/sync-transports.ts'

/** The schedule that visitors are offered. */
export async function readOffered(server: SyncServer): Promise<ScheduleContent> {
  const { version: _version, ...content } = await readSchedule(server.db.read)
  return content
}

/** Two values of one part, made on two devices; null where the part is deleted. */
interface PartConflict {
  cid: string
  part: PartName
  inUse: PartValue | null
  alternative: PartValue | null
  alternativeBy: EditedBy
  inUseBy: EditedBy | undefined
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

  static async open(server: SyncServer, name: string): Promise<ScheduleDevice> {
    const opened = new ScheduleDevice(server, name)
    await opened.sync()
    return opened
  }

  readView() {
    return readScheduleView(this.device.db)
  }

  async readConflicts(): Promise<PartConflict[]> {
    const { disputed } = await this.readView()
    return disputed.flatMap(({ id, data, conflicts }) => {
      const part = parseRecordId(id)
      if (!part) return []
      return conflicts.map((open): PartConflict => {
        const { cid, kind, field, value, currentBy: inUseBy, deviceId, deviceName, at } = open
        return {
          ...{ cid, part, inUseBy, alternativeBy: { deviceId, deviceName, at } },
          inUse: toPartValue(part, data),
          alternative: kind === 'delete' ? null : toPartValue(part, { [field]: value }),
        }
      })
    })
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
    const { disputed } = await this.readView()
    const { edits } = this.device
    const decisions = (await this.readConflicts()).map((one) => {
      const id = toRecordId(one.part)
      const { data } = disputed.find((record) => record.id === id) ?? {}
      const [seen] = Object.values(data ?? {})
      return {
        coll: 'schedule' as const,
        id,
        choices: [{ cid: one.cid, choice: choose(one), seen }],
      }
    })
    await resolveConflicts({ edits, rows: new JourneyRows() }, decisions)
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
