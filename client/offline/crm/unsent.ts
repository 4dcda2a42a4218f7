import { ownerDatabase } from './database.ts'

/**
 * How many edits only this device has; asked of the disk itself, since whoever signs out may not wait
 * for a worker that does not come. A store that cannot be opened holds nothing that could be kept.
 */
export async function countUnsent(userId: string): Promise<number> {
  try {
    const { queue, refused } = ownerDatabase(userId)
    return (await queue.count()) + (await refused.count())
  } catch {
    return 0
  }
}
