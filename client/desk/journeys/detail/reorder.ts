import type { KeyboardEvent, PointerEvent } from 'react'
import { getItemName } from '#client/desk/journeys/journeys-text.ts'
import { createStore } from '#client/lib/store.ts'
import { announce } from '#client/ui/announcer.tsx'
import type { JourneyDay, JourneyItem } from '#shared/journeys/days.ts'
import { describePlace, type EditorCommands } from './editor-commands.ts'

/** An item that is being moved; nothing is stored before it is dropped. */
export interface Lift {
  id: string
  dayId: string
  by: 'keys' | 'pointer'
  /** Its current index among the day's items. */
  index: number
  /** The other day that the pointer is over. */
  overDay: string | undefined
}

/** A pointer that moves less than this is a click, CSS pixels. */
const MIN_DISTANCE = 5
/** The page scrolls when the pointer is this near to the window's edge, CSS pixels; includes the header. */
const SCROLL_MARGIN = 130
/** Scrolled per frame, CSS pixels. */
const SCROLL_STEP = 8

const steps = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'previous day',
  ArrowRight: 'next day',
} as const

/**
 * Reorders the items of the shown day by their grips, with a pointer or the keyboard: Space or Enter lifts,
 * arrows move, Enter drops, Esc cancels; Alt and an arrow move at once.
 */
export class Reorder {
  readonly lift = createStore<Lift | undefined>(undefined)
  /** The shown day and its list element; the page sets both. */
  day: JourneyDay | undefined
  list: HTMLElement | null = null
  /** The item whose grip gets the focus after another day is shown. */
  private focusId: string | undefined
  private readonly commands: EditorCommands
  private endDrag = () => {}
  private pointer = { x: 0, y: 0 }

  constructor(commands: EditorCommands) {
    this.commands = commands
  }

