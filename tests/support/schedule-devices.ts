import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  chooseDraft,
  dropAnswer,
  keepDrafts,
  queuePublish,
  readScheduleWork,
} from '#client/book/schedule/work.ts'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import { ownerDatabase } from '#client/book/store/database.ts'
import { Syncer, type SyncOutcome } from '#client/book/sync/syncer.ts'
import type { Answer, Transport } from '#client/book/sync/transport.ts'
import { baseOf, decided, edited, lostWork, standingOf } from '#client/desk/schedule/draft.ts'
import { openDatabase } from '#server/db/open.ts'
import { renewEpoch } from '#server/db/privacy/erasures.ts'
import { saveSchedule } from '#server/schedule/commands.ts'
import { ownerSchedule } from '#server/schedule/queries.ts'
import { answerPull, answerPush, type Exchanged } from '#server/sync/exchange.ts'
import { scheduleParts, syncParts } from '#server/wiring/owner-functions.ts'
import { parse } from '#shared/lib/result.ts'
import { contentOf, type OwnerSchedule, updateSchedule, wireOf } from '#shared/schedule/desk-api.ts'
import { namesOf } from '#shared/schedule/drafts.ts'
import type { PartName, ScheduleContent } from '#shared/schedule/merge.ts'
import { syncPull, syncPush } from '#shared/sync/protocol.ts'

const OWNER = 'the-owner'
const SESSION = { userId: OWNER, sessionId: 'session' }
const NOW = Date.parse('2026-11-24T07:32:00Z')

let made = 0

/** The server's schedule and sync on a real database file. */
export function openScheduleServer() {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'schedules-'))
  const db = openDatabase(dataDir)
  const clock = () => NOW
  const parts = scheduleParts(clock)
  const accounts = { sessions: { end: async () => undefined } }
  const sync = syncParts({ db, clock }, { accounts } as never)
  const read = (): OwnerSchedule => ownerSchedule(db.read, parts)
  return {
    read,
    sync,
    content: () => contentOf(read()),
    save: async (content: ScheduleContent): Promise<void> => {
      await db.write((tx) => saveSchedule(tx, parts, wireOf(content)))
    },
    /** Starts a new epoch, as a restore from a backup does. */
    restored: () => db.write((tx) => renewEpoch(tx)),
    close() {
      db.close()
      fs.rmSync(dataDir, { recursive: true })
    },
  }
}

export type ScheduleServer = ReturnType<typeof openScheduleServer>

/** One of the owner's devices, with Calendar Settings open on the schedule it last saw. */
export class ScheduleDevice {
  /** The server's schedule as this device last saw it. */
  known: OwnerSchedule
  /** Whether the answer to each of the next pushes is lost; the last element is used first. */
  losses: boolean[] = []
  readonly statuses: string[] = []
  private readonly id = `device-${made++}`
  private readonly server: ScheduleServer

  constructor(server: ScheduleServer) {
    this.server = server
    this.known = server.read()
  }

  get db(): OwnerDatabase {
    return ownerDatabase(this.id)
  }

  work() {
    return readScheduleWork(this.id)
  }

  async standing() {
    return standingOf(await this.work(), this.known)
  }

  /** The schedule that the page shows. */
  async shown(): Promise<ScheduleContent> {
    const { draft, base } = await this.standing()
    return draft?.content ?? base.content
  }

  async edit(content: ScheduleContent): Promise<void> {
    const work = await this.work()
    const standing = standingOf(work, this.known)
    const after = edited(work.drafts, standing, { content, now: NOW + made++ })
    const since = work.since ?? standing.base
    await keepDrafts(this.id, { before: work.drafts, after, since })
  }

  /** Queues a publish, as "Save Changes" does without a connection. */
  async save(): Promise<void> {
    await queuePublish(this.id, wireOf(await this.shown()), baseOf(this.known))
  }

  /** Queues the owner's decision about the parts in conflict. */
  async decide(content: ScheduleContent): Promise<void> {
    const { drafts } = await this.work()
    const base = baseOf(this.known)
    const after = decided(base, content, NOW + made++)
    await keepDrafts(this.id, { before: drafts, after, since: base })
    await queuePublish(this.id, wireOf(content), base)
  }

  /** Syncs until it is done, then handles the answer to a publish as the page does. */
  async connect(): Promise<void> {
    let outcome: SyncOutcome = 'failed'
    for (let tries = 0; outcome !== 'done'; tries++) {
      if (tries > 10) throw new Error(`No exchange: ${outcome}`)
      outcome = await this.syncer().run()
    }
    this.known = this.server.read()
    const { answer, drafts } = await this.work()
    if (!answer) return
    this.statuses.push(answer.status)
    const sent = parse(updateSchedule.input, answer.update, '')
    const lost = answer.status === 'conflict' && answer.baseEpoch !== this.known.epoch
    if (lost && sent.ok) {
      const update = contentOf({ ...this.known, ...sent.value } as OwnerSchedule)
      const about = { base: baseOf(this.known), epoch: answer.baseEpoch, now: NOW }
      const after = { ...lostWork(update, about), ...drafts }
      await keepDrafts(this.id, { before: drafts, after, since: undefined })
    }
    await dropAnswer(this.id)
  }

  /** Runs one sync, which may end without an answer. */
  tryOnce(): Promise<SyncOutcome> {
    return this.syncer().run()
  }

  /** Chooses, for every part that two devices have drafts of, which draft stays. */
  async choose(choice: 'keep' | 'take'): Promise<void> {
    const { alternatives, drafts } = await this.work()
    for (const one of alternatives) await chooseDraft(this.id, one, { choice, drafts })
  }

  /** The parts in conflict, about which the page asks. */
  async asked(): Promise<PartName[]> {
    return (await this.standing()).conflicts
  }

  async drafted(): Promise<PartName[]> {
    return namesOf((await this.work()).drafts)
  }

  private syncer(): Syncer {
    const { sync } = this.server
    const transport: Transport = {
      push: async (body) => {
        const sent = parse(syncPush.input, JSON.parse(JSON.stringify(body)), '')
        if (!sent.ok) return { status: 400, body: { code: 'fields' }, text: '' }
        const answer = answerOf(await answerPush(sync, sent.value, SESSION))
        return this.losses.pop() ? { status: 0, body: undefined, text: '' } : answer
      },
      pull: async (query) => {
        const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
        const asked = parse(syncPull.input, Object.fromEntries(texts), '')
        if (!asked.ok) throw new Error(JSON.stringify(asked.refusal))
        return answerOf(answerPull(sync, asked.value, SESSION))
      },
      isRevoked: async () => false,
    }
    const newId = () => `id-${made++}`
    return new Syncer({ db: this.db, userId: OWNER, clock: () => NOW, newId, transport })
  }
}

function answerOf(exchanged: Exchanged): Answer {
  const text = 'json' in exchanged ? exchanged.json : JSON.stringify(exchanged.refusal)
  return { status: exchanged.status, body: JSON.parse(text), text }
}
