import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { GripIcon } from '#client/desk/kit/icons.tsx'
import { createStore, useStore } from '#client/lib/store.ts'
import { announce } from '#client/ui/announcer.tsx'
import styles from './reorder.module.css'

/** A row that is being moved; nothing is stored before it is dropped. */
export interface Lift {
  id: string
  by: 'keys' | 'pointer'
  index: number
  /** The place outside the list that the pointer is over, if a row can be dropped there. */
  elsewhere: string | undefined
}

/** The list as it is now. */
export interface ReorderedRows {
  ids: readonly string[]
  getName: (id: string) => string
  /** Says a row's place in this order; without it, `Bespoke Planning, 2 of 3`. */
  describe?: (order: readonly string[], id: string) => string
  /** Announces what it did. */
  onMove: (id: string, index: number) => void
  /** The places outside the list where a row can be dropped. */
  findElsewhere?: (under: Element | null) => string | undefined
  onMoveElsewhere?: (id: string, elsewhere: string) => void
  /** Alt and an arrow, by which a row moves at once. */
  onStep?: (id: string, step: Step) => void
}

const steps = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const

export type Step = (typeof steps)[keyof typeof steps]

/** A pointer that moves less than this is a click, CSS pixels. */
const MIN_DISTANCE = 5
/** The page scrolls when the pointer is this near to the window's edge, CSS pixels; includes the header. */
const SCROLL_MARGIN = 130
/** Scrolled per frame, CSS pixels. */
const SCROLL_STEP = 8

/**
 * Reorders rows by their grips, with a pointer or the keyboard: Space or Enter lifts, arrows move, Enter drops, Esc puts back.
 * Rows are found by `data-item`.
 */
export class Reorder {
  readonly lift = createStore<Lift | undefined>(undefined)
  /** The element around the rows; set by the page, like `rows`. */
  list: HTMLElement | null = null
  rows: ReorderedRows = { ids: [], getName: () => '', onMove() {} }
  /** The row whose grip gets the focus when the list has its new order. */
  focusId: string | undefined
  private endDrag = () => {}
  private pointer = { x: 0, y: 0 }

  readonly handleKey = (event: KeyboardEvent, id: string): void => {
    const { key, altKey } = event
    const lift = this.lift.get()
    if (altKey && key in steps && this.rows.onStep) {
      event.preventDefault()
      if (lift) return
      this.focusId = id
      this.rows.onStep(id, steps[key as keyof typeof steps])
    } else if (lift) this.handleLiftedKey(event, lift)
    else if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      this.liftUp(id, 'keys')
    }
  }

  /** A click without a pointer comes from a screen reader, which does not pass on the keys. */
  readonly handleClick = ({ detail }: { detail: number }, id: string): void => {
    if (detail !== 0) return
    if (this.lift.get()) this.drop()
    else this.liftUp(id, 'keys')
  }

  /** Leaving the grip drops the row where it is. */
  readonly handleBlur = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget && this.lift.get()?.by === 'keys') this.drop()
  }

  readonly handlePointerDown = (event: PointerEvent, id: string): void => {
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

  /** A row that React moves in the document loses the focus. */
  restoreFocus(): void {
    const { focusId: id } = this
    this.focusId = undefined
    if (id) this.findRow(id)?.querySelector<HTMLElement>('[data-grip]')?.focus()
  }

  /** Ends a move without storing it, for example because the page shows another list. */
  cancel(): void {
    this.endDrag()
    if (this.lift.get()) this.lift.set(undefined)
  }

  private findRow(id: string) {
    return this.list?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)
  }

  private handleLiftedKey(event: KeyboardEvent, lift: Lift): void {
    const { key } = event
    // Tab does not leave the grip before the row is dropped or put back.
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
    const { ids, getName } = this.rows
    const index = ids.indexOf(id)
    if (index < 0) return
    this.lift.set({ id, by, index, elsewhere: undefined })
    if (by === 'keys')
      announce(
        `Moving ${getName(id)}, ${index + 1} of ${ids.length}. Arrow keys move it, Enter drops it, Escape puts it back.`,
      )
  }

  private moveBy(lift: Lift, by: 1 | -1): void {
    const { ids } = this.rows
    const index = Math.min(Math.max(lift.index + by, 0), ids.length - 1)
    this.lift.set({ ...lift, index })
    announce(`Moved. ${this.describe(lift.id, index)}`)
    this.findRow(lift.id)?.scrollIntoView({ block: 'nearest' })
  }

  private follow(): void {
    const lift = this.lift.get()
    if (!lift || !this.list) return
    const { ids, findElsewhere } = this.rows
    const { x, y } = this.pointer
    const elsewhere = findElsewhere?.(document.elementFromPoint(x, y))
    const others = [...this.list.querySelectorAll<HTMLElement>('[data-item]')]
      .filter(({ dataset: { item = '' } }) => item !== lift.id && ids.includes(item))
      .map((row) => row.getBoundingClientRect())
    const index = elsewhere
      ? lift.index
      : others.filter(({ top, height }) => top + height / 2 < y).length
    if (index !== lift.index || elsewhere !== lift.elsewhere)
      this.lift.set({ ...lift, index, elsewhere })
  }

  /** Scrolls while a row is dragged near an edge, even if the pointer does not move. */
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
    this.cancel()
    if (!lift) return
    const { id, index, elsewhere } = lift
    const before = this.rows.ids.indexOf(id)
    if (elsewhere) this.rows.onMoveElsewhere?.(id, elsewhere)
    else if (index !== before) this.rows.onMove(id, index)
    else announce(`Not moved. ${this.describe(id, before)}`)
  }

  private putBack(): void {
    const lift = this.lift.get()
    this.cancel()
    if (lift) announce(`Put back. ${this.describe(lift.id, this.rows.ids.indexOf(lift.id))}`)
  }

  describe(id: string, index: number): string {
    const { ids, getName, describe } = this.rows
    return describe?.(moveTo(ids, id, index), id) ?? `${getName(id)}, ${index + 1} of ${ids.length}`
  }
}

