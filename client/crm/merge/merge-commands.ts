import { mergeEdit } from '../../../shared/crm/merge-clients.ts'
import type { Client } from '../../../shared/crm/schema.ts'
import { systemClock } from '../../lib/clock.ts'
import { randomKey } from '../../lib/ids.ts'
import { book } from '../../offline/crm/page-book.ts'
import type { ClientView } from '../../offline/crm/types.ts'

/** What is needed to take a merge back. */
export interface Merged {
  id: string
  name: string
  /** Of the entry that went. */
  other: string
  base: Partial<Client>
  set: Partial<Client>
}

/** First the one that stays has everything; only then the other goes. */
export async function mergeInto(
  first: ClientView,
  second: ClientView,
  after: Client,
): Promise<Merged> {
  const at = new Date(systemClock()).toISOString()
  const text = `Merged with another entry of ${second.client.name}.`
  const journal = [...after.journal, { id: randomKey(), at, text }]
  const edit = mergeEdit(first.client, { ...after, journal })
  await book().save(first.id, { ...edit, rev: first.rev })
  await book().remove(second.id, second.rev)
  return { id: first.id, name: after.name, other: second.id, ...edit }
}

/** First the other is back; then the one that stayed is what it was, but for what was edited since. */
export async function undoMerge({ id, other, base, set }: Merged): Promise<void> {
  await book().restore(other)
  const now = await book().client(id)
  if (now) await book().save(id, { base: set, set: base, rev: now.rev })
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
