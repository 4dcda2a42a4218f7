import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { Clients } from '../offline/crm/use-book.ts'

/** Of a row, as its style sheet has it; rem. */
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

/** Which rows are drawn, and where in the list. */
export function useRows({ list, count, pinned, clients }: RowsWish) {
  const [margin, setMargin] = useState(0)
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => ROW * rem(),
    overscan: AHEAD,
    scrollMargin: margin,
    rangeExtractor: (range) => withPinned(range, pinned),
  })
  // What stands over the list may grow and shrink: the strip that says the connection is gone.
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box) setMargin(Math.round(box.top + scrollY))
  })
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  // With each answer anew: another question begins at the list's beginning, wherever the window is.
  useEffect(() => {
    clients.want(Math.max(0, startIndex - AHEAD), endIndex + AHEAD)
  }, [startIndex, endIndex, clients])
  return {
    rows: virtual.getVirtualItems().map(({ index, start }) => ({ index, start: start - margin })),
    height: virtual.getTotalSize(),
    reveal: (index: number) => virtual.scrollToIndex(index, { align: 'auto' }),
  }
}

function withPinned(range: Range, pinned: number): number[] {
  const drawn = defaultRangeExtractor(range)
  if (drawn.includes(pinned) || pinned >= range.count) return drawn
  return [...drawn, pinned].sort((a, b) => a - b)
}

/** Pixels. */
function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
