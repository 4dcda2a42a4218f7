import type { Page } from '@playwright/test'
import { listDocuments } from '#client/journey/state.ts'
import { expectNoFaults, expectNoFaultsNow, threeWidths } from '#tests/support/browser/axe.ts'
import {
  listCachedUrls,
  openAfterColdStart,
  waitUntilControlled,
} from '#tests/support/browser/offline-site.ts'
import { expect, installedTest, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { WorkerControl } from '#tests/support/browser/worker-control.ts'
import { changeItems, createCurrentCopy } from '#tests/support/journeys/guest-journey.ts'
import { GuestLink, readStored, waitForDocument } from '#tests/support/journeys/guest-link.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'

test.use(withOwnServer('journey-pass'))
installedTest.use(withOwnServer('journey-pass'))

const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to load resource/

/** Waits until page and journey open without a connection. */
async function waitUntilSaved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved on this computer\. Updated \d\d:\d\d\.$/)).toBeVisible()
}

/** Opens the link of a journey with three documents, and waits until the journey is saved. */
async function openWithPapers(page: Page, server: ServerProcess) {
  const link = await GuestLink.create(server)
  const copy = createCurrentCopy()
  await link.publish(copy)
  await link.upload(listDocuments(copy))
  await page.goto(link.path)
  await waitUntilSaved(page)
  return { link, copy }
}

for (const hash of ['%23', '%2523'])
  installedTest(
    `A link whose # a mail program has written as ${hash} opens, and its key stays out of log and requests`,
    async ({ page, server, front }) => {
      const link = await GuestLink.create(server)
      await link.publish(createCurrentCopy())
      const key = link.path.slice(link.path.indexOf('#') + 1)
      const heading = page.getByRole('heading', { level: 1, name: 'Lofoten, by sea' })
      const count = () => front.requests.filter((path) => path.includes(key)).length
      await page.goto(link.path.replace('#', hash))
      await expect(heading).toBeVisible()
      expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(link.path)
      await waitUntilSaved(page)
      // The browser asked for this address before any code of ours ran.
      expect(count()).toBe(1)
      await waitUntilControlled(page)
      await page.goto('/about')
      await page.goto(link.path.replace('#', hash))
      await expect(heading).toBeVisible()
      expect(count()).toBe(1)
      expect(JSON.stringify(server.log)).not.toContain(key)
    },
  )

installedTest(
  'A guest opens the link once; without a connection and from a cold start it opens again, with every item and the papers',
  async ({ page, context, server, front, errors }) => {
    errors.allow(OFFLINE)
    const { link, copy } = await openWithPapers(page, server)
    await expect(page.getByRole('heading', { level: 1, name: 'Lofoten, by sea' })).toBeVisible()
    const browser = await context.newCDPSession(page)
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // A test runs in a private window, from which nothing can be installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    await page.getByRole('button', { name: 'Keep them' }).click()
    await expect(page.getByText('PDF, 112 KB, kept on this computer')).toBeVisible()
    const requested = front.requests.filter((path) => path.startsWith('/journey-documents/'))
    expect(requested).toHaveLength(3)

    const later = await openAfterColdStart(context, front)
    await later.goto(link.path)
    const line = later.getByRole('status').filter({ hasText: 'No connection.' })
    await later.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await line.boundingBox())?.height).toBe(44)
    await later.getByText('No connection.').click()
    await expect(
      later.getByText(
        /You are reading the copy saved on this computer, updated today at \d\d:\d\d\. Calls still work where there is signal\./,
      ),
    ).toBeVisible()
    await later.reload()
    for (const item of copy.items) {
      await later.goto(`${link.path}/${item.id}`)
      await expect(later.getByRole('heading', { level: 1, name: item.title })).toBeVisible()
      if (item.confirmation) await expect(later.getByText(item.confirmation)).toBeVisible()
    }
    const opened = await waitForDocument(later)
    await later.getByRole('button', { name: 'Flights home' }).click()
    await opened()
    await expect(later.getByText('kept on this computer')).toBeVisible()

    await installedTest.step('the address of an installed journey opens it, too', async () => {
      await later.goto('/journey')
      await expect(later.getByRole('heading', { level: 1, name: 'Lofoten, by sea' })).toBeVisible()
    })
  },
)