/** The list with one of its entries at this place. */
export function moveTo<Entry>(all: readonly Entry[], one: Entry, index: number): Entry[] {
  return all.filter((other) => other !== one).toSpliced(index, 0, one)
}

interface ReorderOptions extends Pick<ReorderedRows, 'ids' | 'getName' | 'onMove'> {
  /** The id of the moved row after the move; where ids are places, its new place. */
  toMovedId?: (id: string, index: number) => string
}

/** A list that has its new order soon after `onMove`. Until then it is shown in it. */
export function useReorder({ ids, getName, onMove, toMovedId }: ReorderOptions) {
  const [reorder] = useState(() => new Reorder())
  const [dropped, setDropped] = useState<readonly string[]>()
  const lift = useStore(reorder.lift)
  const list = useRef<HTMLUListElement>(null)
  const order = ids.join('\n')
  const before = useRef(order)
  useLayoutEffect(() => {
    reorder.list = list.current
    reorder.rows = {
      ids,
      getName,
      onMove(id, index) {
        reorder.focusId = toMovedId?.(id, index) ?? id
        if (!toMovedId) setDropped(moveTo(ids, id, index))
        announce(`Dropped. ${reorder.describe(id, index)}`)
        onMove(id, index)
      },
    }
    // Where ids are places, a move leaves them as they were.
    if (toMovedId || before.current !== order) {
      setDropped(undefined)
      reorder.restoreFocus()
    }
    before.current = order
  })
  const shown = lift ? moveTo(ids, lift.id, lift.index) : (dropped ?? ids)
  return {
    list,
    /** The properties of a row. */
    row: (id: string, className = '') => ({
      'data-item': id,
      style: { order: shown.indexOf(id) },
      className: `${className} ${lift?.id === id ? styles.lifted : ''}`,
    }),
    /** The properties of its grip. */
    grip: (id: string) => ({ reorder, id, isLifted: lift?.id === id }),
  }
}

interface GripProps {
  reorder: Reorder
  id: string
  name: string
  isLifted: boolean
  className?: string | undefined
}

/** The button by which a row is moved. */
export function Grip({ reorder, id, name, isLifted, className = '' }: GripProps) {
  return (
    <button
      type="button"
      data-grip=""
      className={`${styles.grip} ${className}`}
      aria-label={`Move ${name}`}
      aria-pressed={isLifted}
      onKeyDown={(event) => reorder.handleKey(event, id)}
      onClick={(event) => reorder.handleClick(event, id)}
      onBlur={reorder.handleBlur}
      onPointerDown={(event) => reorder.handlePointerDown(event, id)}
    >
      <GripIcon />
    </button>
  )
}
