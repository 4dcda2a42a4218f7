import type { ItemView, JourneyEdit, JourneyView } from '#client/data/journeys/types.ts'
import {
  addDay,
  addItem,
  duplicateDay,
  duplicateItem,
  listDaysOf,
  MAX_DAYS,
  moveDay,
  moveItem,
  moveToDay,
  placeByTime,
  putBack,
  removeDay,
  removeDocument,
  removeItem,
  restoreDay,
  restoreDocument,
  setItem,
  setJourney,
} from '#client/desk/journeys/journey-edits.ts'
import { formatDay, getDayZone, getItemName } from '#client/desk/journeys/journeys-text.ts'
import { type Deletion, setLastDeletion } from '#client/desk/records/last-deletion.ts'
import { systemClock } from '#client/lib/clock.ts'
import { announce } from '#client/ui/announcer.tsx'
import type { JourneyDay } from '#shared/journeys/days.ts'
import type { ItemData, ItemKind, JourneyDocument } from '#shared/journeys/journey-fields.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { JourneySession } from './journey-session.ts'

/** Shows a day, optionally with one of its items open. */
export type ShowPlace = (day: string | undefined, item?: string) => void

/**
 * What the owner can do in the editor. Structural changes can be undone. Each command reads the journey when
 * it is called, so that buttons and rows can keep one instance.
 */
export class EditorCommands {
  private readonly session: JourneySession
  private readonly show: ShowPlace

  constructor(session: JourneySession, show: ShowPlace) {
    this.session = session
    // After the edit, so that the shown day exists.
    this.show = (day, item) => queueMicrotask(() => show(day, item))
  }

  setJourney(set: RecordData, shown: RecordData): void {
    this.run((view) => [setJourney(view, set, shown)])
  }

  /** `shown` has the values that the fields showed before. */
  setItem(id: string, set: Partial<ItemData>, shown?: Partial<ItemData>): void {
    this.withItem(id, (one) => [setItem(one, set, shown)])
  }

  /** Sorts an item into its day after its time was changed. */
  placeByTime(id: string): void {
    this.run((view, days) => {
      const day = findDayOf(days, id)
      return day ? placeByTime(view.items, id, day) : []
    })
  }

  addItem(dayId: string, kind: ItemKind): void {
    this.run((view, days) => {
      const index = days.findIndex(({ id }) => id === dayId)
      const day = days[index]
      if (!day) return []
      const edit = addItem(view.id, day, { kind, zone: getDayZone(days, index) })
      this.show(dayId, edit.id)
      return [edit]
    })
  }

  duplicateItem(id: string): void {
    this.withItem(id, (one, days, view) => {
      const day = findDayOf(days, id)
      if (!day) return []
      const edit = duplicateItem(view.id, one.item, day)
      this.show(day.id, edit.id)
      this.offerUndo(edit.id, `${getItemName(one.item)} duplicated.`, () =>
        this.withItem(edit.id, (copy) => [removeItem(copy)]),
      )
      return [edit]
    })
  }

  removeItem(id: string): void {
    this.withItem(id, (one, days) => {
      const day = findDayOf(days, id)?.id
      this.show(day)
      const undo = () => {
        this.session.edit([{ coll: 'journey-item', id, op: 'restore' }])
        this.show(day)
      }
      this.offerUndo({ key: id, isListed: true }, `${getItemName(one.item)} removed.`, undo)
      return [removeItem(one)]
    })
  }

  /** Brings back an item that was removed, here or on another device. */
  restoreItem(id: string): void {
    this.session.edit([{ coll: 'journey-item', id, op: 'restore' }])
  }

  /** Moves an item before the item at `index` of a day, counted without itself. */
  moveItem(id: string, place: { dayId: string; index: number }): void {
    this.withItem(id, (one, days, view) => {
      const day = days.find((candidate) => candidate.id === place.dayId)
      if (!day) return []
      this.offerMoveBack(one, days)
      return moveItem(view.items, id, { day, index: place.index })
    })
  }

  /** Moves an item to another day, sorted by its time, and shows that day. */
  moveToDay(id: string, dayId: string, { opens = false } = {}): void {
    this.withItem(id, (one, days, view) => {
      const day = days.find((candidate) => candidate.id === dayId)
      if (!day || findDayOf(days, id) === day) return []
      this.offerMoveBack(one, days, `${getItemName(one.item)} moved to ${formatDay(day)}.`)
      this.show(dayId, opens ? id : undefined)
      return moveToDay(view.items, id, day)
    })
  }

  /** Moves an item by a step within its day, or to the day before or after. */
  step(id: string, direction: 'up' | 'down' | 'previous day' | 'next day'): void {
    const { days } = this.read()
    const dayIndex = days.findIndex(({ items }) => items.some((item) => item.id === id))
    const day = days[dayIndex]
    if (!day) return
    if (direction === 'up' || direction === 'down') this.stepWithin(id, day, direction)
    else {
      const target = days[dayIndex + (direction === 'next day' ? 1 : -1)]
      if (target) this.moveToDay(id, target.id)
      else announce(direction === 'next day' ? 'This is the last day.' : 'This is the first day.')
    }
  }

