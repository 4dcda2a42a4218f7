import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  checkForUpdate,
  countLoads,
  expect,
  holdLock,
  installSite,
  listCachedUrls,
  test,
  waitUntilControlled,
} from '#tests/support/browser/offline-site.ts'
import { openHydrated, waitUntilHydrated } from '#tests/support/browser/site-pages.ts'
import {
  buildQueuedMessage,
  expectArrived,
  putEntries,
  writeMessage,
} from '#tests/support/outbox/outbox-pages.ts'
import { ServerProcess } from '#tests/support/server/server.ts'

const OLD = 'Private journeys through'
const NEW = 'Renewed journeys through'

const createUniqueText = () => `Written as ${randomUUID()}`

const note = (page: Page) => page.getByRole('region', { name: 'New version' })
const offer = (page: Page) => note(page).getByText('A new version of this site is ready.')

/** A later build with another text on Home. */
const renamedRelease = { [OLD]: NEW }

/** The names of the locks with pending requests. */
function listPendingLocks(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(async () => {
    const { pending = [] } = await navigator.locks.query()
    return pending.map(({ name }) => name)
  })
}

function getWaitingWorkerState(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)
}

test('The first worker reloads nothing; an update is offered in every tab, can be deferred to the next page, and applies to all tabs', async ({
  page,
  context,
  front,
}) => {
  const first = countLoads(page)
  await installSite(page)
  await openHydrated(page, '/services')
  await expect.poll(() => first.loads).toBe(2)
  await expect(note(page)).toHaveCount(0)
  await openHydrated(page, '/')
  const second = await context.newPage()
  await openHydrated(second, '/about')
  front.release(renamedRelease)
  await checkForUpdate(page)
  await expect(offer(page)).toBeVisible()
  await expect(offer(second)).toBeVisible()
  await note(second).getByRole('button', { name: 'Later' }).click()
  await expect(note(second)).toHaveCount(0)
  await openHydrated(second, '/services')
  await expect(offer(second)).toBeVisible()
  // A manual reload does not accept the update: both tabs stay on one version.
  await page.reload()
  await expect(page.getByText(OLD)).toBeVisible()
  await expect(offer(page)).toBeVisible()

  const counts = [countLoads(page), countLoads(second)]
  await note(page).getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText(NEW)).toBeVisible()
  await expect(note(second)).toHaveCount(0)
  await waitUntilHydrated(page)
  await waitUntilHydrated(second)
  expect(counts).toEqual([{ loads: 1 }, { loads: 1 }])
  const scripts = (await listCachedUrls(page)).filter((url) => url.endsWith('.js'))
  expect(scripts.filter((url) => !url.endsWith('-later.js'))).toEqual([])
})

test('An accepted update is applied only after the send in progress has finished', async ({
  page,
  context,
  front,
}) => {
  await installSite(page)
  const sending = await context.newPage()
  await openHydrated(sending, '/about')
  const sent = await holdLock(sending, 'outbox')
  front.release(renamedRelease)
  await checkForUpdate(page)
  const count = countLoads(page)
  await note(page).getByRole('button', { name: 'Reload' }).click()
  await expect(note(page)).toContainText('Anything being sent is finished first.')
  await expect.poll(() => listPendingLocks(page)).toEqual(['outbox'])
  expect(await getWaitingWorkerState(page)).toBe('installed')
  expect(count.loads).toBe(0)
  await sent()
  await expect(page.getByText(NEW)).toBeVisible()
  await expect.poll(() => count.loads).toBe(1)
})

test('With an unfinished form in any tab, the update asks for confirmation and loses nothing typed', async ({
  page,
  context,
  front,
}) => {
  await installSite(page)
  const typing = await context.newPage()
  await openHydrated(typing, '/contact')
  await writeMessage(typing, 'Half a')
  front.release(renamedRelease)
  await checkForUpdate(page)
  const counts = [countLoads(page), countLoads(typing)]
  await note(page).getByRole('button', { name: 'Reload' }).click()
  await expect(note(page)).toContainText('You have an unfinished form.')
  expect(counts).toEqual([{ loads: 0 }, { loads: 0 }])
  await note(page).getByRole('button', { name: 'Reload now' }).click()
  await expect(page.getByText(NEW)).toBeVisible()
  await expect.poll(() => counts[1]?.loads).toBe(1)
  await waitUntilHydrated(typing)
  await expect(typing.getByLabel(/^Message/)).toHaveValue('Half a')
})

test('A page of the old version works under the new worker, moves on to the new version, and queued messages are sent', async ({
  page,
  context,
  server,
  front,
  errors,
}) => {
  errors.allow(/unsupported MIME type|status of 404/)
  const message = createUniqueText()
  front.isPortal = (path) => path === '/sw.js'
  await openHydrated(page, '/about')
  await expect.poll(() => front.requests.includes('/sw.js')).toBe(true)
  front.isPortal = () => false
  front.release(renamedRelease)
  await installSite(await context.newPage())
  await waitUntilControlled(page)
  await putEntries(page, [buildQueuedMessage(randomUUID(), message)])
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectArrived(server, [message])
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByText(NEW)).toBeVisible()
})

test('A page of the new version works under the old worker, and its queued messages are sent', async ({
  page,
  server,
  front,
}) => {
  const message = createUniqueText()
  await installSite(page)
  front.release(renamedRelease)
  // A browser may clear a part of the stored data.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await openHydrated(page, '/')
  await expect(page.getByText(NEW)).toBeVisible()
  await putEntries(page, [buildQueuedMessage(randomUUID(), message)])
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectArrived(server, [message])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
})

test('When switched off, the service worker removes itself and its caches, reloads the page once and preserves the outbox', async ({
  page,
  front,
  errors,
}) => {
  // The worker that removes itself must not be installed for a page that has none.
  errors.allow(/The service worker is switched off/)
  await installSite(page)
  await page.evaluate(
    () =>
      new Promise((done) => {
        indexedDB.open('outbox').onsuccess = done
      }),
  )
  const server = await ServerProcess.start({ env: { SERVICE_WORKER: 'off' } })
  front.setTarget(server.url)
  const count = countLoads(page)
  await page.goto('/about')
  await expect.poll(() => count.loads).toBe(2)
  const readRemaining = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }))
  await expect.poll(readRemaining).toEqual({ workers: 0, caches: [], databases: ['outbox'] })

  const requestCount = front.requests.filter((path) => path === '/sw.js').length
  await page.reload()
  await expect
    .poll(() => front.requests.filter((path) => path === '/sw.js').length)
    .toBe(requestCount + 1)
  await expect.poll(readRemaining).toEqual({ workers: 0, caches: [], databases: ['outbox'] })
  await expect.poll(() => count.loads).toBe(3)
  await server.dispose()
})
