import type { OwnerDatabase } from '#client/book/store/database.ts'
import { type Hints, unpack } from '#client/book/store/pages.ts'
import { asShown, byId, undecided, waitingFor } from '#client/book/store/row.ts'
import {
  type DeviceState,
  keyOf,
  type RefusedIntent,
  type Row,
  type RowKey,
  SCHEDULE,
} from '#client/book/store/schema.ts'
import type { BookState, ClientLine, ClientMark } from '#client/book/store/types.ts'
import { SCHEDULE_ANSWER, type ScheduleAnswer } from '#client/book/sync/push.ts'
import { NO_NAME } from '#shared/clients/names.ts'
import type { Change } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'
import { ClientIndex } from './client-index.ts'
import type { Entry } from './entry.ts'

/** Pages read per request, after the first page, which is shown at once. */
const PAGES_AT_A_TIME = 12

/** In-memory copy of what lists, search and counters need from the store. */
export class BookCache {
  index = new ClientIndex()
  /** Increases with each change. */
  version = 0
  phase: BookState['phase'] = 'opening'
  /** Some pages are not read yet. */
  loading = true
  /** Time of the last edit of each client with pending mutations, UTC milliseconds. */
  waiting = new Map<string, number>()
  /** Refused mutations of each client, in order. */
  refused = new Map<string, RefusedIntent[]>()
  /** Conflicts decided on this device, pending on the server: conflict ids by client. */
  private decided = new Map<string, string[]>()
  counts = { waiting: 0, refused: 0 }
  /** Whether the owner must choose between two versions of the schedule. */
  scheduleAsks = false
  private schedule: ScheduleHere = false
  device: DeviceState | undefined
  private readonly db: OwnerDatabase
  private readonly tell: () => void
  /**
   * The server revision of each client that has a row; 0 if the server does not have the client
   * yet.
   */
  private rowRevs = new Map<string, number>()
  private turn: Promise<void> = Promise.resolve()

  /** `tell` is called after each change. */
  constructor(db: OwnerDatabase, tell: () => void) {
    this.db = db
    this.tell = tell
  }

  open(): Promise<void> {
    return this.inTurn(async () => {
      try {
        await this.load(this.index)
      } catch (error) {
        this.phase = 'unavailable'
        throw error
      }
    })
  }

  /** Reads these clients again, or all clients. */
  refresh(ids: readonly string[] | 'all'): Promise<void> {
    return this.inTurn(async () => {
      if (ids !== 'all' && (await this.read(() => this.readSome([...new Set(ids)])))) return
      await this.load(new ClientIndex())
    })
  }

  /** Tells readers which page contains a client, so that they need not search all pages. */
  readonly hints: Hints = (coll, id) => {
    if (coll !== 'client' || this.loading) return { through: -1, page: undefined }
    return { through: Math.max(-1, ...this.index.pages), page: this.index.get(id)?.page }
  }

  /** Whether a client was created here and is still pending. */
  isNew(id: string): boolean {
    return this.rowRevs.get(id) === 0
  }

  /** A client as a line of the list. */
  line(entry: Entry): ClientLine {
    const { id, name, location, lastContact } = entry
    const mark = this.markOf(entry)
    return { id, name: name || NO_NAME, location, lastContact, ...(mark && { mark }) }
  }

  /** The most serious mark only. */
  private markOf(entry: Entry): ClientMark | undefined {
    if (this.refused.has(entry.id)) return 'refused'
    if (entry.conflicted) return 'conflict'
    if (this.waiting.has(entry.id)) return 'waiting'
    return this.index.hasDuplicate(entry) ? 'duplicate' : undefined
  }

  /** Runs `work` in one read transaction, so that it sees one consistent state. */
  private read<T>(work: () => Promise<T>): Promise<T> {
    const { rows, pages, queue, refused, device, drafts, copies } = this.db
    const tables = [rows, pages, queue, refused, device, drafts, copies]
    return this.db.transaction('r', tables, work)
  }

  private load(index: ClientIndex): Promise<void> {
    return this.read(async () => {
      this.rowRevs = new Map()
      await this.readMarks()
      this.putRows(index, await this.db.rows.toArray())
      await this.addPages(index, await this.pageNumbers())
      this.index = index
      this.loading = false
      this.phase = 'ready'
      this.changed()
    })
  }

  private pageNumbers(): Promise<number[]> {
    return this.db.pages.toCollection().primaryKeys()
  }

