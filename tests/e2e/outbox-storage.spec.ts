import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { chooseTime, fillDetails } from '#tests/support/booking/booking-pages.ts'
import { withOwnServer } from '#tests/support/browser/e2e.ts'
import { expect, installSite, test } from '#tests/support/browser/offline-site.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import { getLaterRetry } from '#tests/support/outbox/outbox-entries.ts'
import {
  buildQueuedMessage,
  createUniqueText,
  expectArrived,
  OFFLINE_ERRORS,
  pressSend,
  putEntries,
  readEntries,
  readStoredMessages,
  savedMessage,
  sentMessage,
  writeMessage,
} from '#tests/support/outbox/outbox-pages.ts'

test.use(withOwnServer('outbox-storage'))

const NO_STORAGE_TEXT = 'This browser cannot store anything on this device.'

test.describe('A device without free storage', () => {
  // The worker cannot cache the times that it fetches for the calendar; it answers without.
  test.beforeEach(({ errors }) => errors.allow(/^QuotaExceededError/))

  test('preserves the filled-in form offline, reports the full storage and never shows the message as saved', async ({
    page,
    context,
    server,
    errors,
  }) => {
    errors.allow(OFFLINE_ERRORS)
    const message = createUniqueText()
    await installSite(page)
    await openHydrated(page, '/contact')
    await writeMessage(page, message)
    await fillDisk(page)
    await context.setOffline(true)
    await pressSend(page)
    await expect(page.getByText('This device has no room left to save it.')).toBeVisible()
    await expect(savedMessage(page)).toHaveCount(0)
    await expect(page.getByLabel(/^Message/)).toHaveValue(message)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(sentMessage(page)).toBeVisible()
    await expectArrived(server, [message])
  })

  test('still sends a message when online', async ({ page, server }) => {
    const message = createUniqueText()
    await openHydrated(page, '/contact')
    await writeMessage(page, message)
    await fillDisk(page)
    await pressSend(page)
    await expect(sentMessage(page)).toBeVisible()
    await expectArrived(server, [message])
  })
})

test.describe('A browser that stores nothing (such as some private windows)', () => {
  test.beforeEach(async ({ context }) => {
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
    })
  })

  test('warns before the visitor types, on both forms and in the booking', async ({ page }) => {
    for (const path of ['/contact', '/inquiry-form']) {
      await openHydrated(page, path)
      await expect(page.getByText(NO_STORAGE_TEXT), path).toBeVisible()
    }
    await chooseTime(page, 'initial-consultation')
    await expect(page.getByText(NO_STORAGE_TEXT)).toBeVisible()
  })

  test('sends a message when online; offline, only the form preserves it', async ({
    page,
    context,
    server,
    errors,
  }) => {
    errors.allow(OFFLINE_ERRORS)
    const message = createUniqueText()
    await openHydrated(page, '/contact')
    await writeMessage(page, message)
    await context.setOffline(true)
    await pressSend(page)
    await expect(page.getByText('No connection: this has not been sent.')).toBeVisible()
    await expect(page.getByLabel(/^Message/)).toHaveValue(message)
    expect(readStoredMessages(server)).not.toContain(message)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(sentMessage(page)).toBeVisible()
    await expectArrived(server, [message])
  })

  test('completes a booking when online', async ({ page }) => {
    await chooseTime(page, 'initial-consultation')
    await fillDetails(page)
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  })
})

test('Persistent storage is requested when the first entry is stored, and not before', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator.storage, 'persist', {
      value: async () => {
        Reflect.set(window, 'asked', true)
        return true
      },
    })
  })
  await openHydrated(page, '/contact')
  await writeMessage(page, createUniqueText())
  expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toBeUndefined()
  await pressSend(page)
  await expect(sentMessage(page)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toBe(true)
  expect(await readEntries(page)).toHaveLength(1)
})

test('With nothing queued and nothing typed, no code of the store is fetched', async ({ page }) => {
  const scriptUrls = new Set<string>()
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scriptUrls.add(request.url())
  })
  // Fetched again: the browser drops a response's text once its page is left.
  const texts = () =>
    Promise.all([...scriptUrls].map(async (url) => (await page.request.get(url)).text()))
  for (const path of ['/', '/about', '/contact', '/inquiry-form', '/service/bespoke-planning']) {
    await openHydrated(page, path)
    await page.waitForLoadState('networkidle')
  }
  const scripts = await texts()
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.filter((text) => text.includes('DatabaseClosedError'))).toEqual([])
  await page.goto('/contact')
  await writeMessage(page, 'February?')
  await expect
    .poll(async () => (await texts()).some((text) => text.includes('IDBKeyRange')))
    .toBe(true)
})

test('A device cleared by the browser behaves like a new one: it saves and sends messages, and repeats nothing', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  const [sent, lost, later] = [createUniqueText(), createUniqueText(), createUniqueText()]
  await installSite(page)
  await openHydrated(page, '/contact')
  await writeMessage(page, sent)
  await pressSend(page)
  await expect(sentMessage(page)).toBeVisible()
  await putEntries(page, [
    { ...buildQueuedMessage(randomUUID(), lost), nextAttemptAt: getLaterRetry(Date.now()) },
  ])
  await clearDevice(page)
  await installSite(page)
  await openHydrated(page, '/on-this-device')
  await expect(page.getByText('Nothing is stored here.')).toBeVisible()
  await openHydrated(page, '/contact')
  await context.setOffline(true)
  await writeMessage(page, later)
  await pressSend(page)
  await expect(savedMessage(page)).toBeVisible()
  await context.setOffline(false)
  await expectArrived(server, [sent, later])
  expect(readStoredMessages(server)).not.toContain(lost)
})

test('If only the store was cleared, nothing fails and no message is shown as queued', async ({
  page,
  server,
}) => {
  const message = createUniqueText()
  await installSite(page)
  await putEntries(page, [
    {
      ...buildQueuedMessage(randomUUID(), createUniqueText()),
      nextAttemptAt: getLaterRetry(Date.now()),
    },
  ])
  await clearDevice(page, 'indexeddb')
  await openHydrated(page, '/contact')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('outbox-waits'))).toBeNull()
  await writeMessage(page, message)
  await pressSend(page)
  await expect(sentMessage(page)).toBeVisible()
  await expectArrived(server, [message])
})

/** Clears the site's data, as browsers do when storage is short. */
async function clearDevice(page: Page, storageTypes = 'all'): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  // A page of the site would reload when its worker is removed.
  await page.goto('about:blank')
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes })
}

/** Makes every write fail, as if the disk were full. */
async function fillDisk(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
}
