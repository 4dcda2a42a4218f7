import { randomUUID } from 'node:crypto'
import { launchOptions } from '#tests/support/browser/browser.ts'
import { expect, installSite, test } from '#tests/support/browser/offline-site.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import { WorkerControl } from '#tests/support/browser/worker-control.ts'
import {
  buildQueuedMessage,
  createUniqueText,
  expectArrived,
  expireLeases,
  makeEntriesDue,
  OFFLINE_ERRORS,
  putEntries,
  readEntries,
  readStoredMessages,
  saveMessage,
  sendMessage,
  sentMessage,
} from '#tests/support/outbox/outbox-pages.ts'

// With background sync.
test.use({ launchOptions: launchOptions() })

test('Even online, a message is saved before it is sent, and its text is deleted once the server answers', async ({
  page,
  server,
  front,
}) => {
  const message = createUniqueText()
  let storedMessage: string | undefined
  front.choosePostOutcome = async () => {
    storedMessage = (await readEntries(page))[0]?.fields?.message
    return 'pass' as const
  }
  await sendMessage(page, message)
  await expect(sentMessage(page)).toBeVisible()
  expect(storedMessage).toBe(message)
  await expectArrived(server, [message])
  const [entry] = await readEntries(page)
  expect(entry).toMatchObject({ state: 'sent', fields: null, formValues: null })
  expect(JSON.stringify(entry)).not.toContain('elisabeth@example.com')
})

test('An offline message is shown as saved and later as sent; with every tab closed, the service worker sends it', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  const [message, later] = [createUniqueText(), createUniqueText()]
  await page.addInitScript(registerSlowly)
  await installSite(page)
  await saveMessage(page, message)
  await expect(page.getByText('You are offline.')).toBeVisible()
  expect(readStoredMessages(server)).not.toContain(message)
  await context.setOffline(false)
  await expect(sentMessage(page)).toBeVisible()
  await expectArrived(server, [message])

  const other = await context.newPage()
  await other.goto('about:blank')
  await saveMessage(page, later)
  await page.close()
  await context.setOffline(false)
  await expectArrived(server, [later])
})

/** The browser takes its time to note that it should wake the worker; nobody waits for it who sees "saved". */
function registerSlowly() {
  const { prototype } = Reflect.get(globalThis, 'SyncManager')
  const { register } = prototype
  prototype.register = async function (tag: string) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return register.call(this, tag)
  }
}

test('Closing a tab before the answer arrives neither loses nor duplicates a message', async ({
  page,
  context,
  server,
  front,
}) => {
  const message = createUniqueText()
  await installSite(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  front.choosePostOutcome = async () => {
    await released
    return 'pass' as const
  }
  await sendMessage(page, message)
  await expect.poll(async () => (await readEntries(page))[0]?.state).toBe('sending')
  await page.close()
  release()
  front.choosePostOutcome = () => 'pass'
  const later = await context.newPage()
  await openHydrated(later, '/')
  await expireLeases(later)
  await openHydrated(later, '/')
  await expectArrived(server, [message])
  await expect.poll(async () => (await readEntries(later))[0]?.state).toBe('sent')
})

test('A worker killed mid-send retries under the same key with one effect; the next visit sends what the last sync missed', async ({
  page,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE_ERRORS)
  const [message, last] = [createUniqueText(), createUniqueText()]
  await installSite(page)
  const worker = await WorkerControl.attach(page)
  await putEntries(page, [buildQueuedMessage(randomUUID(), message)])
  let arrived = false
  front.choosePostOutcome = () => {
    if (arrived) return 'pass'
    arrived = true
    return new Promise(() => {})
  }
  await worker.sync()
  await expect.poll(() => arrived).toBe(true)
  await worker.stop()
  front.choosePostOutcome = () => 'lose answer'
  await expireLeases(page)
  await worker.sync()
  await expectArrived(server, [message])
  await expect.poll(async () => (await readEntries(page))[0]?.attempts).toBe(1)
  front.choosePostOutcome = () => 'pass'
  await expireLeases(page)
  await worker.sync(true)
  await expect.poll(async () => (await readEntries(page))[0]?.state).toBe('sent')
  await expectArrived(server, [message])

  const entry = buildQueuedMessage(randomUUID(), last)
  const readEntry = async () => (await readEntries(page)).find(({ key }) => key === entry.key)
  await putEntries(page, [entry])
  front.choosePostOutcome = () => 'lose request'
  await worker.sync(true)
  await expect.poll(async () => (await readEntry())?.attempts).toBe(1)
  expect((await readEntry())?.state).toBe('queued')
  front.choosePostOutcome = () => 'pass'
  await makeEntriesDue(page)
  await openHydrated(page, '/')
  await expectArrived(server, [message, last])
})

test('Two tabs and the worker draining twenty entries together send each once, with twenty effects', async ({
  page,
  context,
  server,
  front,
}) => {
  await installSite(page)
  let posts = 0
  front.choosePostOutcome = () => {
    posts++
    return 'pass'
  }
  const worker = await WorkerControl.attach(page)
  const second = await context.newPage()
  await openHydrated(second, '/about')
  const messages = Array.from({ length: 20 }, createUniqueText)
  await putEntries(
    page,
    messages.map((message) => buildQueuedMessage(randomUUID(), message)),
  )
  await Promise.all([
    worker.sync(),
    openHydrated(page, '/contact'),
    openHydrated(second, '/services'),
    page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => undefined),
  ])
  await expectArrived(server, messages)
  await expect
    .poll(async () => (await readEntries(page)).filter(({ state }) => state === 'sent').length)
    .toBe(20)
  expect(posts).toBe(20)
})

test('A newly activated service worker sends queued entries, even if no page knows of them', async ({
  page,
  server,
  front,
  errors,
}) => {
  errors.allow(/unsupported MIME type/)
  const message = createUniqueText()
  front.isPortal = (path) => path === '/sw.js'
  await openHydrated(page, '/about')
  await expect.poll(() => front.requests.includes('/sw.js')).toBe(true)
  await putEntries(page, [buildQueuedMessage(randomUUID(), message)])
  await page.evaluate(() => localStorage.clear())
  front.isPortal = () => false
  await installSite(page)
  await expectArrived(server, [message])
})

test('Each message arrives once despite two hundred changes of the connection', async ({
  page,
  context,
  server,
  errors,
}) => {
  test.slow()
  errors.allow(OFFLINE_ERRORS)
  await installSite(page)
  await openHydrated(page, '/about')
  const messages = Array.from({ length: 4 }, createUniqueText)
  for (const message of messages) {
    await putEntries(page, [buildQueuedMessage(randomUUID(), message)])
    // Without awaiting each change, so that they overlap.
    const flaps = Array.from({ length: 50 }, (_, flap) => context.setOffline(flap % 2 === 0))
    await Promise.all(flaps)
  }
  await context.setOffline(false)
  await makeEntriesDue(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectArrived(server, messages)
})
