import { ownerDatabase } from './database.ts'
import { rescueQueueHere } from './rescue-queue.ts'

/**
 * How many edits only this device has; asked of the disk itself, since whoever signs out may not wait
 * for a worker that does not come. What cannot be read in any way holds nothing that could be kept.
 */
export async function countUnsent(userId: string): Promise<number> {
  try {
    const { queue, refused } = ownerDatabase(userId)
    return (await queue.count()) + (await refused.count())
  } catch {
    return countRescued(userId)
  }
}

async function countRescued(userId: string): Promise<number> {
  try {
    const { queue, refused } = await rescueQueueHere(userId)
    return queue.length + refused.length
  } catch {
    return 0
  }
}
