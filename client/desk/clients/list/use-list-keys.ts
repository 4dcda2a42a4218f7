import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'

const PAGE = 8

const steps: Record<string, (from: number, count: number) => number> = {
  ArrowDown: (from) => from + 1,
  ArrowUp: (from) => from - 1,
  PageDown: (from) => from + PAGE,
  PageUp: (from) => from - PAGE,
  Home: () => 0,
  End: (_from, count) => count - 1,
}

/** Moves the focus from row to row, also to those that are not drawn yet. */
export function useListKeys(list: RefObject<HTMLElement | null>, count: number) {
  const [chosen, setActive] = useState(0)
  const [goal, setGoal] = useState<number>()
  const active = Math.min(chosen, Math.max(0, count - 1))
  // A row that had to be drawn first is there after one of the next renders.
  useEffect(() => {
    if (goal === undefined) return
    const row = list.current?.querySelector<HTMLElement>(`[aria-posinset="${goal + 1}"] a`)
    if (!row) return
    row.focus()
    setGoal(undefined)
  })
  const move = (event: KeyboardEvent, reveal: (index: number) => void) => {
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const next = Math.min(Math.max(step(active, count), 0), count - 1)
    setActive(next)
    setGoal(next)
    reveal(next)
  }
  return { active, setActive, move }
}
