import { useEffect } from 'react'
import { keepPage, readKeptList } from '#client/book/desk-data.ts'
import type { RecordKind, Standing } from '#client/book/store/desk-store.ts'
import {
  noteAnswer,
  noteAsking,
  noteCopy,
  noteShown,
  useSyncState,
} from '#client/desk/shell/sync-state.ts'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { onAccount, ownerHere } from '#client/lib/data/account-here.ts'
import { type ApiRefusal, type ApiResult, call } from '#client/lib/data/api.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { useAsync } from '#client/lib/use-async.ts'
import type { AskedChanges, ChangesPage } from '#shared/desk/changes.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { type DeskData, endOf } from './use-desk-data.ts'

/** The part of a list that is loaded in this tab. */
export interface Listed<Data, About> {
  records: readonly Data[]
  about: About
  /** Whether all older records have been fetched. */
  whole: boolean
}

export interface ListView<Data, About> {
  data: Listed<Data, About>
  /** When the list was last brought up to date, UTC milliseconds. */
  asOf: number
}

type Page<Data, About> = ChangesPage<Data, About>
type ChangesEndpoint<Data, About> = Endpoint<AskedChanges, Page<Data, About>>

/**
 * A desk list that this device stores. It fetches the latest changes first, then older records page
 * by page, and from then on only changes. Requests run one at a time, so that no answer overtakes
 * another.
 */
export class RecordList<Data, About> {
  private readonly kind: RecordKind
  private readonly endpoint: ChangesEndpoint<Data, About>
  private userId: string | undefined
  private standing: Standing | undefined
  private records = new Map<string, Data>()
  private asOf = 0
  /** The same object until something changes, as `useSyncExternalStore` requires. */
  readonly view = createStore<ListView<Data, About> | undefined>(undefined)
  /** Whether `view` shows everything in `records`. */
  private isDrawn = false
  private last: Promise<unknown> = Promise.resolve()
  private opening: Promise<void> | undefined

  constructor(kind: RecordKind, endpoint: ChangesEndpoint<Data, About>) {
    this.kind = kind
    this.endpoint = endpoint
    // Another owner must not see this owner's records.
    onAccount(() => {
      if (ownerHere()?.userId !== this.userId) this.forget()
    })
  }

  /** Identifies the list in `sync-state.ts`. */
  get key(): string {
    return this.endpoint.path
  }

  /** Shows the stored list; reads it only once per owner. */
  open(): Promise<void> {
    this.opening ??= this.readKept()
    return this.opening
  }

  /**
   * Fetches the changes, then fills in older records in the background.
   * Resolves to the refusal if the changes could not be fetched.
   */
  async refresh(): Promise<ApiRefusal | undefined> {
    await this.open()
    const refusal = await this.inTurn(() => this.pull())
    if (!refusal) void this.fill()
    return refusal
  }

  /** Runs requests one after the other, also after one that failed. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work, work)
    this.last = done
    return done
  }

  private async readKept(): Promise<void> {
    const userId = ownerHere()?.userId
    this.userId = userId
    const kept = userId && (await readKeptList({ userId, kind: this.kind }))
    if (!kept || this.userId !== userId) return
    this.standing = kept.standing
    this.asOf = kept.asOf
    // Not validated: the epoch covers the record shape, and the server refuses another epoch with
    // 410.
    this.records = kept.records as Map<string, Data>
    this.isDrawn = false
    this.show(true)
  }

  private async pull(): Promise<ApiRefusal | undefined> {
    let ended: ApiRefusal | 'done' | 'again' = 'again'
    while (ended === 'again') ended = await this.pullPage()
    return ended === 'done' ? undefined : ended
  }

  /** Fetches one page of changes after the cursor; without a cursor, the page of latest changes. */
  private async pullPage(): Promise<ApiRefusal | 'done' | 'again'> {
    const before = this.standing
    const answer = await this.ask(before && { epoch: before.epoch, after: before.seq })
    if (!answer) return 'done'
    if (!answer.ok) return before && answer.refusal.status === 410 ? this.again() : answer.refusal
    const { epoch, next, more, seq, about } = answer.value
    const standing = before
      ? { ...before, seq: next, about }
      : { epoch, seq, floor: more ? next : 0, about }
    const taken = await this.take(answer.value, { before, standing, asOf: systemClock() })
    if (taken === 'begin anew' || (taken === 'done' && before && more)) return 'again'
    if (taken === 'done') this.show(true)
    return 'done'
  }

  /**
   * Drops the cursor for a full resync. The old records stay on screen until its first page
   * arrives.
   */
  private again(): 'again' {
    this.standing = undefined
    return 'again'
  }

