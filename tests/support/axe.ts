import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

/** The script of axe itself, as its package for Playwright has it. */
const { source } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))(
  'axe-core',
) as { source: string }

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A phone and a desk, CSS pixels. */
const ENDS = [390, 1440]

/** The same, and what lies between. */
export const threeWidths = [390, 820, 1440]

/** Sees no accessibility fault, narrow and wide, and at no width anything wider than the window. */
export async function expectNoFaults(page: Page, state: string, widths = ENDS): Promise<void> {
  const ends = [Math.min(...widths), Math.max(...widths)]
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    if (ends.includes(width)) await expectNoFaultsNow(page, `${state} at ${width} px`)
    else await expectToFit(page, `${state} at ${width} px`)
  }
}

/** The same in the window as it is. */
export async function expectNoFaultsNow(page: Page, state: string): Promise<void> {
  expect(await faults(page), state).toEqual([])
  await expectToFit(page, state)
}

async function expectToFit(page: Page, state: string): Promise<void> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(tooWide, `${state} is wider than the window`).toBe(false)
}

interface Axe {
  run(
    where: Document,
    how: { runOnly: string[]; resultTypes: string[] },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/**
 * Runs in the page: the package's own way opens a second one for each reading. Put in once a page,
 * and asked for faults alone, it takes a third of the time.
 */
async function faults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (runOnly) => {
    const axe: Axe = Reflect.get(window, 'axe')
    // Colours on their way from one to the other are no colours of ours.
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, tags)
}
