import { type RefObject, useEffect } from 'react'

const steps: Record<string, 1 | -1> = { j: 1, k: -1 }

/** In these, a letter is text or has a meaning of its own. */
const TYPED_INTO =
  'input, textarea, select, [contenteditable], dialog, [popover], [role="menu"], [role="listbox"]'

interface RowKeysOptions {
  /** The element with the rows. Each row is a link with `data-row`. */
  list: RefObject<HTMLElement | null>
  /** The reading pane. Without one, or while it is hidden, the keys only move the focus. */
  detail?: RefObject<HTMLElement | null>
}

/** The keys j and k go to the next and the previous row of a list, unless somebody types. */
export function useRowKeys({ list, detail }: RowKeysOptions): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = findStep(event)
      const row = step && list.current && findRow(list.current, step)
      if (!row) return
      event.preventDefault()
      row.focus()
      if (detail?.current && getComputedStyle(detail.current).display !== 'none') row.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list, detail])
}

function findStep(event: KeyboardEvent): 1 | -1 | undefined {
  const { key, target, altKey, ctrlKey, metaKey, isComposing, defaultPrevented } = event
  if (altKey || ctrlKey || metaKey || isComposing || defaultPrevented) return undefined
  return target instanceof Element && target.closest(TYPED_INTO) ? undefined : steps[key]
}

/** The row after or before the one with the focus, or else the open one; the first if there is neither. */
function findRow(list: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>('a[data-row]')]
  const focused = rows.indexOf(document.activeElement as HTMLElement)
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.hasAttribute('aria-current'))
  const [current, next] = [rows[from], rows[from + step]]
  if (!current) return step === 1 ? rows[0] : undefined
  // Of a long list, only the rows near the window are there: the current one comes into view first.
  return next && Math.abs(getPosition(next) - getPosition(current)) > 1 ? current : next
}

function getPosition(row: HTMLElement): number {
  return Number(row.closest('[aria-posinset]')?.getAttribute('aria-posinset') ?? 0)
}
