import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { launchOptions } from '#tests/support/browser.ts'
import { expect, install, test } from '#tests/support/offline-site.ts'
import {
  entriesOf,
  expectArrived,
  putEntries,
  waitingMessage,
} from '#tests/support/outbox-pages.ts'
import { WorkerControl } from '#tests/support/worker.ts'

// With background sync.
test.use({ launchOptions: launchOptions() })

const words = () => `Written as ${randomUUID()}`

/** Two queued messages: one that the server accepts and one that it refuses. */
function waiting(message: string) {
  const fine = waitingMessage(randomUUID(), message)
  const wrong = waitingMessage(randomUUID(), message)
  return [fine, { ...wrong, fields: { ...wrong.fields, email: 'nowhere' } }]
}

/** Waits until the outcome of every entry is stored; after that nothing more is announced. */
async function expectSettled(page: Page, count: number): Promise<void> {
  const settled = async () =>
    (await entriesOf(page)).filter(({ state }) => state === 'sent' || state === 'attention').length
  await expect.poll(settled).toBe(count)
}

/** The notifications shown, read in the service worker: no page has to be open. */
async function announced(page: Page): Promise<string[]> {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('There is no worker')
  return worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const shown = await registration.getNotifications()
    return shown.map(({ title, body }) => `${title} / ${body}`).sort()
  })
}

test('with nobody looking, the worker announces how each sending ended, without a message’s own words', async ({
  page,
  context,
  server,
  front,
}) => {
  const message = words()
  await context.grantPermissions(['notifications'], { origin: front.url })
  await install(page)
  const control = await WorkerControl.of(page)
  await putEntries(page, waiting(message))
  await page.goto('about:blank')
  await control.sync()
  await expectArrived(server, [message])
  await expect
    .poll(() => announced(page))
    .toEqual([
      expect.stringMatching(/^Message sent \/ Message$/),
      expect.stringMatching(/^This needs your attention \/ Message: .+/),
    ])
  expect((await announced(page)).join()).not.toContain(message)
})

test('what somebody sees on the page, or has not allowed, is not announced', async ({
  page,
  context,
  server,
  front,
}) => {
  const seen = words()
  await install(page)
  const control = await WorkerControl.of(page)
  let posts = 0
  front.posts = () => {
    posts++
    return 'pass'
  }
  await putEntries(page, waiting(seen))
  await page.goto('about:blank')
  await control.sync()
  await expect.poll(() => posts).toBe(2)
  await page.goto('/')
  await expectSettled(page, 2)
  await context.grantPermissions(['notifications'], { origin: front.url })
  const another = words()
  await putEntries(page, waiting(another))
  await control.sync()
  await expectSettled(page, 4)
  await expectArrived(server, [seen, another])
  expect(await announced(page)).toEqual([])
})
