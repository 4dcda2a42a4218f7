import { book } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { Client } from '#shared/clients/fields.ts'
import { type MergeNote, mergeEdit, unmergeEdit } from '#shared/clients/merge-clients.ts'

/** What became of two. */
export interface Merged {
  id: string
  name: string
  /** Tells of it in the timeline, and how to take it back. */
  note: MergeNote
}

/** First the one that stays has everything; only then the other goes. */
export async function mergeInto(
  first: ClientView,
  second: ClientView,
  after: Client,
): Promise<Merged> {
  const at = new Date(systemClock()).toISOString()
  const text = `Merged with another entry of ${second.client.name}.`
  // Dated notes are told apart by themselves.
  const { base, set } = mergeEdit(first.client, { ...after, journal: first.client.journal })
  const merged = { other: second.id, base, set }
  const note: MergeNote = { id: randomKey(), at, text, merged }
  const journal = [...after.journal, note]
  const edit = mergeEdit(first.client, { ...after, journal })
  await book().save(first.id, { ...edit, rev: first.rev })
  await book().remove(second.id, second.rev)
  return { id: first.id, name: after.name, note }
}

/** First the other is back; then the one that stayed is what it was, but for what was edited since. */
export async function undoMerge(id: string, note: MergeNote): Promise<void> {
  const { other } = note.merged
  await book().restore(other)
  const [now, back] = [await book().client(id), await book().client(other)]
  if (now && back)
    await book().save(id, { ...unmergeEdit(now.client, note, back.client), rev: now.rev })
}

/** Each names the other, so that neither device nor list takes them for one again. */
export async function tellApart(a: ClientView, b: ClientView): Promise<void> {
  await addDistinct(a, b.id)
  await addDistinct(b, a.id)
}

async function addDistinct({ id, client, rev }: ClientView, other: string): Promise<void> {
  const { distinctFrom } = client
  if (distinctFrom.includes(other)) return
  const set = { distinctFrom: [...distinctFrom, other] }
  await book().save(id, { base: { distinctFrom }, set, rev })
}
