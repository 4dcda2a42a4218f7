import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { formatStartTime } from '#shared/booking/zoned-time.ts'
import styles from './slot-list.module.css'

interface SlotListProps {
  /** Open starts of one date, UTC milliseconds. */
  starts: readonly number[]
  zone: string
  chosen: readonly number[]
  /** Starts that are no longer available: listed struck through, unless they are open again. */
  lost?: readonly number[]
  label: string
  /** `scroller` has a limited height in a low window, `plain` shows all times. */
  variant?: 'scroller' | 'plain'
  /** Text under a time. */
  formatNote?: (start: number) => string
  onChoose(start: number): void
}

/** The times of a day, with one tab stop: arrow keys lead from time to time. */
export function SlotList(props: SlotListProps) {
  const { starts, zone, chosen, lost = [], label, variant = 'scroller', formatNote } = props
  const struck = lost.filter((start) => !starts.includes(start))
  const all = [...starts, ...struck].sort((a, b) => a - b)
  const { list, tabStop, onFocus, onKeyDown } = useRovingSlot(starts, chosen)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll in every browser
    <div
      ref={list}
      role="group"
      aria-label={label}
      className={styles[variant]}
      data-print="off"
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {all.map((start) => (
        <Slot
          key={start}
          start={start}
          time={formatStartTime(start, zone)}
          note={formatNote?.(start)}
          taken={struck.includes(start)}
          chosen={chosen.includes(start)}
          tabStop={start === tabStop}
          onChoose={() => props.onChoose(start)}
        />
      ))}
    </div>
  )
}

function useRovingSlot(starts: readonly number[], chosen: readonly number[]) {
  const list = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState<number>()
  const tabStop = [reached, ...chosen].find(
    (start) => start !== undefined && starts.includes(start),
  )
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => setReached(Number(target.dataset.start))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = findNextSlot(list, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return { list, tabStop: tabStop ?? starts[0], onFocus, onKeyDown }
}

/** The time that a key leads to from the focused one: beside it, above or below it, or at an end. */
function findNextSlot(list: RefObject<HTMLElement | null>, key: string): HTMLElement | undefined {
  const slots = [...(list.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])]
  const at = slots.indexOf(document.activeElement as HTMLElement)
  const from = slots[at]
  if (!from) return undefined
  const isInColumn = (slot: HTMLElement) => slot.offsetLeft === from.offsetLeft
  const finders: Partial<Record<string, () => HTMLElement | undefined>> = {
    ArrowLeft: () => slots[at - 1],
    ArrowRight: () => slots[at + 1],
    ArrowUp: () => slots.slice(0, at).findLast(isInColumn),
    ArrowDown: () => slots.slice(at + 1).find(isInColumn),
    Home: () => slots[0],
    End: () => slots.at(-1),
  }
  // A key with a meaning here never scrolls the page, also at the end of the list.
  return key in finders ? (finders[key]?.() ?? from) : undefined
}

interface SlotProps {
  start: number
  time: string
  note: string | undefined
  /** No longer available: disabled and struck through. */
  taken: boolean
  chosen: boolean
  tabStop: boolean
  onChoose(): void
}

function Slot({ start, time, note, taken, chosen, tabStop, onChoose }: SlotProps) {
  return (
    <button
      ref={chosen ? scrollIntoList : undefined}
      type="button"
      className={styles.slot}
      disabled={taken}
      data-start={start}
      tabIndex={tabStop ? 0 : -1}
      aria-label={taken ? `${time}, taken` : undefined}
      aria-pressed={taken ? undefined : chosen}
      onClick={onChoose}
    >
      {taken ? <s>{time}</s> : time}
      {note === undefined ? null : <small>{note}</small>}
    </button>
  )
}

/** Scrolls the list to the chosen time; `scrollIntoView` would also scroll the page. */
function scrollIntoList(button: HTMLElement | null): void {
  const list = button?.parentElement
  if (!button || !list) return
  const { offsetTop: top, offsetHeight: height } = button
  const hidden = top < list.scrollTop || top + 2 * height > list.scrollTop + list.clientHeight
  if (hidden) list.scrollTop = top - height
}

export function SlotListSkeleton() {
  return (
    <div className={styles.scroller} aria-hidden="true" data-print="off">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
        <Skeleton key={place} className={styles.skeleton} />
      ))}
    </div>
  )
}
