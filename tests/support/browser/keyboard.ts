import { expect, type Locator, type Page } from '@playwright/test'

/** Limit of key presses: far more than any screen needs to reach a control. */
const MAX_TABS = 90

/** What leads from control to control. */
type Key = 'Tab' | 'Shift+Tab' | 'ArrowLeft'

/** A user without a pointer; at every step the focus must be visible. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Presses a key, such as Tab, until `target` has the focus. */
  async reach(target: Locator, key: Key = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    // A control that is disabled until its data arrive takes no focus and would be skipped.
    await expect.poll(() => target.evaluate((node) => node.matches(':disabled'))).toBe(false)
    for (let pressed = 0; pressed < MAX_TABS; pressed++) {
      if (await target.evaluate((node) => node === document.activeElement)) return this.seesWhere()
      await this.step(key)
    }
    throw new Error(`${key} does not reach ${target}`)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Reaches a button or link and presses it. */
  async use(target: Locator, key: Key = 'Tab'): Promise<void> {
    await this.reach(target, key)
    await this.press('Enter')
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.reach(target)
    await this.page.keyboard.type(text)
  }

  /** Expects the focused element to be inside the window, uncovered and marked. */
  async seesWhere(): Promise<void> {
    if (await this.page.evaluate(findFocusFault))
      await expect.poll(() => this.page.evaluate(findFocusFault)).toBe('')
  }

  /** Expects Tab and Shift+Tab to cycle inside the dialog. */
  async isKeptIn(dialog: Locator): Promise<void> {
    const controls = await dialog.locator(CONTROLS).count()
    for (const key of ['Tab', 'Shift+Tab'])
      for (let pressed = 0; pressed <= controls; pressed++) {
        await this.step(key)
        expect(await dialog.evaluate((frame) => frame.contains(document.activeElement))).toBe(true)
      }
  }

  private async step(key: string): Promise<void> {
    await this.page.keyboard.press(key)
    await this.seesWhere()
  }
}

const CONTROLS = 'a[href], button:not([disabled]), input, select, textarea'

/** Runs in the page; returns what is wrong with the focus, or an empty text. */
function findFocusFault(): string {
  const at = document.activeElement
  if (!at || at === document.body) return 'the focus is nowhere'
  const label = `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.trim()}`
  // Headings get the focus by script, for screen readers; they are not controls.
  if (at.getAttribute('tabindex') === '-1') return ''
  // The focus is in the browser's own part of a time input, which the browser marks itself.
  if (!at.matches(':focus')) return ''
  const hidden = Number(getComputedStyle(at).opacity) === 0 || at.clientWidth < 4
  const drawn = (node: Element | null | undefined) => {
    const { outlineStyle, outlineWidth } = node ? getComputedStyle(node) : getComputedStyle(at)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  }
  const visible = hidden ? [...(at.closest('label')?.children ?? [])] : [at]
  if (!visible.some(drawn)) return `no mark on ${label}`
  const { left, right, top, bottom } = (
    hidden ? (at.closest('label') ?? at) : at
  ).getBoundingClientRect()
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  if (right < 0 || left > innerWidth || bottom < 0 || top > innerHeight) return `outside: ${label}`
  const above = document.elementFromPoint(x, y)
  const same =
    above && (at.contains(above) || above.contains(at) || at.closest('label')?.contains(above))
  return same ? '' : `covered: ${label} by ${above?.tagName} ${above?.className}`
}
