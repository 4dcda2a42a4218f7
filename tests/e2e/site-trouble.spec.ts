import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e.ts'
import { openReady, travel } from '#tests/support/site-pages.ts'

const SCRIPTS = '**/assets/*.js'

const screen = (page: Page) => page.getByRole('heading', { name: 'Oops! Something went wrong' })

test('a page whose script is gone after a new release shows the error screen, and comes after a refresh', async ({
  page,
  errors,
}) => {
  errors.allow(/Failed to load resource|dynamically imported module/)
  await openReady(page, '/')
  await page.route('**/assets/about-page-*', (route) => route.fulfill({ status: 404 }))
  await page.locator('main a[href="/about"]').first().click()
  await expect(screen(page)).toBeVisible()
  await expect(page.getByText('Part of this page did not load.')).toBeVisible()
  await expect(page).toHaveURL('/about')
  await page.unroute('**/assets/about-page-*')
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /driven the road before I send you/,
  )
})

test('a visitor’s page, a booking and the desk whose code never comes show the error screen', async ({
  page,
  errors,
}) => {
  errors.allow(/Failed to load resource|dynamically imported module/)
  // Starts on a page that cannot be mistaken for the error screen.
  for (const address of ['/about', '/service/initial-consultation', '/admin']) {
    await openReady(page, '/terms')
    await page.route(SCRIPTS, (route) => route.abort())
    await travel(page, address)
    await expect(screen(page), address).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    await page.unroute(SCRIPTS)
  }
})

test('a page whose script never comes stays readable, and its links lead on', async ({
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

test('where the code of Home’s form never comes, the page above it stays', async ({
  page,
  errors,
}) => {
  errors.allow(/Failed to load resource|dynamically imported module|Minified React error #4/)
  await page.route('**/assets/contact-form-*.js', (route) => route.abort())
  await openReady(page, '/#contact')
  await expect(page.getByText('The form did not load.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Begin Your Masterpiece' })).toBeVisible()
})

test('without its mount the page says what is missing', async ({ page, errors }) => {
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
