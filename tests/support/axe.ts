import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A phone and a desk, CSS pixels. */
const ENDS = [390, 1440]

/** The same, and what lies between. */
export const threeWidths = [390, 820, 1440]

/** Sees no accessibility fault and nothing wider than the window, narrow and wide. */
export async function expectNoFaults(page: Page, state: string, widths = ENDS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoFaultsNow(page, `${state} at ${width} px`)
  }
}

async function expectNoFaultsNow(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  expect(found, state).toEqual([])
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(tooWide, `${state} is wider than the window`).toBe(false)
}
