import { useCallback } from 'react'
import { callBook, getBook } from '#client/book/book-client.ts'
import type {
  BookState,
  ListedCollection,
  ListedRecords,
  RecordsPosition,
} from '#client/book/store/types.ts'
import { useBookState, useBookVersion } from '#client/book/use-book.ts'
import type { ApiRefusal } from '#client/lib/data/api.ts'
import { getStoredOwner, subscribeToAccount } from '#client/lib/data/stored-account.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'
import { type DeskData, useDeskData } from './use-desk-data.ts'

type Records<Coll extends ListedCollection> = ReadonlyMap<string, ListedRecords[Coll]>

/** This tab's copy of a collection. It reads from the device only what has changed. */
class RecordsInTab<Coll extends ListedCollection> {
  /** Undefined until the first answer; the same map until something changes. */
  readonly records = createStore<Records<Coll> | undefined>(undefined)
  private userId: string | undefined
  private position: RecordsPosition | undefined
  private lastRead: Promise<unknown> = Promise.resolve()
  private isReadWaiting = false

  constructor(private readonly coll: Coll) {
    // Another owner must not see this owner's records.
    subscribeToAccount(() => {
      if (getStoredOwner()?.userId !== this.userId) this.clear()
    })
  }

  /** Reads one at a time, so that no answer overtakes another; one waiting read is enough. */
  refresh(): void {
    if (this.isReadWaiting) return
    this.isReadWaiting = true
    const read = () => {
      this.isReadWaiting = false
      return this.read()
    }
    this.lastRead = this.lastRead.then(read).catch(() => undefined)
  }

  /** Rejects if the book cannot be read; its next version asks again. */
  private async read(): Promise<void> {
    const userId = getStoredOwner()?.userId
    if (!userId) return
    this.userId = userId
    const answer = await callBook(userId, (book) => book.listRecords(this.coll, this.position))
    if (getStoredOwner()?.userId !== userId) return
    this.position = answer.position
    const before = this.records.get()
    if (before && !answer.isWhole && answer.rows.length === 0) return
    const after = new Map(answer.isWhole ? [] : before)
    for (const { id, data } of answer.rows)
      if (data === undefined) after.delete(id)
      else after.set(id, data as ListedRecords[Coll])
    this.records.set(after)
  }

  private clear(): void {
    this.userId = undefined
    this.position = undefined
    if (this.records.get()) this.records.set(undefined)
  }
}

const inTab = new Map<ListedCollection, RecordsInTab<ListedCollection>>()

function getTabCopy<Coll extends ListedCollection>(coll: Coll): RecordsInTab<Coll> {
  const copy = inTab.get(coll) ?? new RecordsInTab<ListedCollection>(coll)
  inTab.set(coll, copy)
  return copy as unknown as RecordsInTab<Coll>
}

/** All records of a collection on this device, by id; undefined until they are read. */
export function useRecords<Coll extends ListedCollection>(coll: Coll): Records<Coll> | undefined {
  const copy = getTabCopy(coll)
  useEffectOn(useBookVersion(), () => copy.refresh())
  return useStore(copy.records)
}

/** The owner's time zone as this device has it, with a pending edit; undefined until the first sync is complete. */
export function useOwnerZone(): string | undefined {
  const { syncedAt } = useBookState()
  const schedule = useRecords('schedule')
  if (!schedule || syncedAt === undefined) return undefined
  const { timeZone = defaultSchedule.timeZone } = schedule.get('rule-timeZone') ?? {}
  return String(timeZone)
}

/** Whether this browser can store records; true until it turns out that it cannot. */
export function useCanStore(): boolean {
  const { phase } = useBookState()
  return phase === 'opening' || phase === 'ready'
}

interface ServerAnswer<Input, Data> {
  endpoint: Endpoint<Input, Data>
  input: Input
}

/**
 * The data for a screen, derived from records on this device; `derived` is undefined until they are read.
 * Where the device can store none, the server's answer.
 */
export function useRecordData<Input, Data>(
  derived: Data | undefined,
  { endpoint, input }: ServerAnswer<Input, Data>,
): DeskData<Data> {
  const state = useBookState()
  const canStore = useCanStore()
  const answer = useDeskData(endpoint, input, { isOff: canStore })
  const reload = useCallback(
    () =>
      void getBook()
        .sync()
        .catch(() => undefined),
    [],
  )
  if (!canStore) return answer
  const refusal = findRefusal(state, endpoint.failure)
  const known = state.sync === 'idle' ? 'fresh' : 'cached'
  const unknown = refusal ? 'none' : 'opening'
  return {
    ...{ data: derived, reload, refusal, asOf: state.syncedAt },
    state: derived === undefined ? unknown : known,
  }
}

const refusedStatuses: Partial<Record<BookState['sync'] | 'unreachable', number>> = {
  unreachable: 0,
  failed: 500,
  'signed out': 401,
}

function findRefusal({ sync, isUnreachable }: BookState, error: string): ApiRefusal | undefined {
  // Until the server answers, also while it is asked again.
  const status = refusedStatuses[isUnreachable ? 'unreachable' : sync]
  return status === undefined ? undefined : { status, code: 'sync', error }
}
