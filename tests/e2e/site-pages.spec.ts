import type { Page } from '@playwright/test'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { expect, test } from '#tests/support/browser/e2e.ts'

const contentPages = [
  '/',
  '/about',
  '/services',
  '/services/nordic-luxury-travel',
  '/services/hospitality-consultancy',
]

/** Opens a page and waits until it is hydrated. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
}

function getScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY))
}

/** The distance from the window's top to a section, px. */
function getTop(page: Page, section: string): Promise<number> {
  return page.locator(section).evaluate((node) => Math.round(node.getBoundingClientRect().top))
}

test('Content pages pass axe on a phone and in a wide window, and fit between them and at 400 % zoom', async ({
  page,
}) => {
  for (const path of contentPages) {
    await openPage(page, path)
    await expectNoFaults(page, path)
    for (const width of [820, 320]) {
      await page.setViewportSize({ width, height: 600 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
    }
  }
  await openPage(page, '/')
  await page.getByText('Ways to begin').click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectNoFaults(page, 'menu open')
})

test('The header is transparent over a night picture that begins at the top of the window', async ({
  page,
}) => {
  for (const path of ['/', '/services/nordic-luxury-travel', '/services/hospitality-consultancy']) {
    await openPage(page, path)
    const header = page.locator('header').first()
    expect(await header.boundingBox(), path).toMatchObject({ x: 0, y: 0 })
    await expect(header, path).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    expect(await getTop(page, 'main'), path).toBe(0)
  }
})

test('The header is solid after more than 100 px of scrolling, and while the menu is open', async ({
  page,
}) => {
  await openPage(page, '/')
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

test('The menu traps the focus, locks page scrolling, closes with Esc and returns the focus', async ({
  page,
}) => {
  await openPage(page, '/about')
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
  expect(await getScroll(page)).toBe(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-locked')
})

test('Menu items lead to the sections of Home when on Home, and to pages elsewhere', async ({
  page,
}) => {
  await openPage(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(/\/#contact$/)
  await expect(page.locator('#contact')).toBeFocused()
  await expect.poll(() => getTop(page, '#contact')).toBeLessThan(100)
  await openPage(page, '/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL(/\/services$/)
  await expect(page.locator('#main')).toBeFocused()
})

test('Discover scrolls smoothly to the services, or jumps if reduced motion is preferred', async ({
  page,
  newVisitor,
}) => {
  const moved = await newVisitor({ reducedMotion: 'no-preference' })
  await openPage(moved, '/')
  await moved.getByRole('link', { name: 'Discover', exact: true }).click()
  await expect.poll(() => getTop(moved, '#services')).toBeLessThan(100)
  await openPage(page, '/')
  await page.evaluate(() => {
    document.documentElement.dataset.glide = ''
  })
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
    'auto',
  )
})

test('Printed, Home has all its pictures, also those to which nobody has scrolled', async ({
  page,
}) => {
  await openPage(page, '/')
  const isLoaded = (picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0
  const last = page.getByRole('img', { name: /^Etching of snow-covered peaks/ })
  expect(await last.evaluate(isLoaded)).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => last.evaluate(isLoaded)).toBe(true)
})

test.describe('The site without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('has a menu that links to the list of pages, and teasers that open', async ({ page }) => {
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
