import type { Page } from '@playwright/test'
import {
  chooseDay,
  chooseTime,
  fillDetails,
  fullDate,
} from '#tests/support/booking/booking-pages.ts'
import { expect, test, withOwnServer } from '#tests/support/browser/e2e.ts'
import { getWeekdayAhead } from '#tests/support/server/forms.ts'

test.use(withOwnServer('booking-in-sight'))

const phone = { width: 390, height: 844 }

const openPage = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.locator('main h1, aside h1').first()).toBeVisible()
}

test.describe('The site on a phone', () => {
  test.use({ viewport: phone })

  test('offers booking in the first screen of Home, in the menu and on Services', async ({
    page,
  }) => {
    await openPage(page, '/')
    const hero = page.locator('#hero')
    await expect(hero.getByRole('link', { name: 'Book a consultation' })).toBeInViewport({
      ratio: 1,
    })
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Book a consultation' }).click()
    await expect(page).toHaveURL(/\/service\/initial-consultation$/)
    await openPage(page, '/services')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Book' })).toBeInViewport()
  })

  test('scrolls the times of a tapped day to the top of the screen, without a nested scroll area', async ({
    page,
  }) => {
    await openPage(page, '/service/initial-consultation')
    const date = getWeekdayAhead(4)
    await chooseDay(page, date)
    const day = page.getByRole('button', { name: fullDate(date) })
    const heading = page.getByRole('heading', { name: /^Times on / })
    await expect(heading).toBeInViewport({ ratio: 1 })
    expect(await heading.evaluate((h) => h.getBoundingClientRect().top)).toBeLessThan(100)
    await expect(day).toBeFocused()
    const times = page.getByRole('group', { name: /^Available times/ })
    expect(await times.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0)
    const order = await page.evaluate(() => {
      const top = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN
      return ['td button', '[aria-label^="Available times"]', 'select', '[aria-label=Legend]'].map(
        top,
      )
    })
    expect(order).toEqual([...order].sort((a, b) => a - b))
  })
})

test('A phone in landscape shows the headline and a booking link in the first screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  for (const path of ['/services/nordic-luxury-travel', '/services/hospitality-consultancy', '/']) {
    await openPage(page, path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeInViewport({ ratio: 1 })
  }
  await expect(
    page.locator('#hero').getByRole('link', { name: 'Book a consultation' }),
  ).toBeInViewport({ ratio: 1 })
})

test('The header, hero and content share one left edge in windows of every width', async ({
  page,
}) => {
  await openPage(page, '/')
  const getLeft = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((found) => Math.round(found.getBoundingClientRect().left))
  for (const width of [320, 390, 820, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 1200 })
    const edges = await Promise.all([
      getLeft('header [role=button]'),
      getLeft('#hero h1'),
      getLeft('#services h2'),
      getLeft('footer p'),
    ])
    expect(new Set(edges).size, String(width)).toBe(1)
  }
})

test('The desk’s sign-in page has the menu and the legal links too', async ({ page }) => {
  await page.goto('/admin')
  await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Close' }).click()
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
})

test('A paid booking whose server is unreachable shows that payment needs a connection, and promises no slot', async ({
  page,
  errors,
}) => {
  errors.allow(/ERR_FAILED|Failed to load/)
  await chooseTime(page, 'bespoke-planning')
  await expect(page.getByText('Your time is held for 15 minutes while you pay.')).toBeVisible()
  await fillDetails(page)
  // Requests fail while the browser still reports that it is online.
  await page.route('**/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(
    page.getByText('Payment needs a connection. Your details are kept on this device.'),
  ).toBeVisible()
  await expect(page.getByText('The time is not held until you are back online.')).toBeVisible()
  await expect(page.getByText('Your time is held for 15 minutes')).toHaveCount(0)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
})
