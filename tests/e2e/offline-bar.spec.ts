import type { Page } from '@playwright/test'
import { expectNoFaults, threeWidths } from '#tests/support/browser/axe.ts'
import { expect, test } from '#tests/support/browser/e2e.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import { buildEntry } from '#tests/support/outbox/outbox-entries.ts'
import { putEntries } from '#tests/support/outbox/outbox-pages.ts'

/** The error of what loads later and so fails offline: the code of the worker, pictures further down the page. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED/

const SENTENCE = 'You are offline. This page works without a connection.'

const getOfflineBar = (page: Page) => page.getByRole('status').filter({ hasText: SENTENCE })
const getDeviceLink = (page: Page) => page.locator('[data-net] a', { hasText: 'On this device' })

for (const path of ['/', '/contact'])
  test(`${path} shows a notice while there is no connection, and removes it once the connection is back`, async ({
    page,
    context,
    errors,
  }) => {
    errors.allow(OFFLINE)
    await openHydrated(page, path)
    await expect(page.getByText('You are offline')).toHaveCount(0)
    await context.setOffline(true)
    await expect(getOfflineBar(page)).toHaveCount(1)
    await expect(getDeviceLink(page)).toHaveCount(0)
    await expectNoFaults(page, `${path} offline`, threeWidths)
    await context.setOffline(false)
    await expect(page.getByText('You are offline')).toHaveCount(0)
  })

test('The served HTML of a page never contains the offline notice', async ({ request }) => {
  for (const path of ['/', '/contact', '/on-this-device'])
    expect(await (await request.get(path)).text()).not.toContain('You are offline')
})

test('The offline bar links to the entries queued on this device, and only if there are any', async ({
  page,
  context,
  errors,
}) => {
  errors.allow(OFFLINE)
  await page.goto('/terms')
  await putEntries(page, [buildEntry(Date.now())])
  await openHydrated(page, '/on-this-device')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(getDeviceLink(page)).toBeVisible()
  await expectNoFaults(page, 'with the way to the list', threeWidths)
  await getDeviceLink(page).click()
  await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible()
  await expect(getDeviceLink(page)).toHaveCount(0)
})

test('Over a hero picture the offline bar moves nothing and covers no text', async ({
  page,
  context,
  errors,
}) => {
  errors.allow(OFFLINE)
  await openHydrated(page, '/')
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.boundingBox()
  await context.setOffline(true)
  await expect(getOfflineBar(page)).toBeVisible()
  expect(await title.boundingBox()).toEqual(before)
  const header = await page.getByRole('banner').boundingBox()
  const strip = await page.locator('[data-net="off"]:not(header)').boundingBox()
  const bottom = (strip?.y ?? 0) + (strip?.height ?? 0)
  expect(strip?.y).toBeLessThanOrEqual(header?.height ?? 0)
  expect(bottom).toBeGreaterThan((header?.height ?? 0) + 30)
  expect(bottom).toBeLessThan(before?.y ?? 0)
})
