import type { Page } from '@playwright/test'
import { expectNoFaults } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/e2e.ts'

const contentPages = [
  '/',
  '/about',
  '/services',
  '/services/nordic-luxury-travel',
  '/services/hospitality-consultancy',
]

/** Opens a page and waits until it is hydrated. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
}

function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY))
}

/** The distance from the window's top to a section, px. */
function topOf(page: Page, section: string): Promise<number> {
  return page.locator(section).evaluate((node) => Math.round(node.getBoundingClientRect().top))
}

test('content pages satisfy axe on a phone and wide, and fit between them and at 400 % zoom', async ({
  page,
}) => {
  for (const path of contentPages) {
    await open(page, path)
    await expectNoFaults(page, path)
    for (const width of [820, 320]) {
      await page.setViewportSize({ width, height: 600 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
    }
  }
  await open(page, '/')
  await page.getByText('Ways to begin').click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectNoFaults(page, 'menu open')
})

test('the header lies clear over a night plate, which begins at the top of the window', async ({
  page,
}) => {
  for (const path of ['/', '/services/nordic-luxury-travel', '/services/hospitality-consultancy']) {
    await open(page, path)
    const header = page.locator('header').first()
    expect(await header.boundingBox(), path).toMatchObject({ x: 0, y: 0 })
    await expect(header, path).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    expect(await topOf(page, 'main'), path).toBe(0)
  }
})

test('the header turns solid beyond 100 px, and while the menu is open', async ({ page }) => {
  await open(page, '/')
  const header = page.locator('header').first()
  await expect(header).not.toHaveAttribute('data-solid')
  await page.evaluate(() => scrollTo(0, 100))
  await expect(header).not.toHaveAttribute('data-solid')
  await page.evaluate(() => scrollTo(0, 101))
  await expect(header).toHaveAttribute('data-solid')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(header).not.toHaveAttribute('data-solid')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(header).toHaveAttribute('data-solid')
})

test('the menu keeps the focus and the page still, closes by Esc, and gives the focus back', async ({
  page,
}) => {
  await open(page, '/about')
  const control = page.getByRole('button', { name: 'Menu' })
  await control.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(control).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Shift+Tab')
  await expect(menu.getByRole('link', { name: 'Sign in' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.mouse.move(900, 400)
  await page.mouse.wheel(0, 600)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(control).toBeFocused()
  await expect(control).toHaveAttribute('aria-expanded', 'false')
  expect(await scrolled(page)).toBe(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-locked')
})

test('menu items lead to the sections of Home there, and to the pages elsewhere', async ({
  page,
}) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(/\/#contact$/)
  await expect(page.locator('#contact')).toBeFocused()
  await expect.poll(() => topOf(page, '#contact')).toBeLessThan(100)
  await open(page, '/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL(/\/services$/)
  await expect(page.locator('#main')).toBeFocused()
})

test('Discover glides to the services, and jumps where motion is not wanted', async ({
  page,
  newVisitor,
}) => {
  const moved = await newVisitor({ reducedMotion: 'no-preference' })
  await open(moved, '/')
  await moved.getByRole('link', { name: 'Discover', exact: true }).click()
  await expect.poll(() => topOf(moved, '#services')).toBeLessThan(100)
  await open(page, '/')
  await page.evaluate(() => {
    document.documentElement.dataset.glide = ''
  })
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
    'auto',
  )
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the menu leads to the list of pages, and the teasers open', async ({ page }) => {
    await page.goto('/')
    await page.getByText('Ways to begin').click()
    await expect(page.getByRole('link', { name: /Begin journey: Bespoke/ })).toBeVisible()
    await page.getByRole('link', { name: 'Menu' }).click()
    const list = page.getByRole('navigation', { name: 'Footer' })
    await expect(list).toBeInViewport()
    await list.getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /driven the road before I send you/,
    )
  })
})
