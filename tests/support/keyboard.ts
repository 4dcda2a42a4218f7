import { expect, type Locator, type Page } from '@playwright/test'

/** Far more controls than any screen of the site has before the one that is looked for. */
const FAR = 90

/** Somebody without a pointer, who sees at every step where they are. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** By Tab, or by Shift+Tab, until `wanted` has the focus. */
  async reach(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(wanted).toBeVisible()
    // What still waits for its data takes no focus, and would be passed by.
    await expect.poll(() => wanted.evaluate((node) => node.matches(':disabled'))).toBe(false)
    for (let pressed = 0; pressed < FAR; pressed++) {
      if (await wanted.evaluate((node) => node === document.activeElement)) return this.seesWhere()
      await this.step(key)
    }
    throw new Error(`${key} does not reach ${wanted}`)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Reaches a button or link, and uses it. */
  async use(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.reach(wanted, key)
    await this.press('Enter')
  }

  async type(wanted: Locator, text: string): Promise<void> {
    await this.reach(wanted)
    await this.page.keyboard.type(text)
  }

  /** The focus is on something, in the window, uncovered, and marked. */
  async seesWhere(): Promise<void> {
    if (await this.page.evaluate(faultOfFocus))
      await expect.poll(() => this.page.evaluate(faultOfFocus)).toBe('')
  }

  /** Tab and Shift+Tab go round inside. */
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

/** Run in the page. Empty where all is well. */
function faultOfFocus(): string {
  const at = document.activeElement
  if (!at || at === document.body) return 'the focus is nowhere'
  const label = `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.trim()}`
  // Headings take it by script, to say where one is, and are no controls.
  if (at.getAttribute('tabindex') === '-1') return ''
  // The browser's own clock inside a field of time, which it marks by itself.
  if (!at.matches(':focus')) return ''
  const hidden = Number(getComputedStyle(at).opacity) === 0 || at.clientWidth < 4
  const drawn = (node: Element | null | undefined) => {
    const { outlineStyle, outlineWidth } = node ? getComputedStyle(node) : getComputedStyle(at)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  }
  const shown = hidden ? [...(at.closest('label')?.children ?? [])] : [at]
  if (!shown.some(drawn)) return `no mark on ${label}`
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
