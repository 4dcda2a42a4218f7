import { randomUUID } from 'node:crypto'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { notSoon } from '#tests/support/entries.ts'
import { expect, install, test } from '#tests/support/offline-site.ts'
import {
  expectArrived,
  mark,
  OFFLINE,
  pressSend,
  putEntries,
  savedMessage,
  saveMessage,
  sentMessage,
  waitingMessage,
  writeMessage,
} from '#tests/support/outbox-pages.ts'
import { openReady } from '#tests/support/site-pages.ts'

/** A message whose last attempt failed offline; its next attempt is due in ten minutes. */
function lostLately(message: string): Partial<OutboxEntry> {
  const lost = { attempts: 8, lastError: 'TypeError', nextAt: notSoon(Date.now()) }
  return { ...waitingMessage(randomUUID(), message), ...lost }
}

test.describe('a browser without Background Sync, such as Safari or Firefox,', () => {
  test.beforeEach(async ({ context }) => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'SyncManager')
      // The empty page before the first navigation has no service workers.
      if ('ServiceWorkerRegistration' in globalThis)
        Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
    })
  })

  test('says to come back, and sends when it is online again, when any page loads, and when a tab is seen again', async ({
    page,
    context,
    server,
    errors,
  }) => {
    errors.allow(OFFLINE)
    const [saved, online, loaded, seen] = [mark(), mark(), mark(), mark()]
    await install(page)
    await saveMessage(page, saved)
    await expect(page.getByText('Open this page again when you are online.')).toBeVisible()
    await context.setOffline(false)
    await expect(sentMessage(page)).toBeVisible()
    await expectArrived(server, [saved])

    await test.step('online again, long before the next try by itself', async () => {
      await openReady(page, '/about')
      await context.setOffline(true)
      await putEntries(page, [lostLately(online)])
      await context.setOffline(false)
      await expectArrived(server, [online])
    })
    await test.step('at the next load of any page', async () => {
      await putEntries(page, [lostLately(loaded)])
      await openReady(page, '/services')
      await expectArrived(server, [loaded])
    })
    await test.step('seen again, with nothing left to do', async () => {
      await expect.poll(() => page.evaluate(() => localStorage.getItem('outbox-waits'))).toBeNull()
      await putEntries(page, [lostLately(seen)])
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expectArrived(server, [seen])
    })
  })
})

test.describe('without any worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('the page alone keeps, sends and confirms', async ({ page, context, server, errors }) => {
    errors.allow(OFFLINE)
    const message = mark()
    await openReady(page, '/contact')
    await writeMessage(page, message)
    await context.setOffline(true)
    await pressSend(page)
    await expect(savedMessage(page)).toBeVisible()
    await context.setOffline(false)
    await expect(sentMessage(page)).toBeVisible()
    await expectArrived(server, [message])
  })
})
