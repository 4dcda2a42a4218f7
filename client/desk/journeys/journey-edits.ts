import { createJourneyKeys } from '#client/data/journeys/journey-keys.ts'
import type { JourneyEdit, JourneyView } from '#client/data/journeys/types.ts'
import { randomName } from '#client/lib/encrypt.ts'
import type { Trip } from '#shared/clients/client-fields.ts'
import {
  findTimedIndex,
  isTimeInOrder,
  type JourneyDay,
  type JourneyItem,
  listDays,
} from '#shared/journeys/days.ts'
import {
  emptyItem,
  type ItemData,
  type JourneyData,
  type JourneyDocument,
  MAX_REMOVED_DOCUMENTS,
} from '#shared/journeys/journey-fields.ts'
import { makePlaceAt, orderAt, ordersFor } from '#shared/journeys/order.ts'
import { daysBetween } from '#shared/lib/date.ts'

// Pure functions that make the edits for the part `journeys` from what the owner does.

export function listDaysOf({
  journey,
  items,
}: Pick<JourneyView, 'journey' | 'items'>): JourneyDay[] {
  return listDays(
    journey,
    items.map(({ item }) => item),
  )
}

interface NewJourney {
  title: string
  clients: readonly string[]
  travellers?: readonly string[]
  /** Date of the first day; empty if not known. */
  start: JourneyData['start']
  dayCount: number
}

/** A journey with empty days. Returns its id with the edits. */
export function createJourney({ title, clients, travellers, start, dayCount }: NewJourney): {
  id: string
  edits: JourneyEdit[]
} {
  const id = randomName()
  const days = ordersFor(dayCount).map((order) => [`day.${randomName()}`, order])
  const set = {
    ...createJourneyKeys(),
    title,
    clients: [...clients],
    ...(travellers && { travellers: [...travellers] }),
    start,
    ...Object.fromEntries(days),
  }
  return { id, edits: [{ coll: 'journey', id, op: 'set', base: {}, set, rev: 0 }] }
}

/** A journey made from a client's trip, which stays as it is. */
export function createJourneyOfTrip(clientId: string, { place, start, end }: Trip) {
  const dayCount = Math.min(Math.max(daysBetween(start, end) + 1, 1), MAX_DAYS)
  return createJourney({ title: place, clients: [clientId], start, dayCount })
}

/** Most days of a journey. */
export const MAX_DAYS = 120

/**
 * A copy to start another journey from: days and items, but no clients, dates, documents, confirmation
 * numbers and prices, which belong to one journey only.
 */
export function duplicateJourney(
  { journey }: Pick<JourneyView, 'journey'>,
  days: readonly JourneyDay[],
): { id: string; edits: JourneyEdit[] } {
  const { id, edits } = createJourney({
    title: journey.title ? `${journey.title}, copy` : '',
    clients: [],
    start: '',
    dayCount: days.length,
  })
  const [created] = edits
  const set = created?.op === 'set' ? created.set : {}
  const newDays = Object.keys(set).filter((name) => name.startsWith('day.'))
  const items = days.flatMap((day, index) =>
    day.items.map((item) =>
      createItem(id, { ...toTemplate(item), day: newDays[index]?.slice(4) ?? '' }),
    ),
  )
  return { id, edits: [...edits, ...items] }
}

function toTemplate({ id: _id, ...item }: JourneyItem): ItemData {
  return { ...item, documents: [], removedDocuments: [], confirmation: '', price: '' }
}

/** A new item; `data` has its day and order. */
function createItem(journeyId: string, data: ItemData): JourneyEdit {
  const id = `${journeyId}-${randomName()}`
  return { coll: 'journey-item', id, op: 'set', base: {}, set: data, rev: 0 }
}

/** Adds an empty item at the end of a day. */
export function addItem(
  journeyId: string,
  day: JourneyDay,
  data: Pick<ItemData, 'kind'> & Partial<ItemData>,
): JourneyEdit {
  const order = orderAt(day.items, day.items.length)
  return createItem(journeyId, { ...emptyItem, ...data, day: day.id, order })
}

/** Adds a day after `after`, or at the end. */
export function addDay(
  view: Pick<JourneyView, 'id' | 'rev'>,
  days: readonly JourneyDay[],
  after = days.length,
): JourneyEdit {
  return setJourney(view, { [`day.${randomName()}`]: orderAt(days, after) })
}

/** A copy of a day with its items, after it. */
export function duplicateDay(
  view: Pick<JourneyView, 'id' | 'rev'>,
  days: readonly JourneyDay[],
  day: JourneyDay,
): JourneyEdit[] {
  const id = randomName()
  const items = day.items.map((item) => createItem(view.id, { ...toTemplate(item), day: id }))
  return [setJourney(view, { [`day.${id}`]: orderAt(days, day.number) }), ...items]
}

/** Removes a day and its items. If another device adds an item to it meanwhile, the day comes back. */
export function removeDay(view: JourneyView, day: JourneyDay): JourneyEdit[] {
  const ids = new Set(day.items.map(({ id }) => id))
  const items = view.items.filter(({ item }) => ids.has(item.id))
  return [
    ...items.map(
      ({ item, rev }): JourneyEdit => ({ coll: 'journey-item', id: item.id, op: 'delete', rev }),
    ),
    setJourney(view, { [`removed.${day.id}`]: true }, view.journey),
  ]
}

/** Undoes `removeDay`. */
export function restoreDay(view: Pick<JourneyView, 'id' | 'rev'>, day: JourneyDay): JourneyEdit[] {
  return [
    setJourney(view, { [`removed.${day.id}`]: false }, { [`removed.${day.id}`]: true }),
    ...day.items.map(({ id }): JourneyEdit => ({ coll: 'journey-item', id, op: 'restore' })),
  ]
}

