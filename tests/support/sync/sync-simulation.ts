import type { RecordRef } from '#client/data/store/schema.ts'
import { resolveMissing } from '#client/data/sync/full-resync.ts'
import type { Answer, Transport } from '#client/data/sync/transport.ts'
import { readLastSyncedSeq } from '#server/db/desk-changes.ts'
import { readEpoch } from '#server/db/metadata.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { toName } from './headless-device.ts'
import {
  DATE,
  DAY_OFF,
  findProblems,
  findScheduleProblems,
  listTokens,
  PART_REFS,
  type Token,
} from './simulation-checks.ts'
import { isDeletable, listDeletedWith, listTextFields, OTHER_REFS } from './simulation-records.ts'
import { DEVICES, type Fault, type Step } from './simulation-steps.ts'
import { findWrongViews, OpenPage, readRecords } from './simulation-view.ts'
import { SyncDevice } from './sync-device.ts'
import { eraseRecords } from './sync-erase.ts'
import { SyncServer, toAnswer } from './sync-server.ts'
import { DAY, NO_ANSWER } from './sync-transports.ts'

/**
 * A server, the owner's devices, and a record of what each edit wrote and which later edits saw it.
 * The devices pack few records and push few mutations at once, so that short stories do both.
 */
export class SyncSimulation {
  readonly devices = Array.from(
    { length: DEVICES },
    (_, i) =>
      new SyncDevice(`d${i}`, {
        compactThreshold: 2,
        maxMutations: i === 2 ? 1 : 2,
        packThreshold: 2,
      }),
  )
  private readonly pages = this.devices.map((device) => new OpenPage(device))
  private readonly ids: string[] = []
  readonly tokens: Token[] = []
  /** Token texts that a later edit, delete or choice saw. */
  readonly seenTokens = new Set<string>()
  /** Token texts that a later edit of the same field replaced. */
  readonly replacedTokens = new Set<string>()
  readonly erasedIds = new Set<string>()
  /** Names of the records that a device has deleted for good, whether or not the server could. */
  readonly deletedForGood = new Set<string>()
  /** Whether the server may have lost mutations that it had acknowledged. */
  mayHaveForgotten = false
  /** Clients whose tombstone the server has cleared; one who returns is as the device knew it. */
  readonly purgedIds = new Set<string>()
  private monthsPassed = 0
  private tokenCount = 0
  private readonly lateDeliveries: (() => Promise<unknown>)[] = []
  private readonly unfinishedSyncs: Promise<unknown>[] = []
  /** The epoch and revision last shown, by device and record. */
  private readonly revs = new Map<string, { epoch: string; rev: number }>()
  private readonly wrongViews: string[] = []

  private constructor(readonly server: SyncServer) {}

  static async open(): Promise<SyncSimulation> {
    return new SyncSimulation(await SyncServer.open())
  }

  async runStep(step: Step): Promise<void> {
    const device = 'device' in step ? this.getDevice(step.device) : undefined
    await this.act(step, device)
    if (step.do === 'sync' || step.do === 'deliver late') await this.checkViews()
  }

  private async act(step: Step, device: SyncDevice | undefined): Promise<void> {
    if (step.do === 'create') await this.create(step.device)
    else if (step.do === 'close day' && device) await device.edit(DAY_OFF.ref, DAY_OFF.set)
    else if (step.do === 'set date' || step.do === 'remove date') await this.changeDate(step)
    else if (step.do === 'edit') await this.edit(step)
    else if (step.do === 'delete' || step.do === 'restore' || step.do === 'delete for good')
      await this.remove(step)
    else if (step.do === 'edit other') await this.editOther(step)
    else if (
      step.do === 'delete other' ||
      step.do === 'restore other' ||
      step.do === 'delete other for good'
    )
      await this.removeOther(step)
    else if (step.do === 'resolve') await this.resolve(step)
    else if (step.do === 'sync') await this.sync(step)
    else if (step.do === 'crash') device?.crash()
    else if (step.do === 'clock' && device) device.time.now += step.days * DAY
    else if (step.do === 'back up') await this.server.backUp()
    else if (step.do === 'restore server') {
      this.mayHaveForgotten = true
      await this.server.restore([...this.erasedIds])
    } else if (step.do === 'deliver late') await this.deliverLate()
    else if (step.do === 'erase') await this.erase(step.which)
    else if (step.do === 'book') await this.server.changeBooking(step.which)
    else if (step.do === 'months pass') await this.passMonths()
  }

