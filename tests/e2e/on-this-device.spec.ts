import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { expectNoFaults, threeWidths } from '#tests/support/browser/axe.ts'
import { expect, test } from '#tests/support/browser/e2e.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import {
  attentionFields,
  buildBookingEntry,
  buildEntry,
  getLaterRetry,
  sentFields,
} from '#tests/support/outbox/outbox-entries.ts'
import {
  buildQueuedMessage,
  expectArrived,
  putEntries,
  readEntries,
} from '#tests/support/outbox/outbox-pages.ts'

const LIST_PATH = '/on-this-device'
const OFFLINE = /ERR_INTERNET_DISCONNECTED/
const HOUR = 3_600_000

const summary = (page: Page) => page.getByRole('region', { name: 'In short' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Opens the list, with these entries on the device. */
async function openWith(page: Page, entries: Partial<OutboxEntry>[]): Promise<void> {
  await page.goto('/terms')
  await putEntries(page, entries)
  await openHydrated(page, LIST_PATH)
  await expect(summary(page)).toBeVisible()
}

/** One entry of each kind that a visitor may see. */
function listEveryKind(): OutboxEntry[] {
  const now = Date.now()
  const confirmed = { status: 'confirmed', manageUrl: '/booking/manage?id=x' }
  return [
    buildBookingEntry(now, attentionFields('taken')),
    buildEntry(now, attentionFields('fields', { email: 'Please enter a valid email address.' })),
    buildEntry(now, attentionFields('old')),
    buildEntry(now),
    buildEntry(now, { state: 'sending', lease: { holder: 'another', until: now + HOUR / 120 } }),
    buildBookingEntry(now, { createdAt: now - 30 * HOUR }),
    buildBookingEntry(now, { ...sentFields(now - HOUR, confirmed), createdAt: now - 20 * HOUR }),
    buildEntry(now, sentFields(now)),
  ]
}

/** Opens the outbox as an older tab that does not close its connection for a newer version. */
function holdOldConnection(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('outbox', 1)
        opening.onsuccess = () => resolve()
      }),
  )
}

test.describe('The “On this device” list', () => {
  test('passes axe and fits the window offline, with every kind of entry and an open confirmation', async ({
    page,
    context,
    errors,
  }) => {
    errors.allow(OFFLINE)
    await openWith(page, listEveryKind())
    await expect(summary(page)).toHaveText('3 need attention3 waiting2 sent')
    await expectNoFaults(page, 'every kind', threeWidths)
    await context.setOffline(true)
    await button(page, /^Remove from this device/)
      .first()
      .click()
    await button(page, 'Send now').click()
    await expect(page.getByRole('main').getByText('There is no connection yet.')).toBeVisible()
    await expectNoFaults(page, 'offline, with a question', threeWidths)
  })

  test('passes axe and fits the window with nothing on the device', async ({ page }) => {
    await openWith(page, [])
    await expect(page.getByText('Nothing is stored here.')).toBeVisible()
    await expectNoFaults(page, 'empty', threeWidths)
  })

  test('passes axe and fits the window if the store cannot open or does not exist', async ({
    page,
    context,
  }) => {
    await context.addInitScript(() => {
      const { open } = IDBFactory.prototype
      IDBFactory.prototype.open = function (name, version) {
        const shut = name === 'outbox' && version !== undefined
        if (shut || location.hash === '#none') throw new DOMException('No', 'InvalidStateError')
        return open.call(this, name)
      }
    })
    await openHydrated(page, LIST_PATH)
    await expect(page.getByText('What is stored here cannot be opened.')).toBeVisible()
    await expectNoFaults(page, 'shut', threeWidths)
    await page.goto('/terms')
    await openHydrated(page, `${LIST_PATH}#none`)
    await expect(page.getByText('This browser cannot store anything for this site.')).toBeVisible()
    await expectNoFaults(page, 'none', threeWidths)
  })
})

test('An older tab that blocks the store is reported, and the list appears once that tab is closed', async ({
  page,
  context,
}) => {
  const older = await context.newPage()
  await older.goto('/terms')
  await holdOldConnection(older)
  await openHydrated(page, LIST_PATH)
  await expect(page.getByText('This site is open in an older tab.')).toBeVisible()
  await expect(page.getByText('Please close it; nothing is lost.')).toBeVisible()
  await expectNoFaults(page, 'blocked', threeWidths)
  await older.close()
  await expect(page.getByText('Nothing is stored here.')).toBeVisible()
  await expect(page.getByText('older tab')).toBeHidden()
})

test('A store that the browser has cleared appears as an empty list, without an error', async ({
  page,
}) => {
  await openWith(page, listEveryKind())
  await page.goto('/terms')
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const deleting = indexedDB.deleteDatabase('outbox')
        deleting.onsuccess = () => resolve()
      }),
  )
  await openHydrated(page, LIST_PATH)
  await expect(page.getByText('Nothing is stored here.')).toBeVisible()
})

test('Send now sends each queued entry once, and its receipt stays listed', async ({
  page,
  server,
}) => {
  const messages = [`Asked ${randomUUID()}`, `Asked ${randomUUID()}`]
  const later = { attempts: 1, lastError: '503', nextAttemptAt: getLaterRetry(Date.now()) }
  const queued = messages.map((message) => ({
    ...buildQueuedMessage(randomUUID(), message),
    ...later,
  }))
  await openWith(page, queued)
  await button(page, 'Send now').click()
  await expect(summary(page)).toHaveText('2 sent')
  await expect(button(page, 'Send now')).toBeHidden()
  await expect(summary(page)).toBeFocused()
  await expectArrived(server, messages)
  expect((await readEntries(page)).map(({ fields }) => fields)).toEqual([null, null])
})

test('The keyboard alone reaches every control of the list, and the focus is never lost', async ({
  page,
}) => {
  const now = Date.now()
  await openWith(page, [buildEntry(now, { createdAt: now }), buildEntry(now, sentFields(now))])
  const removal = button(page, /^Remove from this device/).first()
  await page.getByRole('link', { name: /^Edit/ }).focus()
  await page.keyboard.press('Tab')
  await expect(button(page, /^Retry/)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(removal).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Keep it')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(removal).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(summary(page)).toHaveText('1 sent')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing is stored here.')).toBeVisible()
  await expect(summary(page)).toBeFocused()
})

test('A visitor can download a copy of the unsent entries', async ({ page }) => {
  const queued = buildEntry(Date.now())
  await openWith(page, [queued, buildEntry(Date.now(), sentFields(Date.now()))])
  const download = page.waitForEvent('download')
  await button(page, 'Save a copy').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^on-this-device-\d{4}-\d\d-\d\d\.json$/)
  const stream = await file.createReadStream()
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  const { entries } = JSON.parse(Buffer.concat(parts).toString())
  expect(entries).toEqual([queued])
})
