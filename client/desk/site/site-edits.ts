import { getData } from '#client/data/data-client.ts'
import type { EditOf, RecordEdit } from '#client/data/edits/types.ts'
import { setLastDeletion } from '#client/desk/records/last-deletion.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import {
  applyChanges,
  type FieldRef,
  isSameField,
  listWantedOrder,
} from '#shared/content/drafts.ts'
import type { Site } from './use-site.ts'

// The edits of what the owner does with the site's content.

/** What the record holds: `{ value }`, or null if the owner wants what is published. */
export function getStored({ records }: Pick<Site, 'records'>, ref: FieldRef): unknown {
  return records[ref.coll].get(ref.id)?.[ref.field] ?? null
}

/** `before`: what the record held when the owner saw it. */
export function setField(
  { coll, id, field }: FieldRef,
  wanted: { value: unknown } | null,
  before: unknown,
): EditOf<'set'> {
  return { coll, id, op: 'set', base: { [field]: before }, set: { [field]: wanted } }
}

/** Puts back what is published in these fields, and offers to undo that. */
export async function putBack(
  site: Site,
  changes: readonly ContentChange[],
  title: string,
): Promise<void> {
  const before = changes.map((change) => ({ change, held: getStored(site, change) }))
  const toEdits = (edit: (one: (typeof before)[number]) => [set: unknown, base: unknown]) =>
    before.map((one): RecordEdit => {
      const { coll, id, field } = one.change
      const [set, base] = edit(one)
      return { coll, id, op: 'set', base: { [field]: base }, set: { [field]: set } }
    })
  await getData().records.edit(toEdits(({ held }) => [null, held]))
  setLastDeletion({
    key: `put back ${title}`,
    title,
    text: 'What is published was put back.',
    deletedAt: systemClock(),
    async undo() {
      await getData().records.edit(toEdits(({ held }) => [held, null]))
      return undefined
    },
  })
}

/** A new service at the end of the list. Returns its id. */
export async function addService(position: number): Promise<string> {
  const id = `svc-${randomKey()}`
  const set = { isShown: { value: true }, position }
  await getData().records.edit([{ coll: 'service', id, op: 'set', base: {}, set }])
  return id
}

/** Deletes a service that was never published, and offers to undo that. */
export async function removeService(id: string, title: string): Promise<void> {
  await getData().records.edit([{ coll: 'service', id, op: 'delete' }])
  setLastDeletion({
    key: id,
    title,
    deletedAt: systemClock(),
    async undo() {
      await getData().records.edit([{ coll: 'service', id, op: 'restore' }])
      return `/admin/site/services/${id}`
    },
  })
}

/** Gives every service the place that it has in this order. */
export function setOrder({ records }: Site, order: readonly string[]): EditOf<'set'>[] {
  return order.flatMap((id, position): EditOf<'set'>[] => {
    const before = records.service.get(id)?.position ?? null
    if (before === position) return []
    return [{ coll: 'service', id, op: 'set', base: { position: before }, set: { position } }]
  })
}

/** Asks the server to publish exactly these changes as soon as it can be reached. Resolves to the publication's id. */
export async function publish(changes: readonly ContentChange[]): Promise<string> {
  const id = randomKey()
  const set = { changes, madeAt: new Date(systemClock()).toISOString() }
  await getData().records.edit([{ coll: 'publication', id, op: 'set', base: {}, set }])
  return id
}

/** Takes a publication back that was not sent yet, or forgets one that was refused. */
export function removePublication(id: string): Promise<void> {
  return getData().records.edit([{ coll: 'publication', id, op: 'replace', base: {}, set: null }])
}

/**
 * Makes drafts of these changes, in place of all others, and offers to undo that. The others are kept, and can be brought back in
 * turn; services that were never published stay as they are.
 */
export async function bringBack(
  site: Site,
  changes: readonly ContentChange[],
  title: string,
): Promise<void> {
  const isPublished = ({ coll, id }: FieldRef) =>
    coll !== 'service' || site.expected.services.some((service) => service.id === id)
  const wanted = changes.filter(isField)
  const others = site.drafts
    .filter((draft) => isField(draft) && isPublished(draft))
    .filter((draft) => !wanted.some((change) => isSameField(change, draft)))
  const ids = applyChanges(site.expected, changes).services.map(({ id }) => id)
  const later = listWantedOrder(site.expected, site.records).filter((id) => !ids.includes(id))
  const edits = [
    ...wanted.map((ref) => setField(ref, { value: ref.to }, getStored(site, ref))),
    ...others.map((ref) => setField(ref, null, getStored(site, ref))),
    ...setOrder(site, [...ids, ...later]),
  ]
  const kept = { coll: 'publication', id: randomKey() } as const
  const replaced = site.drafts.filter(isPublished)
  const set = { changes: replaced, madeAt: new Date(systemClock()).toISOString(), state: 'kept' }
  const keeping: RecordEdit[] = replaced.length > 0 ? [{ ...kept, op: 'set', base: {}, set }] : []
  await getData().records.edit([...edits, ...keeping])
  setLastDeletion({
    key: `bring back ${title}`,
    title,
    text: 'It is your draft now.',
    deletedAt: systemClock(),
    async undo() {
      await getData().records.edit(edits.map(invert))
      if (keeping.length > 0) await removePublication(kept.id)
      return undefined
    },
  })
}

const isField = ({ field }: FieldRef) => field !== 'position'

function invert(edit: EditOf<'set'>): RecordEdit {
  return { ...edit, base: edit.set, set: edit.base }
}