  /** Stops if the server does not answer; the next refresh continues. */
  private async fill(): Promise<void> {
    let goOn = true
    while (goOn) goOn = await this.inTurn(() => this.fillPage())
  }

  private async fillPage(): Promise<boolean> {
    const before = this.standing
    if (!before || before.floor === 0) return false
    const answer = await this.ask({ epoch: before.epoch, before: before.floor })
    if (!answer?.ok) return false
    const { next, more } = answer.value
    const standing = { ...before, floor: more ? next : 0 }
    const taken = await this.take(answer.value, { before, standing, asOf: this.asOf })
    if (taken === 'begin anew') return (await this.pull()) === undefined
    // Show only each time the list has doubled: rendering costs grow with the number of records.
    const drawn = this.view.get()?.data.records.length ?? 0
    if (taken === 'done') this.show(!more || this.records.size >= 2 * drawn)
    return taken === 'done' && more
  }

  /** Undefined if the owner signed out while the request ran, even if they signed in again. */
  private async ask(asked: AskedChanges = {}): Promise<ApiResult<Page<Data, About>> | undefined> {
    const { userId, standing } = this
    const answer = await call(this.endpoint, asked)
    const isSame = this.userId === userId && this.standing === standing
    return isSame && ownerHere()?.userId === userId ? answer : undefined
  }

  /**
   * Stores a page on this device and applies it in memory. `begin anew` if the stored list was
   * deleted meanwhile, for example by an erasure; `left` if the owner signed out.
   */
  private async take(
    page: Page<Data, About>,
    where: { before: Standing | undefined; standing: Standing; asOf: number },
  ): Promise<'done' | 'begin anew' | 'left'> {
    const { userId } = this
    if (!userId) return 'left'
    const put = page.changes.flatMap((one) => ('record' in one ? [one] : []))
    const gone = page.changes.flatMap((one) => ('gone' in one ? [one.id] : []))
    const kept = await keepPage({ userId, kind: this.kind }, { ...where, put, gone })
    if (this.userId !== userId) return 'left'
    if (kept === 'emptied') {
      this.standing = undefined
      return 'begin anew'
    }
    // `elsewhere` and `not kept` concern the store only: this tab applies the page in both cases.
    if (!where.before) this.records.clear()
    this.isDrawn &&= put.length + gone.length === 0 && where.before !== undefined
    for (const { id, record } of put) this.records.set(id, record)
    for (const id of gone) this.records.delete(id)
    this.standing = where.standing
    this.asOf = where.asOf
    return 'done'
  }

  private show(isDue: boolean): void {
    if (!this.standing || !isDue) return
    const { about, floor } = this.standing
    const records = (this.isDrawn && this.view.get()?.data.records) || [...this.records.values()]
    this.isDrawn = true
    this.view.set({
      data: { records, about: about as About, whole: floor === 0 },
      asOf: this.asOf,
    })
  }

  private forget(): void {
    this.userId = undefined
    this.opening = undefined
    this.standing = undefined
    this.records.clear()
    this.isDrawn = false
    if (this.view.get()) this.view.set(undefined)
  }
}

/** Like `useDeskData`, for a list that this device stores in full and updates by its changes. */
export function useRecordList<Data, About>(
  list: RecordList<Data, About>,
): DeskData<Listed<Data, About>> {
  const view = useStore(list.view)
  const round = useSyncState((state) => state.round)
  const online = useOnline()

  useEffect(() => noteShown(list.key), [list])
  const asOf = view?.asOf
  useEffect(() => {
    if (asOf !== undefined) noteCopy(list.key, asOf)
  }, [list, asOf])

  const { value: ended, reload } = useAsync(list.key, () => ask(list), `${round} ${online}`)
  const trouble = ended?.trouble
  return { data: view?.data, asOf, state: stateOf(view, ended), trouble, reload }
}

function stateOf(
  view: unknown,
  ended: { trouble: unknown } | undefined,
): DeskData<unknown>['state'] {
  if (!view) return ended?.trouble ? 'none' : 'opening'
  return ended && !ended.trouble ? 'fresh' : 'kept'
}

async function ask<Data, About>(
  list: RecordList<Data, About>,
): Promise<{ trouble: ApiRefusal | undefined }> {
  const askedAt = systemClock()
  noteAsking()
  const trouble = await list.refresh()
  const ended = trouble ? endOf(trouble) : 'answered'
  noteAnswer(list.key, { ended, askedAt, now: systemClock() })
  return { trouble }
}