  addDay(after?: number): void {
    this.run((view, days) => {
      if (days.length >= MAX_DAYS) {
        announce(`A journey can have ${MAX_DAYS} days.`)
        return []
      }
      const edit = addDay(view, days, after)
      const id = getAddedDay(edit)
      this.show(id)
      this.offerUndo(id, 'Day added.', () => this.removeDayQuietly(id))
      return [edit]
    })
  }

  duplicateDay(dayId: string): void {
    this.withDay(dayId, (day, days, view) => {
      const edits = duplicateDay(view, days, day)
      const id = getAddedDay(edits[0])
      this.show(id)
      this.offerUndo(id, `${formatDay(day)} duplicated.`, () => {
        this.removeDayQuietly(id)
        this.show(dayId)
      })
      return edits
    })
  }

  removeDay(dayId: string): void {
    this.withDay(dayId, (day, days, view) => {
      const neighbour = days[day.number] ?? days[day.number - 2]
      this.show(neighbour?.id)
      this.offerUndo(dayId, `${formatDay(day)} removed.`, () => {
        this.run((now) => restoreDay(now, day))
        this.show(dayId)
      })
      return removeDay(view, day)
    })
  }

  moveDay(dayId: string, by: 1 | -1): void {
    this.withDay(dayId, (day, days, view) => {
      const index = day.number - 1 + by
      if (index < 0 || index >= days.length) return []
      const field = `day.${dayId}`
      this.offerUndo(dayId, `${formatDay(day)} moved ${by > 0 ? 'later' : 'earlier'}.`, () =>
        this.run((now) => [setJourney(now, { [field]: day.order }, now.journey)]),
      )
      return [moveDay(view, days, { day, index })]
    })
  }

  removeDocument(itemId: string, document: JourneyDocument): void {
    this.withItem(itemId, (one) => {
      this.offerUndo({ key: document.id, isListed: true }, `${document.name} removed.`, () =>
        this.withItem(itemId, (now) => [restoreDocument(now, document)]),
      )
      return [removeDocument(one, document, systemClock())]
    })
  }

  private stepWithin(id: string, day: JourneyDay, direction: 'up' | 'down'): void {
    const index = day.items.findIndex((item) => item.id === id) + (direction === 'down' ? 1 : -1)
    if (index < 0 || index >= day.items.length)
      announce(direction === 'down' ? 'It is the last of the day.' : 'It is the first of the day.')
    else this.moveItem(id, { dayId: day.id, index })
  }

  private removeDayQuietly(id: string): void {
    this.withDay(id, (day, _days, view) => removeDay(view, day))
  }

  private offerMoveBack({ item }: ItemView, days: readonly JourneyDay[], text?: string): void {
    const { id, order } = item
    const day = findDayOf(days, id)?.id ?? item.day
    this.offerUndo(id, text, () => {
      this.withItem(id, (now) => [putBack(now, { day, order })])
      this.show(day)
    })
  }

  /** Without a text, the message says where the item is now. */
  private offerUndo(
    of: string | Pick<Deletion, 'key' | 'isListed'>,
    text: string | undefined,
    undo: () => void,
  ): void {
    const about = typeof of === 'string' ? { key: of } : of
    // After the edit, so that the sentence names the new neighbours.
    queueMicrotask(() =>
      setLastDeletion({
        ...about,
        title: '',
        text: text ?? `Moved. ${this.describePlace(about.key)}`,
        deletedAt: systemClock(),
        undo: async () => {
          undo()
          await this.session.flush()
          return undefined
        },
      }),
    )
  }

  /** `After Boat into the Trollfjord.` */
  private describePlace(itemId: string): string {
    const items = findDayOf(this.read().days, itemId)?.items ?? []
    return describePlace(items, itemId)
  }

  private run(edit: (view: JourneyView, days: JourneyDay[]) => JourneyEdit[]): void {
    const { view, days } = this.read()
    if (view) this.session.edit(edit(view, days))
  }

  private withItem(
    id: string,
    edit: (one: ItemView, days: JourneyDay[], view: JourneyView) => JourneyEdit[],
  ): void {
    this.run((view, days) => {
      const one = view.items.find(({ item }) => item.id === id)
      return one ? edit(one, days, view) : []
    })
  }

  private withDay(
    id: string,
    edit: (day: JourneyDay, days: JourneyDay[], view: JourneyView) => JourneyEdit[],
  ): void {
    this.run((view, days) => {
      const day = days.find((candidate) => candidate.id === id)
      return day ? edit(day, days, view) : []
    })
  }

  private read(): { view: JourneyView | undefined; days: JourneyDay[] } {
    const { view } = this.session.getSnapshot()
    return { view, days: view ? listDaysOf(view) : [] }
  }
}

/** `After Boat into the Trollfjord.`, `First of the day.` */
export function describePlace(
  items: readonly { id: string; title: string; kind: ItemKind }[],
  id: string,
): string {
  const before = items[items.findIndex((item) => item.id === id) - 1]
  return before ? `After ${getItemName(before)}.` : 'First of the day.'
}

function findDayOf(days: readonly JourneyDay[], itemId: string): JourneyDay | undefined {
  return days.find(({ items }) => items.some(({ id }) => id === itemId))
}

function getAddedDay(edit: JourneyEdit | undefined): string {
  const [name = ''] = edit?.op === 'set' ? Object.keys(edit.set) : []
  return name.slice('day.'.length)
}
