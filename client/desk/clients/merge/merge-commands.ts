import { getData } from '#client/data/data-client.ts'
import type { RecordEdit } from '#client/data/edits/types.ts'
import type { FieldsEdit } from '#client/data/store/overlay.ts'
import type { ClientView } from '#client/data/store/types.ts'
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
  unmergeList,
} from '#shared/clients/merge-clients.ts'

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
  const passed = await findJourneys(second.id, first.id)
  const journeys = passed.map(({ id, was, became }) => ({ id, was, became }))
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
    ...passed.map((one) => setClients(one, { from: one.was, to: one.became })),
    { coll: 'client', id: second.id, op: 'delete', rev: second.rev },
  ])
  return { id: first.id, name: after.name, note }
}

interface PassedJourney {
  id: string
  rev: number
  /** Ids of its clients before and after the merge. */
  was: string[]
  became: string[]
}

/** The journeys of the client that is deleted, which pass to the one that stays. */
async function findJourneys(from: string, to: string): Promise<PassedJourney[]> {
  const lines = await getData().journeys.list('')
  const theirs = lines.filter(({ clients }) => clients.some(({ id }) => id === from))
  const views = await Promise.all(theirs.map(({ id }) => getData().journeys.get(id)))
  return views.flatMap((view) => {
    if (!view) return []
    const was = view.journey.clients
    return [{ id: view.id, rev: view.rev, was, became: replaceClient(was, from, to) }]
  })
}

function setClient({ id, rev }: Pick<ClientView, 'id' | 'rev'>, edit: FieldsEdit): RecordEdit {
  return { coll: 'client', id, op: 'set', ...edit, rev }
}

function setClients(
  { id, rev }: Pick<PassedJourney, 'id' | 'rev'>,
  clients: { from: string[]; to: string[] },
): RecordEdit {
  const [base, set] = [{ clients: clients.from }, { clients: clients.to }]
  return { coll: 'journey', id, op: 'set', base, set, rev }
}

/** Gives the journeys back to the client that was deleted; later changes of their clients stay. */
async function returnJourneys({ merged }: MergeNote): Promise<RecordEdit[]> {
  const edits = (merged.journeys ?? []).map(async ({ id, was, became }) => {
    const view = await getData().journeys.get(id)
    const now = view?.journey.clients ?? []
    return view ? [setClients(view, { from: now, to: unmergeList(now, was, became) })] : []
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
    ...(await returnJourneys(note)),
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
