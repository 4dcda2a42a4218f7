import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  clearPublishResult,
  enqueuePublish,
  readUnpublishedSchedule,
  resolveDraftConflict,
  saveDrafts,
} from '#client/book/schedule/schedule-drafts.ts'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import { openOwnerDatabase } from '#client/book/store/database.ts'
import { SyncEngine, type SyncOutcome } from '#client/book/sync/sync-engine.ts'
import type { Answer, Transport } from '#client/book/sync/transport.ts'
import {
  getDraftState,
  recoverLostDrafts,
  resolveConflicts,
  toBase,
  updateDrafts,
} from '#client/desk/schedule/schedule-draft.ts'
import { renewEpoch } from '#server/db/metadata.ts'
import { saveSchedule } from '#server/schedule/commands.ts'
import { readOwnerSchedule } from '#server/schedule/queries.ts'
import { handlePull, handlePush, type SyncResponse } from '#server/sync/sync-requests.ts'
import { createScheduleParts, createSyncParts } from '#server/wiring/owner-routes.ts'
import { parse } from '#shared/lib/result.ts'
import {
  type OwnerSchedule,
  toScheduleContent,
  toWireSchedule,
  updateSchedule,
} from '#shared/schedule/desk-api.ts'
import type { PartName, ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import { listDraftedParts } from '#shared/schedule/schedule-drafts.ts'
import { syncPull, syncPush } from '#shared/sync/protocol.ts'
import { openDatabase } from '#tests/support/database.ts'

const OWNER = 'the-owner'
const SESSION = { userId: OWNER, sessionId: 'session' }
const NOW = Date.parse('2026-11-24T07:32:00Z')

let idCount = 0

/** The server's schedule and sync on a real database file. */
export async function openScheduleServer() {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'schedules-'))
  const db = await openDatabase(dataDir)
  const clock = () => NOW
  const parts = createScheduleParts(clock)
  const accounts = { sessions: { end: async () => undefined } }
  const booking = { readMoneyEvents: async () => [] }
  const sync = createSyncParts({ db, clock }, { accounts, booking } as never)
  const read = (): Promise<OwnerSchedule> => readOwnerSchedule(db.read, parts)
  return {
    read,
    sync,
    content: async () => toScheduleContent(await read()),
    save: async (content: ScheduleContent): Promise<void> => {
      await db.write((tx) => saveSchedule(tx, parts, toWireSchedule(content)))
    },
    /** Starts a new epoch, as a restore from a backup does. */
    restored: () => db.write((tx) => renewEpoch(tx)),
    async close() {
      await db.close()
      fs.rmSync(dataDir, { recursive: true })
    },
  }
}

export type ScheduleServer = Awaited<ReturnType<typeof openScheduleServer>>

/** One of the owner's devices, with Calendar Settings open on the schedule it last saw. */
export class ScheduleDevice {
  /** Whether the answer to each of the next pushes is lost; the last element is used first. */
  lostAnswers: boolean[] = []
  readonly statuses: string[] = []
  private readonly id = `device-${idCount++}`

  private constructor(
    private readonly server: ScheduleServer,
    /** The server's schedule as this device last saw it. */
    public serverSchedule: OwnerSchedule,
  ) {}

  static async open(server: ScheduleServer): Promise<ScheduleDevice> {
    return new ScheduleDevice(server, await server.read())
  }

  get db(): OwnerDatabase {
    return openOwnerDatabase(this.id)
  }

  readUnpublished() {
    return readUnpublishedSchedule(this.id)
  }

  async getDraftState() {
    return getDraftState(await this.readUnpublished(), this.serverSchedule)
  }

  /** The schedule that the page shows. */
  async getVisibleContent(): Promise<ScheduleContent> {
    const { draft, base } = await this.getDraftState()
    return draft?.content ?? base.content
  }

