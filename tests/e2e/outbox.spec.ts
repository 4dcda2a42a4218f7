import { randomUUID } from 'node:crypto'
import { launchOptions } from '#tests/support/browser.ts'
import { expect, install, test } from '#tests/support/offline-site.ts'
import {
  endLeases,
  entriesOf,
  expectArrived,
  makeDue,
  mark,
  OFFLINE,
  putEntries,
  saveMessage,
  sendMessage,
  sentMessage,
  storedMessages,
  waitingMessage,
} from '#tests/support/outbox-pages.ts'
import { openReady } from '#tests/support/site-pages.ts'
import { WorkerControl } from '#tests/support/worker.ts'

// With background sync.
test.use({ launchOptions: launchOptions() })

test('online too, a message is kept before it is sent, and its text leaves the device with the answer', async ({
  page,
  server,
  front,
}) => {
  const message = mark()
  let kept: string | undefined
  front.posts = async () => {
    kept = (await entriesOf(page))[0]?.fields?.message
    return 'pass' as const
  }
  await sendMessage(page, message)
  await expect(sentMessage(page)).toBeVisible()
  expect(kept).toBe(message)
  await expectArrived(server, [message])
  const [entry] = await entriesOf(page)
  expect(entry).toMatchObject({ state: 'sent', fields: null, typed: null })
  expect(JSON.stringify(entry)).not.toContain('elisabeth@example.com')
})

test('offline, a message is saved and said to be; the confirmation turns up by itself, and with every tab closed the worker sends', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(OFFLINE)
  const [message, later] = [mark(), mark()]
  await install(page)
  await saveMessage(page, message)
  await expect(page.getByText('You are offline.')).toBeVisible()
  expect(storedMessages(server)).not.toContain(message)
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

test('a tab closed before the answer came loses nothing and doubles nothing', async ({
  page,
  context,
  server,
  front,
}) => {
  const message = mark()
  await install(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  front.posts = async () => {
    await held
    return 'pass' as const
  }
  await sendMessage(page, message)
  await expect.poll(async () => (await entriesOf(page))[0]?.state).toBe('sending')
  await page.close()
  release()
  front.posts = () => 'pass'
  const later = await context.newPage()
  await openReady(later, '/')
  await endLeases(later)
  await openReady(later, '/')
  await expectArrived(server, [message])
  await expect.poll(async () => (await entriesOf(later))[0]?.state).toBe('sent')
})

test('a worker killed between send and answer sends again under the same key: one effect; what the browser’s last sync did not send, the next visit does', async ({
  page,
  server,
  front,
  errors,
}) => {
  errors.allow(OFFLINE)
  const [message, last] = [mark(), mark()]
  await install(page)
  const worker = await WorkerControl.of(page)
  await putEntries(page, [waitingMessage(randomUUID(), message)])
  let arrived = false
  front.posts = () => {
    if (arrived) return 'pass'
    arrived = true
    return new Promise(() => {})
  }
  await worker.sync()
  await expect.poll(() => arrived).toBe(true)
  await worker.stop()
  front.posts = () => 'lose answer'
  await endLeases(page)
  await worker.sync()
  await expectArrived(server, [message])
  await expect.poll(async () => (await entriesOf(page))[0]?.attempts).toBe(1)
  front.posts = () => 'pass'
  await endLeases(page)
  await worker.sync(true)
  await expect.poll(async () => (await entriesOf(page))[0]?.state).toBe('sent')
  await expectArrived(server, [message])

  const left = waitingMessage(randomUUID(), last)
  const kept = async () => (await entriesOf(page)).find(({ key }) => key === left.key)
  await putEntries(page, [left])
  front.posts = () => 'lose request'
  await worker.sync(true)
  await expect.poll(async () => (await kept())?.attempts).toBe(1)
  expect((await kept())?.state).toBe('queued')
  front.posts = () => 'pass'
  await makeDue(page)
  await openReady(page, '/')
  await expectArrived(server, [message, last])
})

test('two tabs and the worker that replay twenty entries together send each once, and make twenty effects', async ({
  page,
  context,
  server,
  front,
}) => {
  await install(page)
  let posts = 0
  front.posts = () => {
    posts++
    return 'pass'
  }
  const worker = await WorkerControl.of(page)
  const second = await context.newPage()
  await openReady(second, '/about')
  const messages = Array.from({ length: 20 }, mark)
  await putEntries(
    page,
    messages.map((message) => waitingMessage(randomUUID(), message)),
  )
  await Promise.all([
    worker.sync(),
    openReady(page, '/contact'),
    openReady(second, '/services'),
    page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => undefined),
  ])
  await expectArrived(server, messages)
  await expect
    .poll(async () => (await entriesOf(page)).filter(({ state }) => state === 'sent').length)
    .toBe(20)
  expect(posts).toBe(20)
})

test('a worker that takes up its work sends what waits, also where no page knows of it', async ({
  page,
  server,
  front,
  errors,
}) => {
  errors.allow(/unsupported MIME type/)
  const message = mark()
  front.portal = (path) => path === '/sw.js'
  await openReady(page, '/about')
  await expect.poll(() => front.requests.includes('/sw.js')).toBe(true)
  await putEntries(page, [waitingMessage(randomUUID(), message)])
  await page.evaluate(() => localStorage.clear())
  front.portal = () => false
  await install(page)
  await expectArrived(server, [message])
})

test('two hundred changes of the connection send each message once', async ({
  page,
  context,
  server,
  errors,
}) => {
  test.slow()
  errors.allow(OFFLINE)
  await install(page)
  await openReady(page, '/about')
  const messages = Array.from({ length: 4 }, mark)
  for (const message of messages) {
    await putEntries(page, [waitingMessage(randomUUID(), message)])
    // Without awaiting each change, so that they overlap.
    const flaps = Array.from({ length: 50 }, (_, flap) => context.setOffline(flap % 2 === 0))
    await Promise.all(flaps)
  }
  await context.setOffline(false)
  await makeDue(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectArrived(server, messages)
})
