import { getData } from '#client/data/data-client.ts'
import type { JourneyEdit, JourneyView } from '#client/data/journeys/types.ts'
import { setLastDeletion } from '#client/desk/records/last-deletion.ts'
import { systemClock } from '#client/lib/clock.ts'
import { announce } from '#client/ui/announcer.tsx'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import {
  deleteJourney,
  duplicateJourney,
  listDaysOf,
  removeItem,
  restoreJourney,
} from './journey-edits.ts'

/** Copies a journey to start another one from. Resolves to the new id; undefined if the journey was deleted. */
export async function copyJourney(id: string): Promise<string | undefined> {
  const view = await getData().journeys.get(id)
  if (!view) return undefined
  const copy = duplicateJourney(view, listDaysOf(view))
  await getData().records.edit(copy.edits)
  return copy.id
}

/** Deletes a journey, and offers to undo that on every page of the desk. */
export async function removeJourney(id: string): Promise<void> {
  const view = await getData().journeys.get(id)
  if (!view) return
  await getData().records.edit(deleteJourney(view))
  setLastDeletion({
    key: id,
    title: view.journey.title || UNTITLED,
    isListed: true,
    deletedAt: systemClock(),
    undo: () => undoRemoval(view),
  })
}

/** Restores a journey that another device deleted, with what was deleted with it. */
export async function bringBackJourney(id: string): Promise<void> {
  await getData().deleted.restore({ coll: 'journey', id })
  announce('The journey is back.')
}

/** Deletes the remaining items of a deleted journey, and offers to undo that. */
export async function removeRest(id: string): Promise<void> {
  const view = await getData().journeys.get(id)
  if (!view) return
  await getData().records.edit(view.items.map(removeItem))
  const edits = view.items.map(
    ({ item }): JourneyEdit => ({ coll: 'journey-item', id: item.id, op: 'restore' }),
  )
  setLastDeletion({
    key: id,
    title: view.journey.title || UNTITLED,
    deletedAt: systemClock(),
    undo: async () => {
      await getData().records.edit(edits)
      return `/admin/journeys/${id}`
    },
  })
}

/** Resolves to the address of the journey. */
async function undoRemoval(view: JourneyView): Promise<string> {
  await getData().records.edit(restoreJourney(view))
  return `/admin/journeys/${view.id}`
}