  /** Checks that devices show confirmed values with pending mutations, and no older revision. */
  private async checkViews(): Promise<void> {
    for (const page of this.pages) await page.read()
    for (const device of this.devices) {
      this.wrongViews.push(...(await findWrongViews(device)))
      for (const { key, epoch, rev } of await readRecords(device, this.refs)) {
        const name = `${device.name} ${key}`
        const last = this.revs.get(name)
        if (last && last.epoch === epoch && rev > 0 && rev < last.rev)
          this.wrongViews.push(`${name} went from revision ${last.rev} back to ${rev}`)
        this.revs.set(name, { epoch, rev })
      }
    }
  }

  /** Every record of the story. */
  private get refs(): RecordRef[] {
    const clients = this.ids.map((id) => ({ coll: 'client' as const, id }))
    return [...clients, ...PART_REFS, ...OTHER_REFS]
  }

  private getDevice(device: number): SyncDevice {
    const found = this.devices[device]
    if (!found) throw new Error(`There is no device ${device} in this story`)
    return found
  }

  private createToken(id: string, field: string): string {
    const text = `t${this.tokenCount++};`
    this.tokens.push({ text, id, field })
    return text
  }

  private async create(which: number): Promise<void> {
    const id = `c${this.ids.length}-${which}`
    this.ids.push(id)
    const set = { name: this.createToken(id, 'name'), phone: this.createToken(id, 'phone') }
    await this.getDevice(which).edits.patch({ coll: 'client', id }, { base: {}, set })
  }

  /** A client that the device shows or, with `deleted`, shows as deleted. */
  private async pickRecord(which: number, device: SyncDevice, isDeleted = false) {
    const found: { id: string; view: Awaited<ReturnType<SyncDevice['readView']>> }[] = []
    for (const id of this.ids) {
      const view = await device.readView({ coll: 'client', id })
      const known = Object.keys(view.data).length > 0
      if (known && view.deleted === isDeleted) found.push({ id, view })
    }
    return found[which % Math.max(found.length, 1)]
  }

  private async edit(step: Step & { do: 'edit' }): Promise<void> {
    const device = this.getDevice(step.device)
    const picked = await this.pickRecord(step.which, device)
    if (!picked) return
    const { id, view } = picked
    const before = view.data[step.field]
    const next = this.nextValue(id, step, before)
    // An edit saw the value that it replaces; texts that a list or the notes keep are not replaced.
    for (const token of listTokens(before))
      if (!JSON.stringify(next).includes(token)) {
        this.seenTokens.add(token)
        this.replacedTokens.add(token)
      }
    await device.edit({ coll: 'client', id }, { [step.field]: next })
  }

  private nextValue(id: string, { field, how }: Step & { do: 'edit' }, before: unknown): unknown {
    const text = this.createToken(id, field)
    if (field === 'dining') {
      const list = Array.isArray(before) ? before : []
      return how === 0 ? [...list.slice(1), text] : [...list, text]
    }
    if (field === 'notes') {
      const lines = typeof before === 'string' && before ? before.split('\n') : []
      if (how === 0) return [text, ...lines.slice(1)].join('\n')
      return how === 1 ? [text, ...lines].join('\n') : [...lines, text].join('\n')
    }
    return text
  }

  /** Opens or changes an exception of the schedule, or removes it. */
  private async changeDate(step: Step & { do: 'set date' | 'remove date' }): Promise<void> {
    const device = this.getDevice(step.device)
    const view = await device.readView(DATE)
    if (step.do === 'remove date') {
      if (view.deleted) return
      this.markSeen(view)
      return device.edits.replace(DATE, { base: view.data, set: null })
    }
    // What a deleted record still has is not shown.
    const before = view.deleted ? null : view.data.date
    for (const token of listTokens(before)) {
      this.seenTokens.add(token)
      this.replacedTokens.add(token)
    }
    const date = { timeSlots: [], note: this.createToken(DATE.id, 'date') }
    await device.edits.replace(DATE, { base: { date: before }, set: { date } })
  }

