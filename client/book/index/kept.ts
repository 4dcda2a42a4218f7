import { type ScheduleHere, scheduleAsks, scheduleHere } from '#client/book/schedule/asks.ts'
import type {
  DeviceState,
  Head,
  OwnerDatabase,
  RefusedIntent,
  Row,
  RowKey,
} from '#client/book/store/database.ts'
import { headOf } from '#client/book/store/heads.ts'
import type { Hints } from '#client/book/store/locate.ts'
import { byId } from '#client/book/store/refused.ts'
import { asShown } from '#client/book/store/shown.ts'
import type { BookState } from '#client/book/store/types.ts'
import { unbegunRow, withTyped } from '#client/book/store/unbegun.ts'
import type { Change } from '#shared/sync/protocol.ts'
import { Memory } from './memory.ts'
import { ROWS } from './segment.ts'

/** How many heads come from the disk at a time. */
const BATCH = 12
/** How many places of an order are prepared at a time. */
const PREPARED = 10_000
/** Superseded versions that memory may hold beyond as many as there are clients. */
const WASTE = 5000

/** What this device keeps, as far as lists, searches and counts need it, in memory. */
export class Kept {
  memory = new Memory()
  /** Counts up with each change of anything here. */
  version = 0
  phase: BookState['phase'] = 'opening'
  /** Not everything has come from the disk. */
  loading = true
  /** When each client was last edited here, of those whose edits wait; UTC milliseconds. */
  waiting = new Map<string, number>()
  /** What the server would not take of each client, in its order. */
  refused = new Map<string, RefusedIntent[]>()
  /** Conflicts that were decided here, which the server does not know yet. */
  private decided = new Map<string, string[]>()
  counts = { waiting: 0, refused: 0 }
  /** Two versions of the schedule wait for a choice. */
  scheduleAsks = false
  private schedule: ScheduleHere = false
  device: DeviceState | undefined
  private readonly db: OwnerDatabase
  private readonly tell: () => void
  /** The clients that lie singly, each with the revision that the server confirmed. */
  private rowRevs = new Map<string, number>()
  private turn: Promise<void> = Promise.resolve()

  /** `tell` is called at each change. */
  constructor(db: OwnerDatabase, tell: () => void) {
    this.db = db
    this.tell = tell
  }

  open(): Promise<void> {
    return this.inTurn(async () => {
      try {
        await this.load(this.memory)
      } catch (error) {
        this.phase = 'unavailable'
        throw error
      }
    })
  }

  /** These clients were changed on the disk, or, for all one knows, all. */
  refresh(ids: readonly string[] | 'all'): Promise<void> {
    return this.inTurn(async () => {
      const known = ids !== 'all' && !this.isWasteful()
      if (known && (await this.read(() => this.readSome([...new Set(ids)])))) return
      this.rowRevs = new Map()
      await this.load(new Memory())
    })
  }

  private isWasteful(): boolean {
    return this.memory.columns.count > 2 * this.memory.clients + WASTE
  }

  /** Where a client was packed, for whoever looks into its page. */
  readonly hints: Hints = (coll, id) => {
    if (coll !== 'client' || this.loading) return { through: -1, page: undefined }
    const place = this.memory.pagePlaceOf(id)
    const page = place === -1 ? undefined : this.memory.at(place).segment.head.no
    return { through: Math.max(-1, ...this.memory.pages), page }
  }

  /** The server does not have it yet. */
  isNew(id: string): boolean {
    return this.rowRevs.get(id) === 0
  }

  /** From what the disk has at one moment. */
  private read<T>(work: () => Promise<T>): Promise<T> {
    const { rows, heads, queue, refused, device, drafts, copies } = this.db
    const tables = [rows, heads, queue, refused, device, drafts, copies]
    return this.db.transaction('r', tables, work)
  }

  /** Shows what has come as soon as that is the first thing to be seen. */
  private load(memory: Memory): Promise<void> {
    return this.read(async () => {
      await this.readMarks()
      this.addRows(memory, await this.db.rows.toArray())
      const numbers = await this.db.heads.toCollection().primaryKeys()
      await this.addHeads(memory, numbers)
      this.addRows(memory, this.unbegun(memory, [...this.refused.keys()]))
      this.memory = memory
      this.loading = false
      this.phase = 'ready'
      this.changed()
      void prepare(memory)
    })
  }

  private async addHeads(memory: Memory, numbers: number[]): Promise<void> {
    const batches = [numbers.slice(0, 1)]
    for (let i = 1; i < numbers.length; i += BATCH) batches.push(numbers.slice(i, i + BATCH))
    // All are asked for at once, and taken as they come.
    const coming = batches.map((batch) => this.headsAt(batch))
    // Where one fails, all do, and the first that is waited for tells.
    void Promise.allSettled(coming)
    for (const [b, heads] of coming.entries()) {
      for (const head of await heads) if (!memory.pages.has(head.no)) memory.add(head)
      // The first can be used; the rest is shown at once, when all is there.
      if (b === 0 && memory === this.memory && this.loading) {
        this.phase = 'ready'
        this.changed()
      }
    }
  }

