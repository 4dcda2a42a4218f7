import { randomUUID } from 'node:crypto'
import type { OutboxEntry } from '#client/outbox/entry.ts'
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
  savedMessage,
  saveMessage,
  sentMessage,
  writeMessage,
} from '#tests/support/outbox/outbox-pages.ts'

/** A message whose last attempt failed offline; its next attempt is due in ten minutes. */
function buildFailedMessage(message: string): Partial<OutboxEntry> {
  const lost = { attempts: 8, lastError: 'TypeError', nextAttemptAt: getLaterRetry(Date.now()) }
  return { ...buildQueuedMessage(randomUUID(), message), ...lost }
}

test.describe('A browser without Background Sync (such as Safari or Firefox)', () => {
  test.beforeEach(async ({ context }) => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'SyncManager')
      // The empty page before the first navigation has no service workers.
      if ('ServiceWorkerRegistration' in globalThis)
        Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
    })
  })

  test('invites the visitor back, and sends queued messages when online again, on any page load and when a tab becomes visible', async ({
    page,
    context,
    server,
    errors,
  }) => {
    errors.allow(OFFLINE_ERRORS)
    const [saved, online, loaded, seen] = [
      createUniqueText(),
      createUniqueText(),
      createUniqueText(),
      createUniqueText(),
    ]
    await installSite(page)
    await saveMessage(page, saved)
    await expect(page.getByText('Open this page again when you are online.')).toBeVisible()
    await context.setOffline(false)
    await expect(sentMessage(page)).toBeVisible()
    await expectArrived(server, [saved])

    await test.step('online again, long before the next try by itself', async () => {
      await openHydrated(page, '/about')
      await context.setOffline(true)
      await putEntries(page, [buildFailedMessage(online)])
      await context.setOffline(false)
      await expectArrived(server, [online])
    })
    await test.step('at the next load of any page', async () => {
      await putEntries(page, [buildFailedMessage(loaded)])
      await openHydrated(page, '/services')
      await expectArrived(server, [loaded])
    })
    await test.step('seen again, with nothing left to do', async () => {
      await expect.poll(() => page.evaluate(() => localStorage.getItem('outbox-waits'))).toBeNull()
      await putEntries(page, [buildFailedMessage(seen)])
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expectArrived(server, [seen])
    })
  })
})

test.describe('A browser without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('saves, sends and confirms a message by the page alone', async ({
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
    await expect(savedMessage(page)).toBeVisible()
    await context.setOffline(false)
    await expect(sentMessage(page)).toBeVisible()
    await expectArrived(server, [message])
  })
})
