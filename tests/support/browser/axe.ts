import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

/** The script of axe itself, as installed with its Playwright package. */
const { source } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))(
  'axe-core',
) as { source: string }

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Window widths of a phone and a desktop, CSS pixels. */
const DEFAULT_WIDTHS = [390, 1440]

/** The same with a tablet between them. */
export const threeWidths = [390, 820, 1440]

/** Expects no axe violation at the narrowest and widest width, and no overflow at any width. */
export async function expectNoFaults(
  page: Page,
  state: string,
  widths = DEFAULT_WIDTHS,
): Promise<void> {
  const ends = [Math.min(...widths), Math.max(...widths)]
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    if (ends.includes(width)) await expectNoFaultsNow(page, `${state} at ${width} px`)
    else await expectNoOverflow(page, `${state} at ${width} px`)
  }
}

/** The same at the window's current width. */
export async function expectNoFaultsNow(page: Page, state: string): Promise<void> {
  expect(await findViolations(page), state).toEqual([])
  await expectNoOverflow(page, state)
}

/** Text of less contrast than 7 to 1, or 4.5 to 1 if it is large. */
export function findLowContrast(page: Page): Promise<string[]> {
  return findViolations(page, ['color-contrast-enhanced'])
}

async function expectNoOverflow(page: Page, state: string): Promise<void> {
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
 * Runs axe inside the page, because its Playwright package opens a second page for each run.
 * Injected once per page and limited to violations, axe takes a third of the time.
 */
async function findViolations(page: Page, runOnly = tags): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (only) => {
    const axe: Axe = Reflect.get(window, 'axe')
    // Wait for CSS transitions: a colour in the middle of one is not a colour of the design.
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
    const { violations } = await axe.run(document, { runOnly: only, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, runOnly)
}
