import { getData } from '#client/data/data-client.ts'
import type { JourneyEdit } from '#client/data/journeys/types.ts'
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
  await getData().clients.save(first.id, { ...edit, rev: first.rev })
  await getData().journeys.edit(
    passed.map((one) => setClients(one, { from: one.was, to: one.became })),
  )
  await getData().clients.delete(second.id, second.rev)
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

function setClients(
  { id, rev }: Pick<PassedJourney, 'id' | 'rev'>,
  clients: { from: string[]; to: string[] },
): JourneyEdit {
  const [base, set] = [{ clients: clients.from }, { clients: clients.to }]
  return { coll: 'journey', id, op: 'set', base, set, rev }
}

/** Gives the journeys back to the client that was deleted; later changes of their clients stay. */
async function returnJourneys({ merged }: MergeNote): Promise<void> {
  const edits = (merged.journeys ?? []).map(async ({ id, was, became }) => {
    const view = await getData().journeys.get(id)
    const now = view?.journey.clients ?? []
    return view && setClients(view, { from: now, to: unmergeList(now, was, became) })
  })
  const found = (await Promise.all(edits)).filter((edit) => edit !== undefined)
  await getData().journeys.edit(found)
}

/** Restores the deleted entry, then resets the other to what it was, except for later edits. */
export async function undoMerge(id: string, note: MergeNote): Promise<void> {
  const now = await getData().clients.get(id)
  const back = now && (await restoreRemoved(now.client, note))
  if (now && back)
    await getData().clients.save(id, {
      ...toUnmergeEdit(now.client, note, back),
      rev: now.rev,
    })
  await returnJourneys(note)
}

/** Restores the client that a merge deleted, with the content that the trace or this device has. */
async function restoreRemoved(now: Client, { merged }: MergeNote): Promise<Client | undefined> {
  const { other } = merged
  const before = await getData().clients.get(other)
  const traced = readRemovedClient(now, merged)
  if (traced && !before?.client.name) {
    const rev = before?.rev ?? 0
    await getData().clients.save(other, { base: traced, set: traced, rev })
    return traced
  }
  await getData().clients.restore(other)
  return (await getData().clients.get(other))?.client
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
  await getData().clients.save(id, { base: { distinctFrom }, set, rev })
}
