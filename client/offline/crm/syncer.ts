import { SCHEMA } from '../../../shared/sync/protocol.ts'
import type { Clock } from '../../lib/clock.ts'
import { changesText, codeOf, pullAnswer, pushAnswer } from './answers.ts'
import type { DeviceState, OwnerDatabase } from './database.ts'
import { nextPage, readDevice } from './device.ts'
import { packRows } from './pack.ts'
import { type Asked, applyPull } from './pull.ts'
import { type PullQuery, pullQuery, sameQuery } from './pull-query.ts'
import { applyPush, type Batch, renumber, setAside, takeBatch } from './push.ts'
import type { Answer, Transport } from './transport.ts'

/** How an exchange ended; all but `done` leave what waits where it is. */
export type SyncOutcome =
  | 'done'
  /** No answer of ours, or one that will be another later. */
  | 'failed'
  | 'signed out'
  | 'revoked'
  /** This version of the site is older than the server speaks with. */
  | 'too old'

export interface SyncerParts {
  db: OwnerDatabase
  userId: string
  clock: Clock
  newId: () => string
  transport: Transport
  /** One exchange at a time on this device; without it, the server tells two apart. */
  locks?: Pick<LockManager, 'request'> | undefined
  /** The same store, where the disk is not waited for: what the server has is asked again if it is lost. */
  answers?: OwnerDatabase
  /** How many records may lie singly; see `pack.ts`. */
  packsFrom?: number
  /** After each step that changed what is kept. */
  onStep?: (step: SyncStep) => void
}

export interface SyncStep {
  pushed: number
  pulled: number
  more: boolean
  /** The records that it was about. */
  ids: string[]
  /** Some of them were erased, so that nothing of them may be shown or kept. */
  erased: boolean
}

/** Twice the same unexpected answer is no accident. */
const MOST_RESTARTS = 4

type Turn = 'on' | 'again' | Exclude<SyncOutcome, 'done'>

/** Sends what waits, then fetches what changed; push before pull, so that nothing typed is late. */
export class Syncer {
  private readonly parts: SyncerParts
  /** How many go at once: one, while something in the queue cannot be read by the server. */
  private most: number | undefined

  private readonly answering: SyncerParts
  /** The page after the one that is being taken in. */
  private ahead: { query: PullQuery; answer: Promise<Answer> } | undefined

  constructor(parts: SyncerParts) {
    this.parts = parts
    this.answering = { ...parts, db: parts.answers ?? parts.db }
  }

  run(): Promise<SyncOutcome> {
    const { locks, userId } = this.parts
    return locks ? locks.request(`sync-${userId}`, () => this.exchange()) : this.exchange()
  }

  private async exchange(): Promise<SyncOutcome> {
    for (let restarts = 0; restarts < MOST_RESTARTS; restarts++) {
      const pushed = await this.untilDone(() => this.pushOnce())
      const turn = pushed === 'on' ? await this.untilDone(() => this.pullOnce()) : pushed
      if (turn === 'on') {
        await this.noteSynced()
        return 'done'
      }
      if (turn !== 'again') return turn
    }
    return 'failed'
  }

  /** Repeats a step while it says `more`. */
  private async untilDone(step: () => Promise<Turn | 'more'>): Promise<Turn> {
    for (;;) {
      const turn = await step()
      if (turn !== 'more') return turn
    }
  }

  /** One batch. */
  async pushOnce(): Promise<Turn | 'more'> {
    const { transport, userId } = this.parts
    const device = await readDevice(this.parts.db, this.parts.newId)
    // The server's name for its past comes with the first pull; and what a restored server lost is
    // known only after one: an edit would begin its record anew, without all that was not edited.
    if (device.epoch === '' || device.restored) return 'on'
    const batch = await takeBatch(this.parts, this.most)
    if (!batch) return 'on'
    const answer = await transport.push({
      userId,
      deviceId: batch.deviceId,
      deviceName: device.deviceName,
      epoch: batch.epoch,
      schema: SCHEMA,
      mutations: batch.mutations.map(({ mid, intent }) => ({ mid, ...intent })),
    })
    if (answer.status !== 200) return this.pushRefused(batch, answer)
    const body = pushAnswer(answer.body, batch)
    if (!body) return 'failed'
    await applyPush(this.answering, batch, body)
    this.told({
      pushed: body.results.length,
      ids: batch.mutations.map(({ intent }) => intent.id),
      erased: body.results.some(({ row }) => row?.erased),
    })
    return body.stopped || body.results.length === 0 ? 'failed' : 'more'
  }

  private told(step: Partial<SyncStep>): void {
    this.parts.onStep?.({ pushed: 0, pulled: 0, more: true, ids: [], erased: false, ...step })
  }

  private async pushRefused(batch: Batch, answer: Answer): Promise<Turn | 'more'> {
    const unread = answer.status === 400 && codeOf(answer) === 'mutations'
    if (!unread && answer.status !== 413) return this.refused(answer)
    if (batch.mutations.length > 1) {
      this.most = 1
      return 'more'
    }
    await setAside(this.parts, batch)
    this.most = undefined
    this.told({ ids: batch.mutations.map(({ intent }) => intent.id) })
    return 'more'
  }

