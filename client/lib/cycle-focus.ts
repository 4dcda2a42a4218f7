const CONTROLS = 'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]'

/** Keeps Tab inside `frame`: after its last control comes its first. */
export function cycleFocus(
  event: { key: string; shiftKey: boolean; preventDefault(): void },
  frame: HTMLElement,
): void {
  if (event.key !== 'Tab') return
  const controls = frame.querySelectorAll<HTMLElement>(CONTROLS)
  const first = controls[0]
  const last = controls[controls.length - 1]
  const [edge, next] = event.shiftKey ? [first, last] : [last, first]
  if (document.activeElement !== edge) return
  event.preventDefault()
  next?.focus()
}