  private async addPages(index: ClientIndex, numbers: number[]): Promise<void> {
    for (let i = 0; i < numbers.length; i += i === 0 ? 1 : PAGES_AT_A_TIME) {
      const [first, last] = [numbers[i], numbers[i === 0 ? 0 : i + PAGES_AT_A_TIME - 1]]
      const next = this.db.pages.where('no').between(first, last ?? Infinity, true, true)
      for (const { no, bytes } of await next.toArray())
        if (!index.pages.has(no)) index.addPage(no, unpack(bytes))
      // The first page is shown at once, the others when all are read.
      if (i === 0 && index === this.index && this.loading) {
        this.phase = 'ready'
        this.changed()
      }
    }
  }

  /**
   * Reads new pages and the rows of these clients. False if a page was removed, and everything must
   * be read again.
   */
  private async readSome(ids: string[]): Promise<boolean> {
    const { index } = this
    const numbers = await this.pageNumbers()
    const there = new Set(numbers)
    for (const no of index.pages) if (!there.has(no)) return false
    await this.readMarks(ids)
    const rows = await this.db.rows.bulkGet(ids.map(clientKey))
    await this.addPages(
      index,
      numbers.filter((no) => !index.pages.has(no)),
    )
    await this.removeRows(ids.filter((_id, i) => !rows[i]))
    this.putRows(
      index,
      rows.filter((row) => row !== undefined),
    )
    this.changed()
    return true
  }

  /**
   * Removes rows from the index, and adds their clients from the pages again, if a page has them.
   */
  private async removeRows(ids: readonly string[]): Promise<void> {
    const gone = new Set(ids.filter((id) => this.rowRevs.delete(id)))
    const numbers = new Set<number>()
    for (const id of gone) {
      const page = this.index.get(id)?.page
      this.index.removeRow(id)
      if (page !== undefined) numbers.add(page)
    }
    for (const page of await this.db.pages.bulkGet([...numbers]))
      if (page)
        this.index.addPage(
          page.no,
          unpack(page.bytes).filter(({ id }) => gone.has(id)),
        )
  }

  private putRows(index: ClientIndex, rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.coll !== 'client') continue
      this.rowRevs.set(row.id, row.rev)
      const conflicts = this.openIn(row)
      index.putRow(changeOf({ ...row, conflicts }, this.waiting.get(row.id)))
    }
  }

  /** Reads pending and refused mutations of these clients, or of all, and the counters. */
  private async readMarks(ids?: string[]): Promise<void> {
    const { queue, refused, device } = this.db
    const keys = ids?.map(clientKey)
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

  /** Serialises reads, so that an older result never overwrites a newer one. */
  private inTurn(work: () => Promise<unknown>): Promise<void> {
    const done = this.turn.then(async () => {
      await work()
      // No caller waits for this; a failure is made up for by the next read.
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

function clientKey(id: string): RowKey {
  return `client/${id}`
}

/** A row in the shape of a change, with its optimistic value. */
function changeOf(row: Row, editedAt = 0): Change {
  const { coll, id, rev, seq, erased, conflicts, createdAt } = row
  const { data, deleted } = asShown(row)
  const updatedAt = Math.max(row.updatedAt, editedAt)
  return { coll, id, rev, seq, deleted, erased, data, conflicts, createdAt, updatedAt }
}

/**
 * Whether the owner must choose a version. If that needs the server's schedule, the draft data to
 * compare with it.
 */
type ScheduleHere = boolean | RecordData

/**
 * Reads what this device knows of the schedule's conflicts. Call it in a transaction on the tables
 * that it reads.
 */
async function scheduleHere(db: OwnerDatabase): Promise<ScheduleHere> {
  const key = keyOf(SCHEDULE)
  const [row, waiting] = [await db.rows.get(key), await waitingFor(db, key)]
  // A queued publish is decided by the server first.
  if (waiting.some(({ intent }) => intent.op === 'publish')) return false
  if (row && undecided(row, waiting).length > 0) return true
  const answer = (await db.drafts.get(SCHEDULE_ANSWER))?.data as ScheduleAnswer | undefined
  if (answer?.status === 'conflict') return true
  const work = row ? asShown(row).data : {}
  return Object.values(work).some((draft) => draft !== null) && work
}

/**
 * Whether the owner must choose between two versions of the schedule. Call it outside transactions,
 * because it loads code.
 */
async function scheduleAsks(db: OwnerDatabase, here: ScheduleHere): Promise<boolean> {
  if (typeof here === 'boolean') return here
  // Loaded separately: few owners have unpublished drafts, and the schedule code would add a tenth
  // to the worker's size.
  const { meetsServer } = await import('#client/book/schedule/republish.ts')
  return meetsServer(db, here)
}
