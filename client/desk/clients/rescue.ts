import { rescueQueueHere } from '#client/book/sync/unsent.ts'
import { ownerHere } from '#client/lib/data/owner-here.ts'
import { saveFile } from '#client/lib/data/save-file.ts'

/** Edits that a book which does not open still holds, into a file; resolves to what is said about it. */
export async function rescueToFile(): Promise<string> {
  const owner = ownerHere()
  if (!owner) return 'There is nothing in it to save.'
  try {
    const found = await rescueQueueHere(owner.userId)
    if (found.queue.length + found.refused.length === 0) return 'There is nothing in it to save.'
    const blob = new Blob([JSON.stringify(found, null, 2)], { type: 'application/json' })
    await saveFile({ blob, name: 'unsent-changes.json' })
    return 'A copy was saved among your downloads.'
  } catch {
    return 'It could not be read. Please restart the browser and try again.'
  }
}
