import type { Page } from '@playwright/test'
import { expectNoFaultsNow } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/e2e.ts'

const contentPages = [
  '/',
  '/about',
  '/services',
  '/services/nordic-luxury-travel',
  '/services/hospitality-consultancy',
]

/** Opens a page and waits until its script has taken over. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
}

function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY))
}

/** How far below the window's top a section begins; px. */
function topOf(page: Page, section: string): Promise<number> {
  return page.locator(section).evaluate((node) => Math.round(node.getBoundingClientRect().top))
}

for (const width of [390, 820, 1440]) {
  test(`content pages fit ${width} px and satisfy axe`, async ({ newVisitor }) => {
    const page = await newVisitor({
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    })
    for (const path of contentPages) {
      await open(page, path)
      await expectNoFaultsNow(page, path)
    }
    await open(page, '/')
    await page.getByText('Ways to begin').click()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectNoFaultsNow(page, 'menu open')
  })
}

test('at 400 % zoom no page scrolls sideways', async ({ newVisitor }) => {
  const page = await newVisitor({ viewport: { width: 320, height: 256 } })
  for (const path of contentPages) {
    await open(page, path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
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
  await open(page, '/')
  await page.getByRole('link', { name: 'Discover', exact: true }).click()
  await expect.poll(() => topOf(page, '#services')).toBeLessThan(100)
  const calm = await newVisitor({ reducedMotion: 'reduce' })
  await open(calm, '/')
  await calm.evaluate(() => {
    document.documentElement.dataset.glide = ''
  })
  expect(await calm.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
    'auto',
  )
})

test('an address with a section opens at it, also from another page', async ({ page }) => {
  await open(page, '/#contact')
  await expect.poll(() => topOf(page, '#contact')).toBeLessThan(100)
  await open(page, '/#services')
  await expect.poll(() => topOf(page, '#services')).toBeLessThan(100)
})

test('back returns to where one was, an address opened anew to its top', async ({ page }) => {
  await open(page, '/')
  const link = page.getByRole('link', { name: /Explore services: Mastery/ })
  await link.scrollIntoViewIfNeeded()
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(500)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Strategy for houses')
  expect(await scrolled(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => scrolled(page)).toBe(place)
  await open(page, '/about')
  await open(page, '/')
  expect(await scrolled(page)).toBe(0)
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
