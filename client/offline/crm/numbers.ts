import type { DeviceState, OwnerDatabase, Queued, RowKey } from './database.ts'
import { takeFromLog } from './log.ts'
import { withShown } from './row.ts'
import { waitingByKey } from './waiting.ts'

// Each intent gets its number just before it is first sent, and keeps it and its content ever after.
// Numbers lie together in the device's own record: to write each beside its intent takes longer than
// to send them all.

/** Whether it was sent, for all one knows. */
export function isNumbered({ n }: Queued, { given }: DeviceState): boolean {
  return given.some(([place]) => place === n)
}

export type Numbered = Queued & { n: number; mid: number }

/** These with their numbers, new ones where they have none, and the device that has given them. */
export function numbered(
  items: Queued[],
  device: DeviceState,
): { mutations: Numbered[]; device: DeviceState } {
  const known = new Map(device.given)
  let { lastMid } = device
  const mutations = items.map((item): Numbered => {
    if (item.n === undefined) throw new Error('What waits has its place')
    return { ...item, n: item.n, mid: known.get(item.n) ?? ++lastMid }
  })
  const fresh = mutations.filter(({ n }) => !known.has(n))
  const given = [...device.given, ...fresh.map(({ n, mid }): [number, number] => [n, mid])]
  return { mutations, device: { ...device, lastMid, given } }
}

/**
 * The server has fewer of this device's numbers than were given out: after a restore, or where another
 * browser goes by the same name. What it does not have is numbered and sent anew, in its old order.
 */
export async function renumber(
  db: OwnerDatabase,
  device: DeviceState,
  lastMid: number,
): Promise<void> {
  const lost = await takeFromLog(db, ({ mid }) => mid > lastMid)
  await db.queue.bulkPut(
    lost.map(({ n, key, intent, at }) => ({ n, key, intent, at, again: true })),
  )
  const given = device.given.filter(([, mid]) => mid <= lastMid)
  await db.device.put({ ...device, lastMid, given })
  await showWaiting(db, [...new Set(lost.map(({ key }) => key))])
}

/** These rows are shown with what waits for them now. */
export async function showWaiting(db: OwnerDatabase, keys: RowKey[]): Promise<void> {
  const waiting = await waitingByKey(db, keys)
  const rows = await db.rows.bulkGet(keys)
  await db.rows.bulkPut(
    rows.flatMap((row) => (row ? [withShown(row, waiting.get(row.key) ?? [])] : [])),
  )
}
