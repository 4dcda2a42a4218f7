import type { Page } from '@playwright/test'
import {
  chooseTime,
  confirmedHeading,
  fillDetails,
  freshDay,
  sendBooking,
} from '#tests/support/booking/booking-pages.ts'
import { expect, test, withOwnServer } from '#tests/support/browser/e2e.ts'

test.use(withOwnServer('repeated-presses'))

/** Presses the form's button three times before the page is drawn again, as assistive programs can. */
async function pressThreeTimes(page: Page, selector: string): Promise<void> {
  await page.locator(selector).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 3; press++) button.click()
  })
}

/** The idempotency keys of all posts to this path from now on. */
function collectPosts(page: Page, path: string): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path)
      keys.push(request.headers()['idempotency-key'] ?? '')
  })
  return keys
}

test('Three presses before the next frame book once, and the page ends at the confirmation', async ({
  page,
}) => {
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page)
  const posts = collectPosts(page, '/')
  await pressThreeTimes(page, 'form button[type=submit]')
  await expect(confirmedHeading(page)).toBeVisible()
  expect(posts).toHaveLength(1)
})

test('Three presses at a paid service take one hold', async ({ page }) => {
  await chooseTime(page, 'bespoke-planning', { day: freshDay() })
  await fillDetails(page)
  const posts = collectPosts(page, '/')
  await pressThreeTimes(page, 'form button[type=submit]')
  await expect(page.getByText('Demo: no card is charged').first()).toBeVisible()
  expect(posts).toHaveLength(1)
})

test('Three presses send one message', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.locator('form[method=post]')).toHaveJSProperty('noValidate', true)
  await page.getByLabel('First name').fill('Elisabeth')
  await page.getByLabel('Last name').fill('Sørbø')
  await page.getByLabel('Email').fill('elisabeth@example.com')
  const posts = collectPosts(page, '/')
  await pressThreeTimes(page, 'form[method=post] button[type=submit]')
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
  expect(posts).toHaveLength(1)
})

test('Three presses cancel a booking with one request', async ({ page }) => {
  await chooseTime(page, 'initial-consultation', { day: freshDay() })
  await fillDetails(page)
  await sendBooking(page)
  await expect(confirmedHeading(page)).toBeVisible()
  await page
    .getByRole('link', { name: /Manage|Move or cancel/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const cancels = collectPosts(page, '/functions/cancel-booking')
  await pressThreeTimes(page, 'dialog[open] button:has-text("Cancel booking")')
  await expect(page.getByText(/cancelled/i).first()).toBeVisible()
  expect(cancels).toHaveLength(1)
})
