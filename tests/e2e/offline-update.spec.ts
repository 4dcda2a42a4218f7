import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  cached,
  countLoads,
  expect,
  holdLock,
  install,
  lookForUpdate,
  test,
  untilControlled,
} from '#tests/support/offline-site.ts'
import {
  expectArrived,
  putEntries,
  waitingMessage,
  writeMessage,
} from '#tests/support/outbox-pages.ts'
import { ServerProcess } from '#tests/support/server.ts'
import { openReady, untilReady } from '#tests/support/site-pages.ts'

const OLD = 'Private journeys through'
const NEW = 'Renewed journeys through'

const mark = () => `Written as ${randomUUID()}`

const note = (page: Page) => page.getByRole('region', { name: 'New version' })
const offer = (page: Page) => note(page).getByText('A new version of this site is ready.')

/** A later build with another text on Home. */
const later = { [OLD]: NEW }

/** The names of the locks with pending requests. */
function turnsAwaited(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(async () => {
    const { pending = [] } = await navigator.locks.query()
    return pending.map(({ name }) => name)
  })
}

function waitingVersion(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)
}

test('the first worker reloads nothing; a new version waits, says so in every tab, stays away where it is declined until the next page, and is shown in all of them once one asks for it', async ({
  page,
  context,
  front,
}) => {
  const first = countLoads(page)
  await install(page)
  await openReady(page, '/services')
  await expect.poll(() => first.loads).toBe(2)
  await expect(note(page)).toHaveCount(0)
  await openReady(page, '/')
  const second = await context.newPage()
  await openReady(second, '/about')
  front.release(later)
  await lookForUpdate(page)
  await expect(offer(page)).toBeVisible()
  await expect(offer(second)).toBeVisible()
  await note(second).getByRole('button', { name: 'Later' }).click()
  await expect(note(second)).toHaveCount(0)
  await openReady(second, '/services')
  await expect(offer(second)).toBeVisible()
  // A manual reload does not accept the update: both tabs stay on one version.
  await page.reload()
  await expect(page.getByText(OLD)).toBeVisible()
  await expect(offer(page)).toBeVisible()

  const counts = [countLoads(page), countLoads(second)]
  await note(page).getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText(NEW)).toBeVisible()
  await expect(note(second)).toHaveCount(0)
  await untilReady(page)
  await untilReady(second)
  expect(counts).toEqual([{ loads: 1 }, { loads: 1 }])
  const scripts = (await cached(page)).filter((url) => url.endsWith('.js'))
  expect(scripts.filter((url) => !url.endsWith('-later.js'))).toEqual([])
})

test('it lets what is being sent go first', async ({ page, context, front }) => {
  await install(page)
  const sending = await context.newPage()
  await openReady(sending, '/about')
  const sent = await holdLock(sending, 'outbox')
  front.release(later)
  await lookForUpdate(page)
  const count = countLoads(page)
  await note(page).getByRole('button', { name: 'Reload' }).click()
  await expect(note(page)).toContainText('Anything being sent is finished first.')
  await expect.poll(() => turnsAwaited(page)).toEqual(['outbox'])
  expect(await waitingVersion(page)).toBe('installed')
  expect(count.loads).toBe(0)
  await sent()
  await expect(page.getByText(NEW)).toBeVisible()
  await expect.poll(() => count.loads).toBe(1)
})

test('where something is half written, in whichever tab, it asks once more, and loses nothing of it', async ({
  page,
  context,
  front,
}) => {
  await install(page)
  const typing = await context.newPage()
  await openReady(typing, '/contact')
  await writeMessage(typing, 'Half a')
  front.release(later)
  await lookForUpdate(page)
  const counts = [countLoads(page), countLoads(typing)]
  await note(page).getByRole('button', { name: 'Reload' }).click()
  await expect(note(page)).toContainText('You have an unfinished form.')
  expect(counts).toEqual([{ loads: 0 }, { loads: 0 }])
  await note(page).getByRole('button', { name: 'Reload now' }).click()
  await expect(page.getByText(NEW)).toBeVisible()
  await expect.poll(() => counts[1]?.loads).toBe(1)
  await untilReady(typing)
  await expect(typing.getByLabel(/^Message/)).toHaveValue('Half a')
})

test('a page of the old version goes on under the new worker, as a page of the new, and what waits is sent', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(/unsupported MIME type|status of 404/)
  const message = mark()
  front.portal = (path) => path === '/sw.js'
  await openReady(page, '/about')
  await expect.poll(() => front.requests.includes('/sw.js')).toBe(true)
  front.portal = () => false
  front.release(later)
  await install(await context.newPage())
  await untilControlled(page)
  await putEntries(page, [waitingMessage(randomUUID(), message)])
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectArrived(server, [message])
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByText(NEW)).toBeVisible()
})

test('a page of the new version works under the old worker, and sends by it', async ({
  page,
  server,
  front,
}) => {
  const message = mark()
  await install(page)
  front.release(later)
  // A browser may clear a part of the stored data.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await openReady(page, '/')
  await expect(page.getByText(NEW)).toBeVisible()
  await putEntries(page, [waitingMessage(randomUUID(), message)])
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectArrived(server, [message])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
})

test('switched off, it goes with all that it kept, shows what the server has once, and leaves what waits to be sent', async ({
  page,
  front,
}) => {
  await install(page)
  await page.evaluate(
    () =>
      new Promise((done) => {
        indexedDB.open('outbox').onsuccess = done
      }),
  )
  const server = await ServerProcess.start({ env: { SERVICE_WORKER: 'off' } })
  front.standBefore(server.url)
  const count = countLoads(page)
  await page.goto('/about')
  await expect.poll(() => count.loads).toBe(2)
  const left = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }))
  await expect.poll(left).toEqual({ workers: 0, caches: [], databases: ['outbox'] })

  const asked = front.requests.filter((path) => path === '/sw.js').length
  await page.reload()
  await expect.poll(() => front.requests.filter((path) => path === '/sw.js').length).toBe(asked + 1)
  await expect.poll(left).toEqual({ workers: 0, caches: [], databases: ['outbox'] })
  await expect.poll(() => count.loads).toBe(3)
  await server.dispose()
})
