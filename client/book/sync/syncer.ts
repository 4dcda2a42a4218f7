import type { DeviceState, OwnerDatabase } from '#client/book/store/database.ts'
import { readDevice } from '#client/book/store/device.ts'
import { packRows } from '#client/book/store/pack.ts'
import type { Clock } from '#client/lib/clock.ts'
import { type Locking, oneAtATime } from '#client/outbox/send/one-at-a-time.ts'
import type { PushAnswer } from '#shared/sync/protocol.ts'
import { MOST_MUTATIONS, SCHEMA } from '#shared/sync/wire.ts'
import { changesText, codeOf, pullAnswer, pushAnswer, unreadIn } from './answers.ts'
import { type Batch, takeBatch } from './batch.ts'
import { type Foreseen, foresee } from './foresee.ts'
import { type Asked, applyPull, askedBy } from './pull.ts'
import { type PullQuery, pullQuery, sameQuery } from './pull-query.ts'
import { applyPush, NOTHING_APPLIED, setAside } from './push.ts'
import { becomeAnother, fillGap, meetNewEpoch, pullAll } from './restart.ts'
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

/** One exchange at a time on this device; the server tells two apart. */
export interface SyncerParts extends Locking {
  db: OwnerDatabase
  userId: string
  clock: Clock
  newId: () => string
  transport: Transport
  /** The same store, where the disk is not waited for: what the server has is asked again if it is lost. */
  answers?: OwnerDatabase
  /** Whether the browser says that there is no connection. */
  isOffline?: () => boolean
  /** How many edits go at once. */
  most?: number
  /** From how many records on what comes together is packed, and how many may lie singly; see `pack.ts`. */
  together?: number
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

/** A page of changes on its way, and as what it was asked for. */
interface ComingPage {
  query: PullQuery
  asked: Asked
  coming: Promise<Answer>
}

type Turn = 'on' | 'again' | Exclude<SyncOutcome, 'done'>

/** Sends what waits, then fetches what changed; push before pull, so that nothing typed is late. */
export class Syncer {
  private readonly parts: SyncerParts
  /** How many go at once: one, while something in the queue cannot be read by the server. */
  private most: number | undefined

  private readonly answering: SyncerParts
  /** What the last answer to a push has brought. */
  private last = NOTHING_APPLIED
  /** The page after the one that is being taken in. */
  private pageAhead: ComingPage | undefined

  constructor(parts: SyncerParts) {
    this.parts = parts
    this.answering = { ...parts, db: parts.answers ?? parts.db }
  }

  run(): Promise<SyncOutcome> {
    const { userId } = this.parts
    return oneAtATime(`sync-${userId}`, this.parts, () => this.exchange())
  }

  private async exchange(): Promise<SyncOutcome> {
    if (this.parts.isOffline?.() && !(await this.isAnswered())) return 'failed'
    for (let restarts = 0; restarts < MOST_RESTARTS; restarts++) {
      this.last = NOTHING_APPLIED
      const pushed = await this.untilDone(() => this.push())
      const pulls = pushed === 'on' && !this.last.upToDate
      const turn = pulls ? await this.untilDone(() => this.pullOnce()) : pushed
      if (turn === 'on') {
        if (!this.last.finished) await this.noteSynced()
        this.most = undefined
        await packRows(this.answering, this.parts.packsFrom)
        return 'done'
      }
      if (turn !== 'again') return turn
    }
    return 'failed'
  }

  /**
   * Asked without sending anything: an edit that is tried is numbered for good, and joins no other
   * any more. The browser may be wrong, so its word alone keeps nothing back.
   */
  private async isAnswered(): Promise<boolean> {
    const { db, newId } = this.parts
    const { status } = await this.ask(await readDevice(db, newId)).coming
    return status !== 0
  }

  /** Repeats a step while it says `more`. */
  private async untilDone(step: () => Promise<Turn | 'more'>): Promise<Turn> {
    for (;;) {
      const turn = await step()
      if (turn !== 'more') return turn
    }
  }

  /** While a batch is under way, the answer to the one before is taken in, and the next put together. */
  private async push(): Promise<Turn | 'more'> {
    let settling = Promise.resolve(true)
    let batch: Batch | undefined = await this.take()
    if (!batch) return 'on'
    while (batch) {
      const sent = this.send(batch)
      const next: Promise<Batch | undefined> = this.take(batch)
      const outlook = this.foresee(batch, settling, next)
      const [answer, isOn, foreseen] = await Promise.all([sent, settling, outlook])
      if (!isOn) return 'failed'
      if (answer.status !== 200) return this.pushRefused(batch, answer)
      const body = pushAnswer(answer.body, batch)
      if (!body) return 'failed'
      settling = this.settle(batch, body, foreseen)
      if (body.results.length < batch.mutations.length)
        return (await settling) && !body.stopped ? 'more' : 'failed'
      batch = await next
    }
    return this.onward(await settling)
  }

  private onward(isOn: boolean): Turn | 'more' {
    if (!isOn) return 'failed'
    return this.last.finished ? 'on' : 'more'
  }

  /** Of the last batch alone: on others, what comes next may be about the same records. */
  private async foresee(
    batch: Batch,
    settling: Promise<unknown>,
    next: Promise<unknown>,
  ): Promise<Foreseen | undefined> {
    await settling
    return (await next) ? undefined : foresee(this.answering, batch)
  }

