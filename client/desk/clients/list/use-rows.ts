import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { Clients } from '#client/book/use-book.ts'

/** Of each row, as its style sheet has it; rem. */
const ROW = 4.8125
/** Rows beyond the window's edges that are drawn ahead. */
const AHEAD = 12

interface RowsWish {
  list: RefObject<HTMLElement | null>
  count: number
  /** Stays drawn wherever the window is: the focus may be on it. */
  pinned: number
  clients: Clients
}

/** The rows between the window's edges, from the first to before the last. */
interface Sight {
  from: number
  to: number
  /** The height of one, pixels. */
  row: number
}

/** Which rows are drawn, and where in the list. */
export function useRows({ list, count, pinned, clients }: RowsWish) {
  const [{ from, to, row }, setSight] = useState(() => sightOf(0))
  const look = useCallback(() => setSight((before) => sameOr(before, sightOf(topOf(list)))), [list])
  // What stands over the list may grow and shrink: the strip that says the connection is gone. With the
  // frame, where it is laid out anyhow: asked at once, that would be done twice.
  useEffect(() => {
    const frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  })
  useEffect(() => {
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [look])
  // With each answer anew: another question begins at the list's beginning, wherever the window is.
  useEffect(() => {
    clients.want(Math.max(0, from - AHEAD), to + AHEAD)
  }, [from, to, clients])
  const reveal = (index: number) => {
    const top = topOf(list) + index * row
    // The list's own head stands over its first rows while it is scrolled.
    const above = list.current?.previousElementSibling?.getBoundingClientRect().bottom ?? 0
    const by = top < above ? top - above : Math.max(0, top + row - innerHeight)
    // At once: what is drawn on the way would break a smooth one off.
    scrollBy({ top: by, behavior: 'instant' })
  }
  const drawn = between(Math.max(0, from - AHEAD), Math.min(count, to + AHEAD))
  if (!drawn.includes(pinned) && pinned < count) drawn.push(pinned)
  drawn.sort((a, b) => a - b)
  return {
    rows: drawn.map((index) => ({ index, start: index * row })),
    height: count * row,
    reveal,
  }
}

function sightOf(top: number): Sight {
  const row = ROW * rem()
  const from = Math.max(0, Math.floor(-top / row))
  return { from, to: Math.max(from, Math.ceil((innerHeight - top) / row)), row }
}

function sameOr(before: Sight, next: Sight): Sight {
  const same = before.from === next.from && before.to === next.to && before.row === next.row
  return same ? before : next
}

/** Of the list, from the window's upper edge, pixels. */
function topOf(list: RefObject<HTMLElement | null>): number {
  return list.current?.getBoundingClientRect().top ?? 0
}

function between(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
}

/** Pixels. */
function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
