import type { Copy, DeskRecord } from '#client/book/store/schema.ts'
import { sealerHere } from '#client/encryption/sealer-here.ts'
import { answerOf, committed } from './store/open-as-it-is.ts'
import { connected, connectedOnceMade } from './store/plain-store.ts'

export type RecordKind = 'booking' | 'form' | 'sale'

/** Where a list of the desk stands on this device. */
export interface Standing {
  epoch: string
  /** All changes up to this number are here. */
  seq: number
  /** Records that changed last before this number are still to be fetched; 0 where all are here. */
  floor: number
  /** What the server said of all of them together. */
  about: unknown
}

export interface KeptList {
  standing: Standing
  /** When it was last brought up to date, UTC milliseconds. */
  asOf: number
  records: Map<string, unknown>
}

interface Owners {
  userId: string
  kind: RecordKind
}

/** A list that cannot be read is one that is not there: the server is asked anyway. */
export async function readKeptList({ userId, kind }: Owners): Promise<KeptList | undefined> {
  try {
    const { copy, records } = await readList(placeOf(userId, kind))
    if (!copy) return undefined
    const prefix = kind.length + 1
    return {
      standing: copy.data as Standing,
      asOf: copy.asOf,
      records: new Map(records.map(({ key, data }) => [key.slice(prefix), data])),
    }
  } catch {
    return undefined
  }
}

export interface RecordPage {
  /** Where the list stood when the page was asked for; undefined begins it anew. */
  before: Standing | undefined
  standing: Standing
  asOf: number
  put: readonly { id: string; record: unknown }[]
  /** Ids of what is gone. */
  gone: readonly string[]
}

/**
 * Keeps a page and where it leads in one transaction, where the list still stands where it stood:
 * another tab may have brought it further. `emptied` where somebody deleted it meanwhile, as an
 * erasure does, so that nothing of it may be put back.
 */
export async function keepPage(
  { userId, kind }: Owners,
  { before, standing, asOf, put, gone }: RecordPage,
): Promise<'kept' | 'elsewhere' | 'emptied' | 'not kept'> {
  const place = placeOf(userId, kind)
  const keyOf = (id: string) => place.prefix + id
  try {
    const { written, found } = await writeList(place, {
      fits: (copy) => !before || isSame(before, copy),
      copy: { key: place.standing, data: standing, asOf },
      put: put.map(({ id, record }) => ({ key: keyOf(id), data: record })),
      drop: gone.map(keyOf),
      anew: !before,
    })
    if (written) return 'kept'
    return found ? 'elsewhere' : 'emptied'
  } catch {
    // The server has it too: where the browser keeps nothing, the desk works while it is connected.
    return 'not kept'
  }
}

function isSame(before: Standing, copy: Copy | undefined): boolean {
  const now = copy?.data as Standing | undefined
  return now?.epoch === before.epoch && now.seq === before.seq && now.floor === before.floor
}

function placeOf(userId: string, kind: RecordKind) {
  return { userId, standing: `records/${kind}`, prefix: `${kind}/` }
}

interface List {
  userId: string
  /** The key under which `copies` holds where the list stands. */
  standing: string
  /** How the keys of its records begin. */
  prefix: string
}

/** Where a list stands, and all its records, as of one moment. */
async function readList({ userId, standing, prefix }: List) {
  const { db, seal } = await connected(userId)
  const sealer = seal && (await sealerHere(userId)(seal))
  const transaction = db.transaction(['copies', 'records'])
  const [copy, records] = await Promise.all([
    answerOf<Copy | undefined>(transaction.objectStore('copies').get(standing)),
    answerOf<DeskRecord[]>(transaction.objectStore('records').getAll(rangeOf(prefix))),
  ])
  const opened = <T extends object>(store: 'copies' | 'records', value: T) =>
    sealer ? (sealer.open(store, value as Record<string, unknown>) as T) : value
  return {
    copy: copy && opened('copies', copy),
    records: records.map((record) => opened('records', record)),
  }
}

interface ListChange {
  /** Decides by where the list stands whether this change fits there. */
  fits(copy: Copy | undefined): boolean
  copy: Copy
  put: readonly DeskRecord[]
  /** Keys. */
  drop: readonly string[]
  /** Whether all that was there goes first. */
  anew: boolean
}

/** Changes records and where their list stands in one transaction, or, where it does not fit, nothing. */
async function writeList(
  { userId, standing, prefix }: List,
  { fits, copy, put, drop, anew }: ListChange,
): Promise<{ written: boolean; found: Copy | undefined }> {
  const { db, seal } = await connectedOnceMade(userId)
  const sealer = seal && (await sealerHere(userId)(seal))
  const transaction = db.transaction(['copies', 'records'], 'readwrite', { durability: 'relaxed' })
  const done = committed(transaction)
  const [copies, records] = [transaction.objectStore('copies'), transaction.objectStore('records')]
  const stored = await answerOf<Copy | undefined>(copies.get(standing))
  const found =
    stored && sealer ? (sealer.open('copies', { ...stored }) as unknown as Copy) : stored
  const written = fits(found)
  if (written) {
    if (anew) records.delete(rangeOf(prefix))
    for (const record of put) records.put(sealer ? sealer.seal('records', { ...record }) : record)
    for (const key of drop) records.delete(key)
    copies.put(sealer ? sealer.seal('copies', { ...copy }) : copy)
  }
  await done
  return { written, found }
}

function rangeOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`)
}