installedTest(
  'While papers are fetched the page says so; after a lost connection it says that the rest follows, and it does',
  async ({ page, server, front, errors }) => {
    errors.allow(OFFLINE)
    await openWithPapers(page, server)
    front.isSilent = (path) => path.startsWith('/journey-documents/')
    await page.getByRole('button', { name: 'Keep them' }).click()
    await expect(
      page.getByText('0 KB of 234 KB are on this computer. Fetching the rest…'),
    ).toBeVisible()
    await front.close()
    await expect(page.getByText('The rest follows when there is a connection.')).toBeVisible()
    front.isSilent = () => false
    await front.open()
    await page.evaluate(() => void dispatchEvent(new Event('online')))
    await expect(page.getByText('kept on this computer')).toHaveCount(3)
  },
)

installedTest(
  'When the host removes the last paper, it is deleted from the guest’s device',
  async ({ page, server }) => {
    const { link } = await openWithPapers(page, server)
    await page.getByRole('button', { name: 'Keep them' }).click()
    await expect(page.getByText('kept on this computer')).toHaveCount(3)
    await link.publish(createCurrentCopy({ items: [{ id: 'a', on: 1, title: 'A walk' }] }))
    await page.reload()
    await expect.poll(() => readStored(page)).not.toContain('"bytes"')
  },
)

installedTest(
  'The key stays in the browser: not in requests, the log, the caches or what is stored, where the journey cannot be read',
  async ({ page, server, front }) => {
    const link = await GuestLink.create(server)
    await link.publish(createCurrentCopy())
    const headers: string[] = []
    // Fonts have their style sheet as referrer, whose address says nothing.
    page.on('request', (request) => headers.push(request.headers().referer ?? ''))
    const answer = await page.goto(link.path)
    expect(answer?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(answer?.headers()['content-security-policy']).not.toContain('stripe')
    await waitUntilSaved(page)
    await page.getByRole('link', { name: /Sauna on the pier/ }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Sauna on the pier' })).toBeVisible()
    const stored = await readStored(page)
    expect(headers.filter((referrer) => referrer.includes('/journey/'))).toEqual([])
    const everywhere = [
      ...front.requests,
      ...headers,
      ...server.log.map((line) => JSON.stringify(line)),
      ...(await listCachedUrls(page)),
      stored,
    ].join('\n')
    expect(everywhere).not.toContain(link.key)
    expect(stored).toContain(link.id)
    expect(stored).not.toMatch(/Lofoten|Svolvær|Sauna|S-1106|Maren/)
  },
)

installedTest(
  'A change by the host is marked beside the old time in every tab, told in sentences, and noted once',
  async ({ page, context, server }) => {
    const link = await GuestLink.create(server)
    await link.publish(createCurrentCopy())
    await page.goto(link.path)
    await waitUntilSaved(page)
    const moved = changeItems({ c3: { begins: '17:00', ends: '19:00' }, c4: { begins: '19:30' } })
    await link.publish(createCurrentCopy({ items: moved }))
    const other = await context.newPage()
    await other.goto(link.path)
    for (const tab of [other, page]) {
      await expect(tab.getByText(/^Two things have changed since this/)).toBeVisible()
      await expect(tab.getByText('Sauna on the pier begins at 17:00, an hour later.')).toBeVisible()
      await expect(tab.locator('mark').first()).toHaveText('17:00')
      await expect(tab.locator('s').first()).toHaveText('16:00')
    }
    await expect(other.getByText(/^Changed at \d\d:\d\d$/)).toHaveCount(2)
    await expectNoFaults(other, 'a journey with changes', threeWidths)
    await page.getByRole('button', { name: 'Thank you, noted' }).click()
    for (const tab of [page, other]) {
      await expect(tab.getByText('Thank you, noted')).toHaveCount(0)
      await expect(tab.locator('mark')).toHaveCount(0)
    }
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect(page.getByText('Thank you, noted')).toHaveCount(0)
  },
)

test('An unknown link and one with a wrong key get the same message, and whoever has only part of a link can paste the whole', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(/status of 404/)
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  const read = async (path: string) => {
    await page.goto('about:blank')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return page.locator('main').innerText()
  }
  const unknown = await read(`/journey/neverExisted#${link.key}`)
  expect(unknown).toContain('This link is closed')
  const wrongKey = await read(link.path.replace(link.key, `A${link.key.slice(1, -1)}A`))
  expect(wrongKey).toBe(unknown)
  await expectNoFaults(page, 'a closed link', threeWidths)
  await read(link.path.slice(0, -20))
  await expect(page.getByText('The link is not complete')).toBeVisible()
  await page.getByLabel('Paste the whole link here').fill('https://lysning.example/about')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText(/This is not a whole link yet/)).toBeVisible()
  await expectNoFaults(page, 'an incomplete link', threeWidths)
  await page.getByLabel('Paste the whole link here').fill(`Your link: ${server.url}${link.path}`)
  await page.getByLabel('Paste the whole link here').press('Enter')
  await expect(page.getByRole('heading', { name: 'Lofoten, by sea' })).toBeVisible()
  await expect(page).toHaveURL(link.path)
  await link.close()
  expect(await read(link.path)).not.toContain('Lofoten')
})