  /** One page; the next is asked for while it is taken in. */
  async pullOnce(): Promise<Turn | 'more'> {
    const { db, newId } = this.parts
    const device = await readDevice(db, newId)
    const { pulling } = device
    const asked: Asked = { epoch: device.epoch, seq: device.cursor }
    const answer = await this.page(device)
    if (answer.status !== 200) return this.refused(answer)
    const body = pullAnswer(answer.body)
    if (!body) return 'failed'
    // Nothing new costs no writing.
    if (!body.more && body.changes.length === 0 && pulling === 'changes') return 'on'
    const { epoch, next: cursor, horizon } = body
    if (body.more) this.askAhead({ ...device, epoch, cursor, horizon })
    const text = changesText(answer, body)
    const taken = await applyPull(this.answering, { answer: body, text }, asked)
    if (taken)
      this.told({
        pulled: body.changes.length,
        more: body.more,
        ids: body.changes.map(({ id }) => id),
        erased: body.changes.some(({ erased }) => erased),
      })
    if (body.more) return 'more'
    // What was typed before the server was first met, or lost by it, goes out now.
    return pulling === 'all' && (await db.queue.count()) > 0 ? 'again' : 'on'
  }

  /** What follows the device's cursor: on its way already, or asked for now. */
  private page(device: DeviceState): Promise<Answer> {
    const query = pullQuery(this.parts.userId, device)
    const { ahead } = this
    this.ahead = undefined
    return ahead && sameQuery(ahead.query, query) ? ahead.answer : this.parts.transport.pull(query)
  }

  private askAhead(device: DeviceState): void {
    const query = pullQuery(this.parts.userId, device)
    this.ahead = { query, answer: this.parts.transport.pull(query) }
  }

  private async refused(answer: Answer): Promise<Turn> {
    const code = codeOf(answer)
    const { status } = answer
    if (status === 401) return (await this.isRevoked()) ? 'revoked' : 'signed out'
    if (status === 403 && code === 'revoked') return 'revoked'
    if (status === 403) return 'signed out'
    if (status === 409) return this.disagreed(answer)
    if (status === 400 && code === 'foreign') return this.becomeAnother()
    return status === 410 ? this.pullAll() : 'failed'
  }

  /** The server knows something else of this device than the device itself. */
  private async disagreed(answer: Answer): Promise<Turn> {
    const code = codeOf(answer)
    if (code === 'schema') return 'too old'
    if (code === 'epoch') return this.meetNewEpoch(answer)
    if (code === 'gap') return this.restart(({ lastMid }) => ({ lastMid }), answer)
    return code === 'mid_reuse' ? this.becomeAnother() : 'failed'
  }

  /** Asked without a session, which is what a removed device no longer has. */
  private async isRevoked(): Promise<boolean> {
    const { db, newId, transport } = this.parts
    return transport.isRevoked((await readDevice(db, newId)).deviceId)
  }

  /** The server was restored or replaced: everything is kept, sent again where it is missing, and fetched. */
  private meetNewEpoch(answer: Answer): Promise<Turn> {
    const { epoch } = answer.body as { epoch?: unknown }
    if (typeof epoch !== 'string') return Promise.resolve('failed')
    return this.restart(
      ({ lastMid, device, firstPage }) => ({
        epoch,
        lastMid,
        cursor: 0,
        round: device.round + 1,
        firstPage,
        pulling: 'all',
        restored: device.epoch !== '',
      }),
      answer,
    )
  }

  private async restart(
    change: (now: Restart) => Partial<DeviceState>,
    { body }: Answer,
  ): Promise<Turn> {
    const { lastMid } = body as { lastMid?: unknown }
    if (typeof lastMid !== 'number') return 'failed'
    const { db, newId } = this.parts
    await db.transaction('rw', [db.rows, db.pages, db.queue, db.log, db.device], async () => {
      const device = await readDevice(db, newId)
      const firstPage = await nextPage(db)
      await db.device.put({ ...device, ...change({ lastMid, device, firstPage }) })
      await renumber(db, lastMid)
    })
    return 'again'
  }

  /** Another browser goes by this device's name: a copied profile. */
  private async becomeAnother(): Promise<Turn> {
    const { db, newId } = this.parts
    await db.transaction('rw', [db.queue, db.log, db.device], async () => {
      const device = await readDevice(db, newId)
      await db.device.put({ ...device, deviceId: newId(), lastMid: 0 })
      const items = await db.queue.toArray()
      await db.queue.bulkPut(items.map(({ mid: _given, ...item }) => item))
      // The other's numbers mean nothing under the new name.
      await db.log.clear()
    })
    return 'again'
  }

  /** Away for longer than tombstones are kept. */
  private async pullAll(): Promise<Turn> {
    const { db, newId } = this.parts
    await db.transaction('rw', db.device, db.pages, async () => {
      const device = await readDevice(db, newId)
      const firstPage = await nextPage(db)
      const round = device.round + 1
      await db.device.put({ ...device, cursor: 0, round, firstPage, pulling: 'all' })
    })
    return 'again'
  }

  private async noteSynced(): Promise<void> {
    const { db, newId, clock } = this.answering
    await db.transaction('rw', db.device, async () => {
      const device = await readDevice(db, newId)
      await db.device.put({ ...device, syncedAt: clock() })
    })
    this.most = undefined
    await packRows(this.answering, this.parts.packsFrom)
  }
}

interface Restart {
  /** The last of this device's numbers that the server has. */
  lastMid: number
  device: DeviceState
  /** Where the pages of a new full pull begin. */
  firstPage: number
}
