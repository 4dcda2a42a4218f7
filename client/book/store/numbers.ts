import type { OwnerDatabase } from './database.ts'
import { takeFromLog } from './log.ts'
import { showAgain } from './row.ts'
import type { DeviceState, Queued, Run } from './schema.ts'

// Each intent gets its number just before it is first sent, and keeps it and its content ever after.
// Numbers lie together in the device's own record: to write each beside its intent takes longer than
// to send them all.

/** Whether it was sent, for all one knows. */
export function isNumbered({ n = 0 }: Queued, { given }: DeviceState): boolean {
  return given.some(([first, , count]) => n >= first && n < first + count)
}

/** The number of each place that has one. */
export function numbersOf(given: readonly Run[]): Map<number, number> {
  const numbers = new Map<number, number>()
  for (const [first, mid, count] of given)
    for (let i = 0; i < count; i++) numbers.set(first + i, mid + i)
  return numbers
}

export function runsOf(numbers: Iterable<readonly [n: number, mid: number]>): Run[] {
  const runs: Run[] = []
  for (const [n, mid] of numbers) {
    const last = runs.at(-1)
    if (last && n === last[0] + last[2] && mid === last[1] + last[2]) last[2] += 1
    else runs.push([n, mid, 1])
  }
  return runs
}

export type Numbered = Queued & { n: number; mid: number }

/** These with their numbers, new ones where they have none, and the device that has given them. */
export function numbered(
  items: Queued[],
  device: DeviceState,
): { mutations: Numbered[]; device: DeviceState } {
  const known = numbersOf(device.given)
  let { lastMid } = device
  const mutations = items.map((item): Numbered => {
    if (item.n === undefined) throw new Error('What waits has its place')
    return { ...item, n: item.n, mid: known.get(item.n) ?? ++lastMid }
  })
  for (const { n, mid } of mutations) known.set(n, mid)
  return { mutations, device: { ...device, lastMid, given: runsOf(known) } }
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
  await db.device.put({ ...device, lastMid, given: givenUpTo(lastMid, device) })
  await showAgain(db, [...new Set(lost.map(({ key }) => key))])
}

/** The numbers that were given, without those above `mid`. */
export function givenUpTo(mid: number, { given }: DeviceState): Run[] {
  return runsOf([...numbersOf(given)].filter((one) => one[1] <= mid))
}