/** Moves a day with its items before `days[index]`; the dates follow the order. */
export function moveDay(
  view: JourneyView,
  days: readonly JourneyDay[],
  { day, index }: { day: JourneyDay; index: number },
): JourneyEdit {
  const rest = days.filter(({ id }) => id !== day.id)
  const { order, others } = makePlaceAt(rest, index)
  const set = Object.fromEntries(
    [{ id: day.id, order }, ...others].map((one) => [`day.${one.id}`, one.order]),
  )
  return setJourney(view, set, view.journey)
}

/** Removes a document from its item, which remembers it for a restore. */
export function removeDocument(shown: ShownItem, document: JourneyDocument, now: number) {
  const { documents, removedDocuments } = shown.item
  const earlier = removedDocuments.filter(({ id }) => id !== document.id)
  return setItem(shown, {
    documents: documents.filter(({ id }) => id !== document.id),
    removedDocuments: [{ ...document, removedAt: now }, ...earlier].slice(0, MAX_REMOVED_DOCUMENTS),
  })
}

/** Undoes `removeDocument`. */
export function restoreDocument(shown: ShownItem, document: JourneyDocument): JourneyEdit {
  const { documents, removedDocuments } = shown.item
  return setItem(shown, {
    documents: [...documents, document],
    removedDocuments: removedDocuments.filter(({ id }) => id !== document.id),
  })
}

/** Sets fields of a journey. `base` has their values before; missing ones become null. */
export function setJourney(
  { id, rev }: Pick<JourneyView, 'id' | 'rev'>,
  set: Record<string, unknown>,
  base: Record<string, unknown> = {},
): JourneyEdit {
  return { coll: 'journey', id, op: 'set', base: pick(base, set), set, rev }
}

interface ShownItem {
  item: JourneyItem
  rev: number
}

/** Sets fields of an item. `shown` has the values that the form showed before. */
export function setItem(
  { item, rev }: ShownItem,
  set: Partial<ItemData>,
  shown: Partial<ItemData> = item,
): JourneyEdit {
  return toItemEdit(item.id, { base: pick(shown, set), set, rev })
}

/**
 * Puts an item where its time belongs on its day, after its time was changed. Nothing changes if it
 * is in order, so that items without a time keep their neighbours.
 */
export function placeByTime(items: readonly ShownItem[], id: string, day: JourneyDay) {
  const item = day.items.find((one) => one.id === id)
  if (!item || item.begins === '' || isTimeInOrder(day, item)) return []
  const others = day.items.filter((one) => one.id !== id)
  return moveItem(items, id, { day, index: findTimedIndex(others, item, day.date) })
}

/**
 * Moves an item before `items[index]` of a day, counted without the item itself. `items`: those of
 * the journey.
 */
export function moveItem(
  items: readonly ShownItem[],
  id: string,
  { day, index }: { day: JourneyDay; index: number },
): JourneyEdit[] {
  const rest = day.items.filter((one) => one.id !== id)
  const { order, others } = makePlaceAt(rest, index)
  const sets = new Map<string, Partial<ItemData>>([
    [id, { day: day.id, order }],
    ...others.map((one) => [one.id, { order: one.order }] as const),
  ])
  return items.flatMap((one) => {
    const set = sets.get(one.item.id)
    return set ? [setItem(one, set)] : []
  })
}

/** Undoes a move: `before` has the item's day and order. */
export function putBack(shown: ShownItem, before: Pick<ItemData, 'day' | 'order'>): JourneyEdit {
  const { day, order } = before
  return setItem(shown, { day, order })
}

/** Moves an item to another day, to the place of its time or to the end. */
export function moveToDay(items: readonly ShownItem[], id: string, day: JourneyDay): JourneyEdit[] {
  const item = items.find((one) => one.item.id === id)?.item
  if (!item) return []
  return moveItem(items, id, { day, index: findTimedIndex(day.items, item, day.date) })
}

export function duplicateItem(journeyId: string, item: JourneyItem, day: JourneyDay): JourneyEdit {
  const index = day.items.findIndex(({ id }) => id === item.id)
  const order = orderAt(day.items, index + 1)
  return createItem(journeyId, { ...toTemplate(item), day: day.id, order })
}

export function removeItem({ item, rev }: ShownItem): JourneyEdit {
  return { coll: 'journey-item', id: item.id, op: 'delete', rev }
}

type WholeJourney = Pick<JourneyView, 'id' | 'rev' | 'items'>

/** Deletes a journey with its items. Its link opens nothing as long as it is deleted; the guests' copy is kept for a restore. */
export function deleteJourney(view: WholeJourney): JourneyEdit[] {
  return [
    ...view.items.map(removeItem),
    { coll: 'journey', id: view.id, op: 'delete', rev: view.rev },
  ]
}

/** Undoes `deleteJourney`; `view` is the journey as it was before. */
export function restoreJourney(view: WholeJourney): JourneyEdit[] {
  return [
    { coll: 'journey', id: view.id, op: 'restore' },
    ...view.items.map(
      ({ item }): JourneyEdit => ({ coll: 'journey-item', id: item.id, op: 'restore' }),
    ),
  ]
}

function toItemEdit(
  id: string,
  edit: { base: Record<string, unknown>; set: Record<string, unknown>; rev: number },
): JourneyEdit {
  return { coll: 'journey-item', id, op: 'set', ...edit }
}

/** The values in `from` of the fields of `like`; null for missing ones. */
function pick(from: Record<string, unknown>, like: Record<string, unknown>) {
  return Object.fromEntries(Object.keys(like).map((name) => [name, from[name] ?? null]))
}
