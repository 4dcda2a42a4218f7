import { getData } from '#client/data/data-client.ts'
import type { RecordEdit } from '#client/data/edits/types.ts'
import type { FieldsEdit } from '#client/data/store/overlay.ts'
import type { ClientView, NamingRecord } from '#client/data/store/types.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import type { Client } from '#shared/clients/client-fields.ts'
import {
  type MergeNote,
  readRemovedClient,
  replaceClient,
  toMergeEdit,
  toUnmergeEdit,
  traceRemovedClient,
  unmergeNamed,
} from './merge-rules.ts'

/** The client that two entries became. */
export interface MergeResult {
  id: string
  name: string
  /** The note in the timeline, which holds what an undo needs. */
  note: MergeNote
}

/** Saves everything into the first entry and deletes the second. */
export async function mergeInto(
  first: ClientView,
  second: ClientView,
  after: Client,
): Promise<MergeResult> {
  const at = new Date(systemClock()).toISOString()
  const text = `Merged with another entry of ${second.client.name}.`
  // `merged` leaves the journal out: an undo removes the other entry's notes one by one.
  const { base, set } = toMergeEdit(first.client, { ...after, journal: first.client.journal })
  const passed = await getData().queries.listNaming(second.id)
  const journeys = passed.map(({ coll, field, id, value: was }) => {
    return { coll, field, id, was, became: replaceClient(was, second.id, first.id) }
  })
  const removed = traceRemovedClient(second.client)
  const merged = {
    other: second.id,
    base,
    set,
    removed,
    ...(journeys.length > 0 && { journeys }),
  }
  const note: MergeNote = { id: randomKey(), at, text, merged }
  const journal = [...after.journal, note]
  const edit = toMergeEdit(first.client, { ...after, journal })
  await getData().records.edit([
    setClient(first, edit),
    ...passed.map((one) => setNamed(one, replaceClient(one.value, second.id, first.id))),
    { coll: 'client', id: second.id, op: 'delete', rev: second.rev },
  ])
  return { id: first.id, name: after.name, note }
}

function setClient({ id, rev }: Pick<ClientView, 'id' | 'rev'>, edit: FieldsEdit): RecordEdit {
  return { coll: 'client', id, op: 'set', ...edit, rev }
}

function setNamed({ coll, id, field, value, rev }: NamingRecord, to: unknown): RecordEdit {
  return { coll, id, op: 'set', base: { [field]: value }, set: { [field]: to }, rev }
}

/** Gives journeys and other records back to the client that was deleted; later changes of their clients stay. */
async function returnRecords({ merged }: MergeNote): Promise<RecordEdit[]> {
  const edits = (merged.journeys ?? []).map(async ({ id, was, became, ...rest }) => {
    const { coll = 'journey', field = 'clients' } = rest
    const found = await getData().queries.find({ coll, id })
    if (!found) return []
    const value = found.data[field] as NamingRecord['value']
    return setNamed({ coll, id, field, value, rev: found.rev }, unmergeNamed(value, was, became))
  })
  return (await Promise.all(edits)).flat()
}

/**
 * Restores the deleted entry, with the content that this device or the note has, and resets the other to what it
 * was, except for later edits.
 */
export async function undoMerge(id: string, note: MergeNote): Promise<void> {
  const { other } = note.merged
  const now = await getData().clients.get(id)
  const before = await getData().clients.get(other)
  const traced = now && readRemovedClient(now.client, note.merged)
  const fromNote = before?.client.name ? undefined : traced
  const back = fromNote ?? before?.client
  const removed: RecordEdit = fromNote
    ? setClient({ id: other, rev: before?.rev ?? 0 }, { base: fromNote, set: fromNote })
    : { coll: 'client', id: other, op: 'restore' }
  await getData().records.edit([
    ...(now ? [removed] : []),
    ...(now && back ? [setClient(now, toUnmergeEdit(now.client, note, back))] : []),
    ...(await returnRecords(note)),
  ])
}

/**
 * Records in each entry that the other is another person, so that no device takes them for
 * duplicates again.
 */
export async function markDistinct(a: ClientView, b: ClientView): Promise<void> {
  await getData().records.edit([...addDistinct(a, b.id), ...addDistinct(b, a.id)])
}

function addDistinct(view: ClientView, other: string): RecordEdit[] {
  const { distinctFrom } = view.client
  if (distinctFrom.includes(other)) return []
  return [
    setClient(view, { base: { distinctFrom }, set: { distinctFrom: [...distinctFrom, other] } }),
  ]
}