  async edit(content: ScheduleContent): Promise<void> {
    const work = await this.readUnpublished()
    const draftState = getDraftState(work, this.serverSchedule)
    const after = updateDrafts(work.drafts, draftState, { content, now: NOW + idCount++ })
    const since = work.base ?? draftState.base
    await saveDrafts(this.id, { before: work.drafts, after, base: since })
  }

  /** Queues a publish, as "Save Changes" does without a connection. */
  async save(): Promise<void> {
    await enqueuePublish(
      this.id,
      toWireSchedule(await this.getVisibleContent()),
      toBase(this.serverSchedule),
    )
  }

  /** Queues the owner's decision about the parts in conflict. */
  async resolveConflict(content: ScheduleContent): Promise<void> {
    const { drafts } = await this.readUnpublished()
    const base = toBase(this.serverSchedule)
    const after = resolveConflicts(base, content, NOW + idCount++)
    await saveDrafts(this.id, { before: drafts, after, base: base })
    await enqueuePublish(this.id, toWireSchedule(content), base)
  }

  /** Syncs until it is done, then handles the answer to a publish as the page does. */
  async syncUntilDone(): Promise<void> {
    let outcome: SyncOutcome = 'failed'
    for (let tries = 0; outcome !== 'done'; tries++) {
      if (tries > 10)
        throw new Error(`The sync was not done after 10 retries; its last outcome was ${outcome}`)
      outcome = await this.createSyncEngine().run()
    }
    this.serverSchedule = await this.server.read()
    const { publishResult: answer, drafts } = await this.readUnpublished()
    if (!answer) return
    this.statuses.push(answer.status)
    const sent = parse(updateSchedule.input, answer.update, '')
    const lost = answer.status === 'conflict' && answer.baseEpoch !== this.serverSchedule.epoch
    if (lost && sent.ok) {
      const update = toScheduleContent({ ...this.serverSchedule, ...sent.value } as OwnerSchedule)
      const about = { base: toBase(this.serverSchedule), epoch: answer.baseEpoch, now: NOW }
      const after = { ...recoverLostDrafts(update, about), ...drafts }
      await saveDrafts(this.id, { before: drafts, after, base: undefined })
    }
    await clearPublishResult(this.id)
  }

  /** Runs one sync, which may end without an answer. */
  syncOnce(): Promise<SyncOutcome> {
    return this.createSyncEngine().run()
  }

  /** Chooses, for every part that two devices have drafts of, which draft stays. */
  async chooseDrafts(choice: 'keep' | 'take'): Promise<void> {
    const { conflicts: alternatives, drafts } = await this.readUnpublished()
    for (const one of alternatives) await resolveDraftConflict(this.id, one, { choice, drafts })
  }

  /** The parts in conflict, about which the page asks. */
  async listConflicts(): Promise<PartName[]> {
    return (await this.getDraftState()).conflicts
  }

  async listDrafts(): Promise<PartName[]> {
    return listDraftedParts((await this.readUnpublished()).drafts)
  }

  private createSyncEngine(): SyncEngine {
    const { sync } = this.server
    const transport: Transport = {
      push: async (body) => {
        const sent = parse(syncPush.input, JSON.parse(JSON.stringify(body)), '')
        if (!sent.ok) return { status: 400, body: { code: 'fields' }, text: '' }
        const answer = toAnswer(await handlePush(sync, sent.value, SESSION))
        return this.lostAnswers.pop() ? { status: 0, body: undefined, text: '' } : answer
      },
      pull: async (query) => {
        const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
        const parsed = parse(syncPull.input, Object.fromEntries(texts), '')
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal))
        return toAnswer(await handlePull(sync, parsed.value, SESSION))
      },
      isRevoked: async () => false,
    }
    const newId = () => `id-${idCount++}`
    return new SyncEngine({ db: this.db, userId: OWNER, clock: () => NOW, newId, transport })
  }
}

function toAnswer(exchanged: SyncResponse): Answer {
  const text = 'json' in exchanged ? exchanged.json : JSON.stringify(exchanged.refusal)
  return { status: exchanged.status, body: JSON.parse(text), text }
}
