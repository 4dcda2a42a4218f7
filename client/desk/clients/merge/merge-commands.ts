import { getBook } from '#client/book/book-client.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { Client } from '#shared/clients/client-fields.ts'
import { type MergeNote, toMergeEdit, toUnmergeEdit } from '#shared/clients/merge-clients.ts'

/** The client that two entries became. */
export interface MergeResult {
  id: string
  name: string
  /** The note in the timeline, which holds what an undo needs. */
  note: MergeNote
}

/**
 * Saves everything into the first entry before it deletes the second, so that a failure in between
 * loses nothing.
 */
export async function mergeInto(
  first: ClientView,
  second: ClientView,
  after: Client,
): Promise<MergeResult> {
  const at = new Date(systemClock()).toISOString()
  const text = `Merged with another entry of ${second.client.name}.`
  // `merged` leaves the journal out: an undo removes the other entry's notes one by one.
  const { base, set } = toMergeEdit(first.client, { ...after, journal: first.client.journal })
  const merged = { other: second.id, base, set }
  const note: MergeNote = { id: randomKey(), at, text, merged }
  const journal = [...after.journal, note]
  const edit = toMergeEdit(first.client, { ...after, journal })
  await getBook().saveClient(first.id, { ...edit, rev: first.rev })
  await getBook().deleteClient(second.id, second.rev)
  return { id: first.id, name: after.name, note }
}

/** Restores the deleted entry, then resets the other to what it was, except for later edits. */
export async function undoMerge(id: string, note: MergeNote): Promise<void> {
  const { other } = note.merged
  await getBook().restoreClient(other)
  const [now, back] = [await getBook().getClient(id), await getBook().getClient(other)]
  if (now && back)
    await getBook().saveClient(id, {
      ...toUnmergeEdit(now.client, note, back.client),
      rev: now.rev,
    })
}

/**
 * Records in each entry that the other is another person, so that no device takes them for
 * duplicates again.
 */
export async function markDistinct(a: ClientView, b: ClientView): Promise<void> {
  await addDistinct(a, b.id)
  await addDistinct(b, a.id)
}

async function addDistinct({ id, client, rev }: ClientView, other: string): Promise<void> {
  const { distinctFrom } = client
  if (distinctFrom.includes(other)) return
  const set = { distinctFrom: [...distinctFrom, other] }
  await getBook().saveClient(id, { base: { distinctFrom }, set, rev })
}