  private async remove(
    step: Step & { do: 'delete' | 'restore' | 'delete for good' },
  ): Promise<void> {
    const device = this.getDevice(step.device)
    const picked = await this.pickRecord(step.which, device, step.do !== 'delete')
    if (!picked) return
    const name = { coll: 'client', id: picked.id } as const
    if (step.do === 'delete for good') return this.deleteForGood(device, name)
    if (step.do === 'restore') return device.edits.restore(name)
    this.markSeen(picked.view)
    await device.edits.remove(name)
  }

  /** Makes a record of any collection, or changes one that the device shows. */
  private async editOther({ device: at, which, field: number }: Step & { do: 'edit other' }) {
    const ref = pickOther(which)
    const fields = listTextFields(ref.coll)
    const field = fields[number % fields.length] ?? ''
    const device = this.getDevice(at)
    const { data, deleted } = await device.readView(ref)
    // One that was deleted comes back only by `restore other`, with what it had.
    if (deleted && Object.keys(data).length > 0) return
    for (const token of listTokens(data[field])) {
      this.seenTokens.add(token)
      this.replacedTokens.add(token)
    }
    await device.edit(ref, { [field]: this.createToken(toName(ref), field) })
  }

  private async deleteForGood(device: SyncDevice, ref: RecordRef): Promise<void> {
    for (const one of this.refs)
      if (one.id === ref.id || one.id.startsWith(`${ref.id}-`)) this.deletedForGood.add(toName(one))
    await device.edits.applyAll([{ ...ref, op: 'erase' }])
  }

  private async removeOther(
    step: Step & { do: 'delete other' | 'restore other' | 'delete other for good' },
  ) {
    const ref = pickOther(step.which)
    const device = this.getDevice(step.device)
    const { data, deleted } = await device.readView(ref)
    if (!isDeletable(ref) || Object.keys(data).length === 0) return
    if (step.do === 'restore other' && deleted) await device.edits.restore(ref)
    if (step.do === 'delete other for good' && deleted) await this.deleteForGood(device, ref)
    if (step.do !== 'delete other' || deleted) return
    for (const one of listDeletedWith(ref)) this.markSeen(await device.readView(one))
    await device.edits.remove(ref)
  }

  private markSeen({ data, open }: { data: RecordData; open: { value: unknown }[] }): void {
    for (const value of [...Object.values(data), ...open.map((one) => one.value)])
      for (const token of listTokens(value)) this.seenTokens.add(token)
  }

  private async resolve(step: Step & { do: 'resolve' }): Promise<void> {
    const device = this.getDevice(step.device)
    const found: { ref: RecordRef; view: Awaited<ReturnType<SyncDevice['readView']>> }[] = []
    for (const ref of this.refs) {
      const view = await device.readView(ref)
      if (!view.deleted && view.open.length > 0) found.push({ ref, view })
    }
    const picked = found[step.which % Math.max(found.length, 1)]
    const open = picked?.view.open[step.open % picked.view.open.length]
    if (!picked || !open) return
    const seen = picked.view.data[open.field]
    const { choice } = step
    if (open.kind === 'delete' && choice === 'take') this.markSeen(picked.view)
    if (open.kind === 'field')
      for (const token of listTokens(choice === 'keep' ? open.value : seen))
        this.seenTokens.add(token)
    const decision = { op: 'resolve', cid: open.cid, choice, seen } as const
    await device.edits.applyAll([{ ...picked.ref, ...decision }])
  }

  private async passMonths(): Promise<void> {
    const before = await this.server.listRecords()
    await this.server.passMonths()
    const remaining = new Set((await this.server.listRecords()).map(toName))
    for (const name of before.map(toName)) if (!remaining.has(name)) this.purgedIds.add(name)
    this.monthsPassed += 1
    // By then the server no longer knows its answers: it opens a conflict rather than lose an edit.
    if (this.monthsPassed > 1) this.mayHaveForgotten = true
  }

  private async erase(which: number): Promise<void> {
    const living = (await this.server.listRecords()).filter(
      ({ coll, erased }) => coll === 'client' && !erased,
    )
    const found = living[which % Math.max(living.length, 1)]
    if (!found) return
    this.erasedIds.add(found.id)
    await this.server.use((db) => eraseRecords({ db }, [found.id]))
  }