  private take(before?: Batch): Promise<Batch | undefined> {
    const { db, newId, most = MOST_MUTATIONS } = this.parts
    return takeBatch({ db, newId, most: this.most ?? most }, before)
  }

  private send({ mutations, ...from }: Batch): Promise<Answer> {
    const { transport, userId, clock } = this.parts
    return transport.push({
      userId,
      ...from,
      schema: SCHEMA,
      sentAt: new Date(clock()).toISOString(),
      runs: true,
      mutations: mutations.map(({ mid, intent }) => ({ mid, ...intent })),
    })
  }

  /** Whether that brought the queue on: nobody sends the same for ever. */
  private async settle(batch: Batch, answer: PushAnswer, foreseen?: Foreseen): Promise<boolean> {
    this.last = await applyPush(this.answering, { batch, answer, foreseen })
    this.told({
      pushed: answer.results.length,
      ids: batch.mutations.map(({ intent }) => intent.id),
      erased: answer.results.some(({ row }) => row?.erased),
    })
    return this.last.settled > 0
  }

  private told(step: Partial<SyncStep>): void {
    this.parts.onStep?.({ pushed: 0, pulled: 0, more: true, ids: [], erased: false, ...step })
  }

  private async pushRefused(batch: Batch, answer: Answer): Promise<Turn | 'more'> {
    const unread = answer.status === 400 && codeOf(answer) === 'mutations'
    if (!unread && answer.status !== 413) return this.refused(answer)
    const named = unread ? unreadIn(answer, batch) : []
    if (named.length === 0 && batch.mutations.length > 1) {
      this.most = Math.ceil(batch.mutations.length / 2)
      return 'more'
    }
    const aside = named.length > 0 ? named : batch.mutations
    await setAside(this.parts, aside)
    this.most = undefined
    this.told({ ids: aside.map(({ intent }) => intent.id) })
    return 'more'
  }

  /** One page; the next is asked for while it is taken in. */
  async pullOnce(): Promise<Turn | 'more'> {
    const { db, newId } = this.parts
    const device = await readDevice(db, newId)
    const { pulling } = device
    const { asked, coming } = this.page(device)
    const answer = await coming
    if (answer.status !== 200) return this.refused(answer)
    const body = pullAnswer(answer.body)
    if (!body) return 'failed'
    // Nothing new costs no writing.
    if (!body.more && body.changes.length === 0 && pulling === 'changes') return 'on'
    const { epoch, next: cursor, horizon } = body
    if (body.more) this.pageAhead = this.ask({ ...device, epoch, cursor, horizon })
    const text = changesText(answer, body)
    const taken = await applyPull(this.answering, { answer: body, text }, asked)
    if (taken)
      this.told({
        pulled: body.changes.length,
        more: body.more,
        ids: body.changes.map(({ id }) => id),
        erased: body.changes.some(({ erased }) => erased),
      })
    // Passed over, because another exchange has gone on meanwhile.
    if (body.more || !taken) return 'more'
    // What was typed before the server was first met, or lost by it, goes out now.
    return pulling === 'all' && (await db.queue.count()) > 0 ? 'again' : 'on'
  }

  /** What follows the device's cursor: on its way already, or asked for now. */
  private page(device: DeviceState): ComingPage {
    const query = pullQuery(this.parts.userId, device)
    const { pageAhead } = this
    this.pageAhead = undefined
    return pageAhead && sameQuery(pageAhead.query, query) ? pageAhead : this.ask(device)
  }

  private ask(device: DeviceState): ComingPage {
    const query = pullQuery(this.parts.userId, device)
    return { query, asked: askedBy(device), coming: this.parts.transport.pull(query) }
  }

  private async refused(answer: Answer): Promise<Turn> {
    const code = codeOf(answer)
    const { status } = answer
    if (status === 401) return (await this.isRevoked()) ? 'revoked' : 'signed out'
    if (status === 403 && code === 'revoked') return 'revoked'
    if (status === 403) return 'signed out'
    if (status === 409) return this.disagreed(answer)
    if (status === 400 && code === 'foreign') return becomeAnother(this.parts)
    return status === 410 ? pullAll(this.parts) : 'failed'
  }

  /** The server knows something else of this device than the device itself. */
  private async disagreed(answer: Answer): Promise<Turn> {
    const code = codeOf(answer)
    if (code === 'schema') return 'too old'
    if (code === 'epoch') return meetNewEpoch(this.parts, answer)
    if (code === 'gap') return fillGap(this.parts, answer)
    return code === 'mid_reuse' ? becomeAnother(this.parts) : 'failed'
  }

  /** Asked without a session, which is what a removed device no longer has. */
  private async isRevoked(): Promise<boolean> {
    const { db, newId, transport } = this.parts
    return transport.isRevoked((await readDevice(db, newId)).deviceId)
  }

  private async noteSynced(): Promise<void> {
    const { db, newId, clock } = this.answering
    await db.transaction('rw', db.device, async () => {
      const device = await readDevice(db, newId)
      await db.device.put({ ...device, syncedAt: clock() })
    })
  }
}
