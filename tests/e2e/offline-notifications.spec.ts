import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { launchOptions } from '#tests/support/browser/browser.ts'
import { expect, installSite, test } from '#tests/support/browser/offline-site.ts'
import { WorkerControl } from '#tests/support/browser/worker-control.ts'
import {
  buildQueuedMessage,
  expectArrived,
  OFFLINE_ERRORS,
  putEntries,
  readEntries,
  saveMessage,
} from '#tests/support/outbox/outbox-pages.ts'

// With background sync.
test.use({ launchOptions: launchOptions() })

const createUniqueText = () => `Written as ${randomUUID()}`

/** Two queued messages: one that the server accepts and one that it refuses. */
function buildQueuedMessages(message: string) {
  const fine = buildQueuedMessage(randomUUID(), message)
  const wrong = buildQueuedMessage(randomUUID(), message)
  return [fine, { ...wrong, fields: { ...wrong.fields, email: 'nowhere' } }]
}

/** Waits until the outcome of every entry is stored; after that nothing more is announced. */
async function expectSettled(page: Page, count: number): Promise<void> {
  const settled = async () =>
    (await readEntries(page)).filter(({ state }) => state === 'sent' || state === 'attention')
      .length
  await expect.poll(settled).toBe(count)
}

/** The notifications shown, read in the service worker: no page has to be open. */
async function readNotifications(page: Page): Promise<string[]> {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('No service worker is registered yet')
  return worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const notifications = await registration.getNotifications()
    return notifications.map(({ title, body }) => `${title} / ${body}`).sort()
  })
}

/** Waits until the worker knows of no page any more; it does not announce what a visitor sees on a page. */
async function leaveSite(page: Page): Promise<void> {
  await page.goto('about:blank')
  const countPages = async () => {
    const [worker] = page.context().serviceWorkers()
    return worker?.evaluate(async () => {
      const { clients } = self as unknown as { clients: { matchAll(): Promise<unknown[]> } }
      return (await clients.matchAll()).length
    })
  }
  await expect.poll(countPages).toBe(0)
}

test('With no page open, the service worker announces how each send ended, without quoting the message', async ({
  page,
  context,
  server,
  front,
}) => {
  const message = createUniqueText()
  await context.grantPermissions(['notifications'], { origin: front.url })
  await installSite(page)
  const control = await WorkerControl.attach(page)
  await putEntries(page, buildQueuedMessages(message))
  await leaveSite(page)
  await control.sync()
  await expectArrived(server, [message])
  await expect
    .poll(() => readNotifications(page))
    .toEqual([
      expect.stringMatching(/^Message sent \/ Message$/),
      expect.stringMatching(/^This needs your attention \/ Message: .+/),
    ])
  expect((await readNotifications(page)).join()).not.toContain(message)
})

test('An outcome is not announced if the visitor sees it on the page or has not allowed notifications', async ({
  page,
  context,
  server,
  front,
}) => {
  const seen = createUniqueText()
  await installSite(page)
  const control = await WorkerControl.attach(page)
  let posts = 0
  front.choosePostOutcome = () => {
    posts++
    return 'pass'
  }
  await putEntries(page, buildQueuedMessages(seen))
  await page.goto('about:blank')
  await control.sync()
  await expect.poll(() => posts).toBe(2)
  await page.goto('/')
  await expectSettled(page, 2)
  await context.grantPermissions(['notifications'], { origin: front.url })
  const another = createUniqueText()
  await putEntries(page, buildQueuedMessages(another))
  await control.sync()
  await expectSettled(page, 4)
  await expectArrived(server, [seen, another])
  expect(await readNotifications(page)).toEqual([])
})

test('On a phone, the offer of a notification begins below the lines above it', async ({
  page,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
  )
  await installSite(page)
  await saveMessage(page, createUniqueText())
  const readTextLeft = (text: string | RegExp) =>
    page.getByText(text).evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().left
    })
  const above = await readTextLeft(/^Waiting, saved/)
  expect(await readTextLeft('Tell me when it is sent')).toBeCloseTo(above, 0)
})
