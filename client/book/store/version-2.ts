import type { Transaction } from 'dexie'
import type { Head, Logged, Queued } from './database.ts'
import { headOf } from './heads.ts'
import { unpack } from './locate.ts'
import type { LoggedBatch3, Row3 } from './version-3.ts'
import type { Device1000 } from './version-1000.ts'

// Version 2 had several shapes, which are told apart by what lies in it. In the first, the number of what
// was sent stood beside its intent, and each answered intent had a log entry of its own.

type FirstQueued = Queued & { mid?: number }
type FirstLogged = Logged & { ackedAt: number }

/** A store's primary key cannot be changed: the log is taken out of the old one and put into one made anew. */
export function version2(): Record<'takeOut' | 'putBack', (tx: Transaction) => Promise<void>> {
  let log: LoggedBatch3[] = []
  return {
    async takeOut(tx) {
      // Version 1 had none.
      const hasLog = tx.idbtrans.objectStoreNames.contains('log')
      log = inBatches(hasLog ? await tx.table('log').toArray() : [])
      await gatherNumbers(tx)
      await completeRows(tx)
      await completeHeads(tx)
    },
    async putBack(tx) {
      await tx.table('log').bulkAdd(log)
    },
  }
}

/** Those of the first shape go together, and stay as long as the last of them. */
function inBatches(kept: (LoggedBatch3 | FirstLogged)[]): LoggedBatch3[] {
  const batches: LoggedBatch3[] = []
  const single: FirstLogged[] = []
  for (const one of kept)
    if ('items' in one) batches.push(one)
    else single.push(one)
  const items = single.sort((a, b) => a.mid - b.mid).map(({ ackedAt: _together, ...item }) => item)
  const ackedAt = Math.max(...single.map((one) => one.ackedAt))
  const [first] = items
  return first ? [...batches, { mid: first.mid, ackedAt, items }] : batches
}

async function gatherNumbers(tx: Transaction): Promise<void> {
  const devices = tx.table<Partial<Device1000>>('device')
  const device = await devices.get('device')
  const queue = tx.table<FirstQueued>('queue')
  const sent = await queue.filter(({ mid }) => mid !== undefined).toArray()
  const given = sent.map(({ n, mid }) => [n, mid])
  // Where it has them together already, it has taken another name since, and those beside say nothing.
  if (device) await devices.put({ horizon: 0, given, ...device } as Device1000)
  await queue.bulkPut(sent.map(({ mid: _gathered, ...item }) => item))
}

/** A row did not say how much of what waits it shows. */
async function completeRows(tx: Transaction): Promise<void> {
  await tx
    .table<Row3>('rows')
    .toCollection()
    .modify(({ shown }) => {
      if (shown) shown.through ??= Number.POSITIVE_INFINITY
    })
}

/** What a head held beside its lines was something else at first; its page says all of it. */
async function completeHeads(tx: Transaction): Promise<void> {
  const heads = tx.table<Head>('heads')
  const older = heads.filter(({ order, apart }: Partial<Head>) => !order || !apart)
  for (const { no, round } of await older.toArray()) {
    const page = await tx.table('pages').get(no)
    if (page) await heads.put(headOf(unpack(page.bytes), { no, round }))
  }
}