  readonly handleKey = (event: KeyboardEvent<HTMLElement>, id: string): void => {
    const { key, altKey } = event
    const lift = this.lift.get()
    if (altKey && key in steps) {
      event.preventDefault()
      if (lift) return
      this.focusId = id
      this.commands.step(id, steps[key as keyof typeof steps])
    } else if (lift) this.handleLiftedKey(event, lift)
    else if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      this.liftUp(id, 'keys')
    }
  }

  /** A click without a pointer comes from a screen reader, which does not pass on the keys. */
  readonly handleClick = (event: { detail: number }, id: string): void => {
    if (event.detail !== 0) return
    if (this.lift.get()) this.drop()
    else this.liftUp(id, 'keys')
  }

  /** Leaving the grip drops the item where it is. */
  readonly handleBlur = (event: { relatedTarget: EventTarget | null }): void => {
    if (event.relatedTarget && this.lift.get()?.by === 'keys') this.drop()
  }

  readonly handlePointerDown = (event: PointerEvent<HTMLElement>, id: string): void => {
    if (event.button !== 0 || this.lift.get()) return
    const { pointerId, clientX, clientY } = event
    this.pointer = { x: clientX, y: clientY }
    const drag = new AbortController()
    this.endDrag = () => drag.abort()
    const listen = <Type extends 'pointermove' | 'pointerup' | 'pointercancel'>(
      type: Type,
      act: (moved: WindowEventMap[Type]) => void,
    ) =>
      addEventListener(type, (moved) => moved.pointerId === pointerId && act(moved), {
        signal: drag.signal,
      })
    listen('pointermove', (moved) => {
      const distance = Math.hypot(moved.clientX - clientX, moved.clientY - clientY)
      if (!this.lift.get() && distance >= MIN_DISTANCE) {
        this.liftUp(id, 'pointer')
        this.scrollAtEdges()
      }
      this.pointer = { x: moved.clientX, y: moved.clientY }
      if (this.lift.get()) this.follow()
    })
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.putBack(), {
      signal: drag.signal,
    })
    listen('pointerup', () => (this.lift.get() ? this.drop() : this.endDrag()))
    listen('pointercancel', () => (this.lift.get() ? this.putBack() : this.endDrag()))
  }

  /** Focuses the grip of an item that was moved to the day that is now shown. */
  restoreFocus(): void {
    const id = this.focusId
    this.focusId = undefined
    if (id) this.list?.querySelector<HTMLElement>(`[data-item="${id}"] button`)?.focus()
  }

  /** Ends a move without storing it, for example because the page shows another day. */
  cancel(): void {
    this.endDrag()
    if (this.lift.get()) this.lift.set(undefined)
  }

  private handleLiftedKey(event: KeyboardEvent<HTMLElement>, lift: Lift): void {
    const { key } = event
    // Tab does not leave the grip before the item is dropped or put back.
    if (!['ArrowUp', 'ArrowDown', 'Enter', ' ', 'Escape', 'Tab'].includes(key)) return
    event.preventDefault()
    if (key === 'ArrowUp' || key === 'ArrowDown') this.moveBy(lift, key === 'ArrowDown' ? 1 : -1)
    if (key === 'Enter' || key === ' ') this.drop()
    if (key === 'Escape') {
      event.stopPropagation()
      this.putBack()
    }
  }

  private liftUp(id: string, by: Lift['by']): void {
    const { day } = this
    const index = day?.items.findIndex((item) => item.id === id) ?? -1
    const item = day?.items[index]
    if (!day || !item) return
    this.lift.set({ id, dayId: day.id, by, index, overDay: undefined })
    if (by === 'keys')
      announce(
        `Moving ${getItemName(item)}, ${index + 1} of ${day.items.length}. Arrow keys move it, Enter drops it, Escape puts it back.`,
      )
  }

  private moveBy(lift: Lift, by: 1 | -1): void {
    const last = (this.day?.items.length ?? 1) - 1
    const index = Math.min(Math.max(lift.index + by, 0), last)
    this.lift.set({ ...lift, index })
    announce(`Moved. ${describePlace(this.listInOrder({ ...lift, index }), lift.id)}`)
    this.list?.querySelector(`[data-item="${lift.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  private follow(): void {
    const lift = this.lift.get()
    if (!lift || !this.list) return
    const { x, y } = this.pointer
    const under = document.elementFromPoint(x, y)
    const dayId = under?.closest<HTMLElement>('[data-day]')?.dataset.day
    const overDay = dayId === lift.dayId ? undefined : dayId
    const ids = new Set(this.day?.items.map((item) => item.id))
    const others = [...this.list.querySelectorAll<HTMLElement>('[data-item]')]
      .filter(({ dataset: { item = '' } }) => item !== lift.id && ids.has(item))
      .map((row) => row.getBoundingClientRect())
    const index = overDay
      ? lift.index
      : others.filter(({ top, height }) => top + height / 2 < y).length
    if (index !== lift.index || overDay !== lift.overDay) this.lift.set({ ...lift, index, overDay })
  }

  /** Scrolls while an item is dragged near an edge, even if the pointer does not move. */
  private scrollAtEdges(): void {
    if (this.lift.get()?.by !== 'pointer') return
    const { y } = this.pointer
    const by = y < SCROLL_MARGIN ? -SCROLL_STEP : y > innerHeight - SCROLL_MARGIN ? SCROLL_STEP : 0
    if (by !== 0) {
      scrollBy(0, by)
      this.follow()
    }
    requestAnimationFrame(() => this.scrollAtEdges())
  }

  private drop(): void {
    const lift = this.lift.get()
    const { day } = this
    this.cancel()
    if (!lift || !day) return
    const { id, index, overDay } = lift
    const before = day.items.findIndex((item) => item.id === id)
    if (overDay) this.commands.moveToDay(id, overDay)
    else if (index !== before) this.commands.moveItem(id, { dayId: day.id, index })
    else announce(`Not moved. ${describePlace(day.items, id)}`)
  }

  private putBack(): void {
    const lift = this.lift.get()
    this.cancel()
    if (lift && this.day) announce(`Put back. ${describePlace(this.day.items, lift.id)}`)
  }

  private listInOrder(lift: Lift): JourneyItem[] {
    return toLiftedOrder(this.day?.items ?? [], lift)
  }
}

/** The items of a day in the order that the move shows. */
export function toLiftedOrder<Item extends { id: string }>(
  items: readonly Item[],
  { id, index }: Pick<Lift, 'id' | 'index'>,
): Item[] {
  const moved = items.find((item) => item.id === id)
  const others = items.filter((item) => item !== moved)
  return moved ? others.toSpliced(index, 0, moved) : others
}
