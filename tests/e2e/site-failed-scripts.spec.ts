import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/e2e.ts'
import { navigateByRouter, openHydrated } from '#tests/support/browser/site-pages.ts'

const SCRIPTS = '**/assets/*.js'

const getErrorScreen = (page: Page) =>
  page.getByRole('heading', { name: 'Oops! Something went wrong' })

test('A page whose script was removed by a new release shows the error screen, and loads after a refresh', async ({
  page,
  errors,
}) => {
  errors.allow(/Failed to load resource|dynamically imported module/)
  await openHydrated(page, '/')
  await page.route('**/assets/about-page-*', (route) => route.fulfill({ status: 404 }))
  await page.locator('main a[href="/about"]').first().click()
  await expect(getErrorScreen(page)).toBeVisible()
  await expect(page.getByText('Part of this page did not load.')).toBeVisible()
  await expect(page).toHaveURL('/about')
  await page.unroute('**/assets/about-page-*')
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /driven the road before I send you/,
  )
})

test('A public page, a booking and the desk show the error screen if their code never loads', async ({
  page,
  errors,
}) => {
  errors.allow(/Failed to load resource|dynamically imported module/)
  // Starts on a page that cannot be mistaken for the error screen.
  for (const address of ['/about', '/service/initial-consultation', '/admin']) {
    await openHydrated(page, '/terms')
    await page.route(SCRIPTS, (route) => route.abort())
    await navigateByRouter(page, address)
    await expect(getErrorScreen(page), address).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    await page.unroute(SCRIPTS)
  }
})

test('A page whose script never loads stays readable, and its links work', async ({
  page,
  errors,
}) => {
  errors.allow(/Failed to load resource|dynamically imported module|module script/)
  await page.route('**/assets/{about,services}-page-*.js', (route) => route.abort())
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /driven the road before I send you/,
  )
  await page.getByRole('navigation', { name: 'Footer' }).getByText('Services').click()
  await expect(page).toHaveURL('/services')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('If the code of Home’s form never loads, the page above it stays', async ({
  page,
  errors,
}) => {
  errors.allow(/Failed to load resource|dynamically imported module|Minified React error #4/)
  await page.route('**/assets/contact-form-*.js', (route) => route.abort())
  await openHydrated(page, '/#contact')
  await expect(page.getByText('The form did not load.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Begin Your Masterpiece' })).toBeVisible()
})

test('A page without its root element reports what is missing', async ({ page, errors }) => {
  errors.allow(/Root element not found/)
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('id="root"', 'id="elsewhere"')
    await route.fulfill({ response, body })
  })
  const failure = page.waitForEvent('pageerror')
  await page.goto('/')
  expect((await failure).message).toBe('Root element not found')
})
