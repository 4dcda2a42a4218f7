import type { ComponentProps, KeyboardEvent, MouseEvent, RefObject } from 'react'

interface DialogProps extends ComponentProps<'dialog'> {
  /** Open with `showModal`, close with `close`; the browser then restores the focus. */
  ref: RefObject<HTMLDialogElement | null>
  /** Whether a click outside closes it. */
  closesOnOutsideClick?: boolean
}

/** Native modal dialog. Esc closes it, and Tab stays inside. */
export function Dialog({ closesOnOutsideClick, ...props }: DialogProps) {
  const close = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) event.currentTarget.close()
  }
  return (
    <dialog onClick={closesOnOutsideClick ? close : undefined} onKeyDown={trapFocus} {...props} />
  )
}

const FOCUSABLE_SELECTOR =
  'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]'

/** Wraps Tab from the last control to the first; browsers would move on to their own buttons. */
function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const controls = event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE_SELECTOR)
  const first = controls[0]
  const last = controls[controls.length - 1]
  const [edge, next] = event.shiftKey ? [first, last] : [last, first]
  if (document.activeElement !== edge && !(event.shiftKey && isFocusBefore(first))) return
  event.preventDefault()
  next?.focus()
}

/** Whether the focused element comes before `control` in the page, such as a focused heading. */
function isFocusBefore(control: HTMLElement | undefined): boolean {
  const at = document.activeElement
  if (!at || !control) return false
  return (at.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
