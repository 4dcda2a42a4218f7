import { book } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { Client, JournalNote } from '#shared/clients/fields.ts'
import { sameValue } from '#shared/sync/values.ts'

/** A note of this moment. */
export function addNote(view: ClientView, text: string): Promise<string> {
  const note = { id: randomKey(), at: new Date(systemClock()).toISOString(), text }
  return keep(view, [...view.client.journal, note])
}

/**
 * An edited note goes by another id: where two devices edit one, both stay, and are two. Answers the id;
 * what was deleted meanwhile is there again, as it was edited.
 */
export async function editNote(view: ClientView, note: JournalNote, text: string): Promise<string> {
  const edited = { ...note, id: randomKey(), text }
  const { journal } = view.client
  const is = (one: JournalNote) => sameValue(one, note)
  const next = journal.some(is)
    ? journal.map((one) => (is(one) ? edited : one))
    : [...journal, edited]
  await keep(view, next)
  return edited.id
}

/** Resolves to the way to take that back. */
export async function removeNote(
  view: ClientView,
  note: JournalNote,
): Promise<() => Promise<string>> {
  const { journal } = view.client
  const place = journal.findIndex((one) => sameValue(one, note))
  await keep(view, journal.toSpliced(place, place === -1 ? 0 : 1))
  return async () => {
    const now = await book().client(view.id)
    const there = now?.client.journal.some((one) => sameValue(one, note))
    if (now && !there) await keep(now, now.client.journal.toSpliced(place, 0, note))
    return `/admin/crm/${view.id}/timeline`
  }
}

function keep({ id, client, rev }: ClientView, journal: Client['journal']): Promise<string> {
  return book().save(id, { base: { journal: client.journal }, set: { journal }, rev })
}
