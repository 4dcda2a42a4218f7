import { type RefObject, useEffect, useRef } from 'react'

const steps: Record<string, 1 | -1> = { j: 1, k: -1 }

/** In these, a letter is text or has a meaning of its own. */
const TYPED_INTO =
  'input, textarea, select, [contenteditable], dialog, [popover], [role="menu"], [role="listbox"]'

interface RowKeysOptions {
  /** The element with the rows. Each row is a link with `data-row`. */
  list: RefObject<HTMLElement | null>
  /** Opens a row beside the list, without taking the focus. If absent, the keys only move the focus. */
  open?: (row: HTMLAnchorElement) => void
}

/**
 * The keys j and k go to the next and the previous row while the focus is in the list. Elsewhere they do nothing, because
 * speech input or a slip of the hand can press a single letter.
 */
export function useRowKeys({ list, open }: RowKeysOptions): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const element = list.current
    const onKeyDown = (event: KeyboardEvent) => {
      const step = findStep(event)
      const row = step && element && findRow(element, step)
      if (!row) return
      event.preventDefault()
      row.focus()
      latest.current?.(row)
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [list])
}

function findStep(event: KeyboardEvent): 1 | -1 | undefined {
  const { key, target, altKey, ctrlKey, metaKey, isComposing, defaultPrevented } = event
  if (altKey || ctrlKey || metaKey || isComposing || defaultPrevented) return undefined
  return target instanceof Element && target.closest(TYPED_INTO) ? undefined : steps[key]
}

/** The row after or before the one with the focus, or else the open one; the first if there is neither. */
function findRow(list: HTMLElement, step: 1 | -1): HTMLAnchorElement | undefined {
  const rows = [...list.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
  const focused = rows.indexOf(document.activeElement as HTMLAnchorElement)
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.hasAttribute('aria-current'))
  const [current, next] = [rows[from], rows[from + step]]
  if (!current) return step === 1 ? rows[0] : undefined
  // Of a long list, only the rows near the window are there: the current one comes into view first.
  return next && Math.abs(getPosition(next) - getPosition(current)) > 1 ? current : next
}

function getPosition(row: HTMLElement): number {
  return Number(row.closest('[aria-posinset]')?.getAttribute('aria-posinset') ?? 0)
}
