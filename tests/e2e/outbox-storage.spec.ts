import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { chooseTime, fillDetails } from '#tests/support/booking-pages.ts'
import { ownServer } from '#tests/support/e2e.ts'
import { notSoon } from '#tests/support/entries.ts'
import { expect, install, test } from '#tests/support/offline-site.ts'
import {
  entriesOf,
  expectArrived,
  mark,
  OFFLINE,
  pressSend,
  putEntries,
  savedMessage,
  sentMessage,
  storedMessages,
  waitingMessage,
  writeMessage,
} from '#tests/support/outbox-pages.ts'
import { openReady } from '#tests/support/site-pages.ts'

test.use(ownServer('outbox-storage'))

const KEEPS_NOTHING = 'This browser cannot store anything on this device.'

test.describe('a device with no room left', () => {
  test('offline keeps the form filled, says so plainly, and never says saved', async ({
    page,
    context,
    server,
    errors,
  }) => {
    errors.allow(OFFLINE)
    const message = mark()
    await install(page)
    await openReady(page, '/contact')
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

  test('online sends all the same', async ({ page, server }) => {
    const message = mark()
    await openReady(page, '/contact')
    await writeMessage(page, message)
    await fillDisk(page)
    await pressSend(page)
    await expect(sentMessage(page)).toBeVisible()
    await expectArrived(server, [message])
  })
})

test.describe('a browser that keeps nothing, such as in some private windows,', () => {
  test.beforeEach(async ({ context }) => {
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
    })
  })

  test('says so before anyone types, on both forms and on the booking', async ({ page }) => {
    for (const path of ['/contact', '/inquiry-form']) {
      await openReady(page, path)
      await expect(page.getByText(KEEPS_NOTHING), path).toBeVisible()
    }
    await chooseTime(page, 'initial-consultation')
    await expect(page.getByText(KEEPS_NOTHING)).toBeVisible()
  })

  test('sends online, and offline keeps the form alone', async ({
    page,
    context,
    server,
    errors,
  }) => {
    errors.allow(OFFLINE)
    const message = mark()
    await openReady(page, '/contact')
    await writeMessage(page, message)
    await context.setOffline(true)
    await pressSend(page)
    await expect(page.getByText('No connection: this has not been sent.')).toBeVisible()
    await expect(page.getByLabel(/^Message/)).toHaveValue(message)
    expect(storedMessages(server)).not.toContain(message)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(sentMessage(page)).toBeVisible()
    await expectArrived(server, [message])
  })

  test('books online', async ({ page }) => {
    await chooseTime(page, 'initial-consultation')
    await fillDetails(page)
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  })
})

test('the browser is asked to keep what waits when the first thing is kept, and not before', async ({
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
  await openReady(page, '/contact')
  await writeMessage(page, mark())
  expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toBeUndefined()
  await pressSend(page)
  await expect(sentMessage(page)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toBe(true)
  expect(await entriesOf(page)).toHaveLength(1)
})

test('where nothing waits and nobody writes, no part of the store is fetched', async ({ page }) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) asked.add(request.url())
  })
  // Fetched again: the browser drops a response's text once its page is left.
  const texts = () =>
    Promise.all([...asked].map(async (url) => (await page.request.get(url)).text()))
  for (const path of ['/', '/about', '/contact', '/inquiry-form', '/service/bespoke-planning']) {
    await openReady(page, path)
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

test('a device from which the browser has cleared everything is as a new one: it keeps, sends and repeats nothing', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(OFFLINE)
  const [sent, lost, later] = [mark(), mark(), mark()]
  await install(page)
  await openReady(page, '/contact')
  await writeMessage(page, sent)
  await pressSend(page)
  await expect(sentMessage(page)).toBeVisible()
  await putEntries(page, [{ ...waitingMessage(randomUUID(), lost), nextAt: notSoon(Date.now()) }])
  await clearDevice(page)
  await install(page)
  await openReady(page, '/on-this-device')
  await expect(page.getByText('Nothing is stored here.')).toBeVisible()
  await openReady(page, '/contact')
  await context.setOffline(true)
  await writeMessage(page, later)
  await pressSend(page)
  await expect(savedMessage(page)).toBeVisible()
  await context.setOffline(false)
  await expectArrived(server, [sent, later])
  expect(storedMessages(server)).not.toContain(lost)
})

test('where only the store was cleared, nothing fails and no message is said to wait', async ({
  page,
  server,
}) => {
  const message = mark()
  await install(page)
  await putEntries(page, [{ ...waitingMessage(randomUUID(), mark()), nextAt: notSoon(Date.now()) }])
  await clearDevice(page, 'indexeddb')
  await openReady(page, '/contact')
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
