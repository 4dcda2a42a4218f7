import type { Page } from '@playwright/test'
import { expectNoFaults, threeWidths } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/e2e.ts'
import { entryAt } from '#tests/support/entries.ts'
import { putEntries } from '#tests/support/outbox-pages.ts'
import { openReady } from '#tests/support/site-pages.ts'

/** The error of pictures further down the page, which load lazily and so fail offline. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED/

const SENTENCE = 'You are offline. This page works without a connection.'

const bar = (page: Page) => page.getByRole('status').filter({ hasText: SENTENCE })
const way = (page: Page) => page.locator('[data-net] a', { hasText: 'On this device' })

for (const path of ['/', '/contact'])
  test(`${path} says that there is no connection, and takes it back`, async ({
    page,
    context,
    errors,
  }) => {
    errors.allow(OFFLINE)
    await openReady(page, path)
    await expect(page.getByText('You are offline')).toHaveCount(0)
    await context.setOffline(true)
    await expect(bar(page)).toHaveCount(1)
    await expect(way(page)).toHaveCount(0)
    await expectNoFaults(page, `${path} offline`, threeWidths)
    await context.setOffline(false)
    await expect(page.getByText('You are offline')).toHaveCount(0)
  })

test('the HTML of a page never says it', async ({ request }) => {
  for (const path of ['/', '/contact', '/on-this-device'])
    expect(await (await request.get(path)).text()).not.toContain('You are offline')
})

test('the bar leads to what waits on this device, and only where something does', async ({
  page,
  context,
  errors,
}) => {
  errors.allow(OFFLINE)
  await page.goto('/terms')
  await putEntries(page, [entryAt(Date.now())])
  await openReady(page, '/on-this-device')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(way(page)).toBeVisible()
  await expectNoFaults(page, 'with the way to the list', threeWidths)
  await way(page).click()
  await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible()
  await expect(way(page)).toHaveCount(0)
})

test('over a plate the bar moves nothing and covers no words', async ({ page, context }) => {
  await openReady(page, '/')
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.boundingBox()
  await context.setOffline(true)
  await expect(bar(page)).toBeVisible()
  expect(await title.boundingBox()).toEqual(before)
  const header = await page.getByRole('banner').boundingBox()
  const strip = await page.locator('[data-net="off"]:not(header)').boundingBox()
  const bottom = (strip?.y ?? 0) + (strip?.height ?? 0)
  expect(strip?.y).toBeLessThanOrEqual(header?.height ?? 0)
  expect(bottom).toBeGreaterThan((header?.height ?? 0) + 30)
  expect(bottom).toBeLessThan(before?.y ?? 0)
})
