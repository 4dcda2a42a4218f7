import { callBook } from '#client/book/book-client.ts'
import type { ReadOnlyPosition } from '#client/book/store/read-only.ts'
import { useBookVersion } from '#client/book/use-book.ts'
import { getStoredOwner, subscribeToAccount } from '#client/lib/data/stored-account.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { ReadOnlyCollection, ReadOnlyRecords } from '#shared/sync/read-only-collections.ts'

type Records<Coll extends ReadOnlyCollection> = ReadonlyMap<string, ReadOnlyRecords[Coll]>

/** This tab's copy of a read-only collection. It reads from the device only what has changed. */
class RecordsInTab<Coll extends ReadOnlyCollection> {
  /** Undefined until the first answer; the same map until something changes. */
  readonly records = createStore<Records<Coll> | undefined>(undefined)
  private userId: string | undefined
  private position: ReadOnlyPosition | undefined
  private lastRead: Promise<unknown> = Promise.resolve()

  constructor(private readonly coll: Coll) {
    // Another owner must not see this owner's records.
    subscribeToAccount(() => {
      if (getStoredOwner()?.userId !== this.userId) this.clear()
    })
  }

  /** Reads one at a time, so that no answer overtakes another. */
  refresh(): void {
    this.lastRead = this.lastRead.then(() => this.read()).catch(() => undefined)
  }

  /** Rejects if the book cannot be read; its next version asks again. */
  private async read(): Promise<void> {
    const userId = getStoredOwner()?.userId
    if (!userId) return
    this.userId = userId
    const answer = await callBook(userId, (book) => book.listReadOnly(this.coll, this.position))
    if (getStoredOwner()?.userId !== userId) return
    this.position = answer.position
    const before = this.records.get()
    if (before && !answer.isWhole && answer.rows.length === 0) return
    const after = new Map(answer.isWhole ? [] : before)
    for (const { id, data } of answer.rows)
      if (data === undefined) after.delete(id)
      else after.set(id, data as ReadOnlyRecords[Coll])
    this.records.set(after)
  }

  private clear(): void {
    this.userId = undefined
    this.position = undefined
    if (this.records.get()) this.records.set(undefined)
  }
}

const inTab: { [Coll in ReadOnlyCollection]: RecordsInTab<Coll> } = {
  booking: new RecordsInTab('booking'),
  'booking-money': new RecordsInTab('booking-money'),
  'busy-times': new RecordsInTab('busy-times'),
}

/** All records of a read-only collection on this device, by id; undefined until they are read. */
export function useReadOnlyRecords<Coll extends ReadOnlyCollection>(
  coll: Coll,
): Records<Coll> | undefined {
  const list: RecordsInTab<Coll> = inTab[coll]
  useEffectOn(useBookVersion(), () => list.refresh())
  return useStore(list.records)
}
