import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { GripIcon } from '#client/desk/kit/icons.tsx'
import { createStore, useStore } from '#client/lib/store.ts'
import { announce } from '#client/ui/announcer.tsx'
import styles from './reorder.module.css'

interface Lift {
  id: string
  index: number
  by: 'keys' | 'pointer'
}

interface ReorderOptions {
  ids: readonly string[]
  getName: (id: string) => string
  onMove: (id: string, index: number) => void
  /** The id of the moved entry after the move; where ids are places, its new place. */
  toMovedId?: (id: string, index: number) => string
}

/** A pointer that moves less than this is a click, CSS pixels. */
const MIN_DISTANCE = 5

/**
 * Reorders a list by its grips, with a pointer or the keyboard: Space or Enter lifts, arrows move, Enter drops, Esc puts
 * back. Nothing is stored before the row is dropped.
 */
class Reorder {
  readonly lift = createStore<Lift | undefined>(undefined)
  /** The element around the rows. */
  readonly list: RefObject<HTMLUListElement | null> = { current: null }
  options: ReorderOptions
  /** The row whose grip gets the focus when the list has its new order. */
  private focusId: string | undefined
  /** The new order, until the list has it. */
  private dropped: readonly string[] | undefined

  constructor(options: ReorderOptions) {
    this.options = options
  }

  /** The properties of a row. */
  row(id: string, className = '') {
    const { ids } = this.options
    const lift = this.lift.get()
    const order = lift ? moveId(ids, lift.id, lift.index) : (this.dropped ?? ids)
    return {
      'data-row-id': id,
      style: { order: order.indexOf(id) },
      className: `${className} ${lift?.id === id ? styles.lifted : ''}`,
    }
  }

  /** The list has its new order. A row that React moves in the document loses the focus. */
  endMove(): void {
    const { focusId: id } = this
    this.focusId = undefined
    this.dropped = undefined
    const row = id && this.list.current?.querySelector(`[data-row-id="${CSS.escape(id)}"]`)
    if (row) row.querySelector<HTMLElement>('[data-grip]')?.focus()
  }

  readonly handleKey = (event: KeyboardEvent, id: string): void => {
    const { key } = event
    const lift = this.lift.get()
    const step = { ArrowUp: -1, ArrowDown: 1 }[key]
    if (!lift && (key === ' ' || key === 'Enter')) this.liftUp(id, 'keys')
    else if (lift && step) this.moveTo(lift, lift.index + step)
    else if (lift && (key === ' ' || key === 'Enter')) this.drop()
    else if (lift && key === 'Escape') {
      event.stopPropagation()
      this.putBack()
    } else return
    event.preventDefault()
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
    const drag = new AbortController()
    const finish = (act: () => void) => {
      drag.abort()
      if (this.lift.get()) act()
    }
    const follow = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return
      const distance = Math.hypot(moved.clientX - clientX, moved.clientY - clientY)
      if (!this.lift.get() && distance >= MIN_DISTANCE) this.liftUp(id, 'pointer')
      this.follow(moved.clientY)
    }
    const { signal } = drag
    addEventListener('pointermove', follow, { signal })
    addEventListener('pointerup', () => finish(() => this.drop()), { signal })
    addEventListener('pointercancel', () => finish(() => this.putBack()), { signal })
    addEventListener('keydown', ({ key }) => key === 'Escape' && finish(() => this.putBack()), {
      signal,
    })
  }

  private describe(id: string, index: number): string {
    const { ids, getName } = this.options
    return `${getName(id)}, ${index + 1} of ${ids.length}`
  }

  private liftUp(id: string, by: Lift['by']): void {
    const index = this.options.ids.indexOf(id)
    this.lift.set({ id, index, by })
    if (by === 'keys')
      announce(
        `Moving ${this.describe(id, index)}. Arrow keys move it, Enter drops it, Escape puts it back.`,
      )
  }

  private moveTo(lift: Lift, wanted: number): void {
    const index = Math.min(Math.max(wanted, 0), this.options.ids.length - 1)
    this.lift.set({ ...lift, index })
    if (lift.by === 'keys') announce(`Moved. ${this.describe(lift.id, index)}`)
  }

  private follow(y: number): void {
    const lift = this.lift.get()
    if (!lift) return
    const rows = [...(this.list.current?.querySelectorAll<HTMLElement>('[data-row-id]') ?? [])]
    const above = rows.filter((row) => {
      const { top, height } = row.getBoundingClientRect()
      return row.dataset.rowId !== lift.id && top + height / 2 < y
    })
    if (above.length !== lift.index) this.moveTo(lift, above.length)
  }

  private drop(): void {
    const lift = this.lift.get()
    const { ids, getName, onMove, toMovedId } = this.options
    this.lift.set(undefined)
    if (!lift) return
    const { id, index } = lift
    if (index === ids.indexOf(id)) {
      announce(`Not moved. ${getName(id)}`)
      return
    }
    this.focusId = toMovedId?.(id, index) ?? id
    if (!toMovedId) this.dropped = moveId(ids, id, index)
    announce(`Dropped. ${this.describe(id, index)}`)
    onMove(id, index)
  }

  private putBack(): void {
    const lift = this.lift.get()
    this.lift.set(undefined)
    if (lift) announce(`Put back. ${this.describe(lift.id, this.options.ids.indexOf(lift.id))}`)
  }
}

/** The ids with one of them at this place. */
export function moveId(ids: readonly string[], id: string, index: number): string[] {
  return ids.filter((one) => one !== id).toSpliced(index, 0, id)
}

export function useReorder(options: ReorderOptions): Reorder {
  const [reorder] = useState(() => new Reorder(options))
  reorder.options = options
  useStore(reorder.lift)
  const order = options.ids.join('\n')
  const before = useRef(order)
  useLayoutEffect(() => {
    // Where ids are places, a move leaves them as they were.
    if (options.toMovedId || before.current !== order) reorder.endMove()
    before.current = order
  })
  return reorder
}

interface GripProps {
  reorder: Reorder
  id: string
  name: string
}

/** The button by which a row is moved. */
export function Grip({ reorder, id, name }: GripProps) {
  return (
    <button
      type="button"
      data-grip=""
      className={styles.grip}
      aria-label={`Move ${name}`}
      aria-pressed={reorder.lift.get()?.id === id}
      onKeyDown={(event) => reorder.handleKey(event, id)}
      onClick={(event) => reorder.handleClick(event, id)}
      onBlur={reorder.handleBlur}
      onPointerDown={(event) => reorder.handlePointerDown(event, id)}
    >
      <GripIcon />
    </button>
  )
}