  private async sync({ device, faults, diesIn }: Step & { do: 'sync' }): Promise<void> {
    const at = this.getDevice(device)
    at.crashesIn = diesIn
    const remaining = [...faults]
    let heldUntil: Promise<void> | undefined
    const pending = at
      .sync(
        this.transport(
          () => remaining.shift() ?? 'none',
          (until) => {
            heldUntil = until
          },
        ),
      )
      .catch(() => undefined)
    this.unfinishedSyncs.push(pending)
    // A late answer leaves its sync unfinished; the device goes on.
    for (;;) {
      const ended = await Promise.race([pending.then(() => true), nextTurn()])
      if (ended || heldUntil) break
    }
    at.crashesIn = Number.POSITIVE_INFINITY
  }

  private transport(next: () => Fault, hold: (until: Promise<void>) => void): Transport {
    const through = async (
      send: (full?: boolean) => Promise<Answer>,
      size = 1,
    ): Promise<Answer> => {
      const fault = next()
      if (fault === 'too large' && size > 1) return { ...NO_ANSWER, status: 413 }
      if (fault === 'lost request') return NO_ANSWER
      if (fault === 'late request') {
        this.lateDeliveries.push(send)
        return NO_ANSWER
      }
      if (fault === 'portal') return { status: 200, body: undefined, text: '<h1>Hotel</h1>' }
      if (fault === 'error before') return { status: 503, body: undefined, text: '' }
      if (fault === 'restart') await this.server.restart()
      const answer = await send(fault === 'disk full')
      if (fault === 'twice') await send()
      if (fault === 'lost answer') return NO_ANSWER
      if (fault === 'error after') return { status: 502, body: undefined, text: '' }
      if (fault === 'late answer') {
        const until = new Promise<void>((resolve) => {
          this.lateDeliveries.push(async () => resolve())
        })
        hold(until)
        await until
      }
      return answer
    }
    return {
      push: (body) => {
        const sent = structuredClone(body) as { mutations: unknown[] }
        const send = async (full = false) =>
          toAnswer(await (full ? this.server.pushUntilFull(sent) : this.server.push(sent)))
        return through(send, sent.mutations.length)
      },
      // Two changes a page, so that a few records already make many pages.
      pull: (query) =>
        through(async () => toAnswer(await this.server.pull({ ...query, limit: 2 }))),
      isRevoked: async () => false,
    }
  }

  /** Delivers the late requests and answers; syncs that waited for them continue. */
  private async deliverLate(): Promise<void> {
    for (const deliver of this.lateDeliveries.splice(0)) await deliver()
    for (let turns = 0; turns < 20; turns++) await nextTurn()
  }

  /** Delivers everything and syncs every device until nothing changes any more. */
  async settle(): Promise<void> {
    let ended = false
    const all = Promise.all(this.unfinishedSyncs).then(() => {
      ended = true
    })
    // A sync that continues after one late answer may wait for another.
    while (!ended) await Promise.race([all, this.deliverLate()])
    for (let round = 0; round < 6 && !(await this.isSettled()); round++)
      for (const device of this.devices) {
        const outcome = await device.sync(this.server.createTransport())
        await resolveMissing(device.db, 'remove')
        if (round > 0 && outcome !== 'done')
          throw new Error(`A device’s last sync ended with ${outcome} instead of done`)
      }
  }

  /** Whether every device has sent all mutations and fetched all changes. */
  private async isSettled(): Promise<boolean> {
    const seq = await readLastSyncedSeq(this.server.db.read)
    const epoch = await readEpoch(this.server.db.read)
    for (const { db } of this.devices) {
      const state = await db.device.get('device')
      if (state?.epoch !== epoch || state.cursor !== seq) return false
      if (state.pullMode === 'all' || state.missingKeys.length > 0 || (await db.queue.count()) > 0)
        return false
    }
    return true
  }

  /** A sentence for each guarantee that is broken. */
  async findProblems(): Promise<string[]> {
    const schedule = await findScheduleProblems(this.server.db.read)
    const shown: string[] = []
    for (const page of this.pages) shown.push(...(await page.findProblems()))
    return [...this.wrongViews, ...(await findProblems(this)), ...schedule, ...shown]
  }

  async close(): Promise<void> {
    for (const device of this.devices) device.crash()
    await this.server.close()
  }
}

function pickOther(which: number): RecordRef {
  const ref = OTHER_REFS[which % OTHER_REFS.length]
  if (!ref) throw new Error('There is no other collection')
  return ref
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
