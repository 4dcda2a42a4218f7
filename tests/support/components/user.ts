import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'

/**
 * A person at the page, who presses and types without a pause. No style sheet is loaded, so none can keep a press
 * from an element.
 */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })

/** Replaces what is in the field, as by pasting: keys cost as much as the rest of a test. In a list, selects the option. */
export async function fillField(field: Element, text: string): Promise<void> {
  if (field instanceof HTMLSelectElement) return user.selectOptions(field, text)
  if (text === '') return user.clear(field)
  await user.click(field)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
  await user.paste(text)
}

/** Presses keys in the element, such as `{Enter}`. */
export async function pressKeys(element: HTMLElement, keys: string): Promise<void> {
  act(() => element.focus())
  await user.keyboard(keys)
}

/** Ariakit gives no focus to what has no box, and jsdom lays nothing out. */
export function giveElementsBoxes(): void {
  const boxes = [new DOMRect()] as unknown as DOMRectList
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue(boxes)
}