  private async headsAt(numbers: number[]): Promise<Head[]> {
    if (numbers.length === 0) return []
    const [first = 0] = numbers
    const found = this.db.heads.where('no').between(first, numbers.at(-1), true, true)
    return found.toArray()
  }

  /** Pages that are new, and these records' rows; false where a page has gone, so that all is to be read anew. */
  private async readSome(ids: string[]): Promise<boolean> {
    const numbers = await this.db.heads.toCollection().primaryKeys()
    const there = new Set(numbers)
    const { pages } = this.memory
    for (const no of pages) if (!there.has(no)) return false
    await this.readMarks(ids)
    const rows = await this.db.rows.bulkGet(ids.map(keyOf))
    await this.addHeads(
      this.memory,
      numbers.filter((no) => !pages.has(no)),
    )
    this.replaceRows(
      rows.filter((row) => row !== undefined),
      ids,
    )
    this.changed()
    return true
  }

  private replaceRows(rows: Row[], before: string[]): void {
    const there = new Set(rows.map(({ id }) => id))
    for (const id of before) {
      if (there.has(id) || !this.rowRevs.delete(id)) continue
      this.memory.withoutRow(id)
    }
    this.addRows(this.memory, rows)
    this.addRows(this.memory, this.unbegun(this.memory, before))
  }

  /** Of these, whom the server would not begin: nothing lies of them but what it refused. */
  private unbegun(memory: Memory, ids: readonly string[]): Row[] {
    return ids.flatMap((id) => {
      if (!this.refused.has(id)) return []
      const place = memory.placeOf(id)
      const packed = place !== -1 && memory.at(place).segment.head.no !== ROWS
      if (packed || this.rowRevs.has(id)) return []
      return [unbegunRow(id)]
    })
  }

  private addRows(memory: Memory, rows: Row[]): void {
    const clients = rows.filter(({ coll }) => coll === 'client')
    for (const { id, rev } of clients) this.rowRevs.set(id, rev)
    const changes = clients.map((row) =>
      changeOf(
        { ...withTyped(row, this.refused.get(row.id)), conflicts: this.openIn(row) },
        this.waiting.get(row.id),
      ),
    )
    if (changes.length > 0) memory.add(headOf(changes, { no: ROWS, round: 0 }))
  }

  /** What waits and what was refused, of these clients or of all; the rest is counted. */
  private async readMarks(ids?: string[]): Promise<void> {
    const { queue, refused, device } = this.db
    const keys = ids?.map(keyOf)
    const queued = await (keys ? queue.where('key').anyOf(keys) : queue).toArray()
    const failed = await refused.toArray()
    this.device = await device.get('device')
    for (const id of ids ?? [...this.waiting.keys()]) {
      this.waiting.delete(id)
      this.decided.delete(id)
    }
    for (const { intent, at } of queued) {
      this.waiting.set(intent.id, Date.parse(at))
      if (intent.op === 'resolve')
        this.decided.set(intent.id, [...(this.decided.get(intent.id) ?? []), intent.cid])
    }
    this.refused = byId(failed)
    this.schedule = await scheduleHere(this.db)
    this.counts = { waiting: await queue.count(), refused: failed.length }
  }

  private openIn({ id, conflicts }: Row): Row['conflicts'] {
    const decided = this.decided.get(id)
    return decided ? conflicts.filter(({ cid }) => !decided.includes(cid)) : conflicts
  }

  private changed(): void {
    this.version += 1
    this.tell()
  }

  /** One after another, so that an older reading never follows a newer one. */
  private inTurn(work: () => Promise<unknown>): Promise<void> {
    const done = this.turn.then(async () => {
      await work()
      // Nobody waits for it; the next reading is as good an occasion.
      this.askSchedule().catch(() => undefined)
    })
    this.turn = done.catch(() => undefined)
    return done
  }

  private async askSchedule(): Promise<void> {
    const { schedule } = this
    const asks = await scheduleAsks(this.db, schedule)
    if (schedule !== this.schedule || asks === this.scheduleAsks) return
    this.scheduleAsks = asks
    this.changed()
  }
}

/** What nobody has to wait for; a search in between is answered at once. */
async function prepare(memory: Memory): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve))
  while (!memory.prepare(PREPARED))
}

function keyOf(id: string): RowKey {
  return `client/${id}`
}

/** A row as a page would have it, with what waits here. */
function changeOf(row: Row, editedAt = 0): Change {
  const { coll, id, rev, seq, erased, conflicts, createdAt } = row
  const { data, deleted } = asShown(row)
  const updatedAt = Math.max(row.updatedAt, editedAt)
  return { coll, id, rev, seq, deleted, erased, data, conflicts, createdAt, updatedAt }
}