installedTest(
  'A journey that is not on the device says so without a connection, and opens by itself as soon as there is one',
  async ({ page, context, server, errors }) => {
    errors.allow(OFFLINE)
    const link = await GuestLink.create(server)
    await link.publish(createCurrentCopy())
    const other = await GuestLink.create(server)
    await other.publish(createCurrentCopy())
    await page.goto('/journey')
    await expect(page.getByText('No journey on this computer yet')).toBeVisible()
    await page.goto(other.path)
    await expect(page.getByText('Saved on this computer')).toBeVisible()
    await context.setOffline(true)
    await page.goto(link.path)
    await expect(page.getByText('Not on this computer yet')).toBeVisible()
    await expectNoFaults(page, 'no copy yet')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Lofoten, by sea' })).toBeVisible()
  },
)

installedTest(
  'A guest who knew an earlier version of the site reads a journey without a connection at once, also after a reload',
  async ({ page, context, server, front, errors }) => {
    errors.allow(OFFLINE)
    const link = await GuestLink.create(server)
    await link.publish(createCurrentCopy())
    await page.goto('/about')
    await waitUntilControlled(page)
    front.release({ Svolvær: 'Svolvær' })
    await page.goto(link.path)
    await waitUntilSaved(page)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    const later = await openAfterColdStart(context, front)
    await later.goto(link.path)
    await expect(later.getByRole('heading', { name: 'Today' })).toBeVisible()
  },
)

test('A link that ends, is closed or is removed leaves neither copy nor papers nor key', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(OFFLINE)
  const link = await GuestLink.create(server)
  const copy = createCurrentCopy()
  await link.publish(copy)
  await link.upload(listDocuments(copy))
  const open = async () => {
    await page.goto('about:blank')
    await page.goto(link.path)
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  }
  const expectNothing = async () => {
    await expect.poll(() => readStored(page)).not.toContain('ciphertext')
    expect(await readStored(page)).not.toContain('"bytes"')
    await expect(page).not.toHaveURL(/#/)
  }
  await page.clock.install()
  await open()
  // Without a connection, because the server would correct the device's clock.
  await context.setOffline(true)
  for (const days of [12, 12]) await page.clock.fastForward(days * 86_400_000)
  await expect(page.getByText('This journey has ended')).toBeVisible()
  await expectNothing()

  await context.setOffline(false)
  await page.clock.setSystemTime(Date.now())
  await open()
  await page.getByRole('button', { name: 'Remove from this computer' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Removed from this computer')).toBeVisible()
  await expectNothing()

  await open()
  await expect.poll(() => readStored(page)).toContain('ciphertext')
  await link.close()
  await page.reload()
  await expect(page.getByText(/I have closed it, and the copy on this computer/)).toBeVisible()
  await expectNothing()
  await expectNoFaultsNow(page, 'a closed link')
})

installedTest(
  'After its end the service worker erases a journey although none of its pages is opened',
  async ({ page, server }) => {
    const link = await GuestLink.create(server)
    await link.publish(createCurrentCopy())
    await page.goto(link.path)
    await waitUntilSaved(page)
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          const opening = indexedDB.open('journeys')
          opening.onsuccess = () => {
            const change = opening.result.transaction('passes', 'readwrite')
            const passes = change.objectStore('passes')
            passes.getAll().onsuccess = ({ target }) => {
              for (const pass of (target as IDBRequest).result)
                passes.put({ ...pass, endsAt: 1, checkedAt: 0 })
            }
            change.oncomplete = () => {
              opening.result.close()
              done()
            }
          }
        }),
    )
    await page.goto('about:blank')
    await (await WorkerControl.attach(page)).stop()
    await page.goto('/about')
    await expect.poll(() => readStored(page)).not.toContain('ciphertext')
    expect(await readStored(page)).toContain(link.id)
    await page.goto(link.path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)
