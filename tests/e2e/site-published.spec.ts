import { initialContent } from '#server/site/initial-content.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import { checkForUpdate, installSite } from '#tests/support/browser/offline-site.ts'
import {
  expect,
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

test.use(withOwnServer('site-published'))
test.describe.configure({ mode: 'serial' })

const HEADINGS = [
  initialContent.texts.about.story.title,
  'The ferry leaves at four',
  'The kitchen closes at nine',
  'The last light is at noon',
  'The road is open again',
]

/** As long as the shortest texts may be. */
const LONG_WORD = 'Menneskerettighetsorganisasjonene'

/** Changes that make each text of Contact one long word. */
function listTexts(): ContentChange[] {
  return Object.entries(initialContent.texts.contact).flatMap(([part, texts]) =>
    Object.entries(texts)
      .filter(([, text]) => typeof text === 'string')
      .map(([name, from]) => ({
        ...{ coll: 'page' as const, id: 'contact', field: `contact.${part}.${name}` },
        ...{ from, to: LONG_WORD },
      })),
  )
}

/** Publishes heading number `which` of the About page, from the one before it. */
async function publish(server: ServerProcess, which: number): Promise<void> {
  const change: ContentChange = {
    ...{ coll: 'page', id: 'about', field: 'about.story.title' },
    ...{ from: HEADINGS[which - 1], to: HEADINGS[which] },
  }
  const device = await HeadlessDevice.create(server, `laptop-${which}`)
  await device.pull()
  const madeAt = new Date().toISOString()
  await device.edit({ [`publication-${which}`]: { changes: [change], madeAt } }, 'publication')
  const isServed = async () =>
    (await (await fetch(`${server.url}/about`)).text()).includes(String(HEADINGS[which]))
  await expect.poll(isServed, { timeout: 30_000 }).toBe(true)
}

test('A device that has the site is offered what was published, keeps its version until it reloads, and has the new one offline', async ({
  page,
  server,
  context,
}) => {
  await installSite(page)
  await publish(server, 1)
  await checkForUpdate(page)
  const offer = page.getByRole('region', { name: 'New version' })
  await expect(offer.getByText('A new version of this site is ready.')).toBeVisible()
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: String(HEADINGS[0]) })).toBeVisible()
  await offer.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: String(HEADINGS[1]) })).toBeVisible()
  await context.setOffline(true)
  await page.goto('/')
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: String(HEADINGS[1]) })).toBeVisible()
  await context.setOffline(false)
})

test('The desk does not offer the texts that were published from it; the public pages of the same device do', async ({
  page,
  server,
  context,
}) => {
  await signInAsOwner(context, server)
  await installSite(page)
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await publish(server, 2)
  const compared = page.waitForResponse(
    (answer) => answer.url().endsWith('/sw.js') && answer.request().resourceType() === 'fetch',
  )
  await checkForUpdate(page)
  await (await compared).finished()
  const offer = page.getByRole('region', { name: 'New version' })
  await page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click()
  await expect(offer.getByText('A new version of this site is ready.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer).toBeHidden()
})

test.describe('Without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page that was opened before the next version goes on to another page of its own version', async ({
    page,
    server,
  }) => {
    await publish(server, 3)
    await openHydrated(page, '/')
    await publish(server, 4)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { name: String(HEADINGS[3]) })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: String(HEADINGS[4]) })).toBeVisible()
  })

  test('a long word in its texts makes Contact no wider than a phone', async ({ page, server }) => {
    const device = await HeadlessDevice.create(server, 'tablet')
    await device.pull()
    const changes = listTexts()
    const madeAt = new Date().toISOString()
    await device.edit({ 'publication-long': { changes, madeAt } }, 'publication')
    const isServed = async () =>
      (await (await fetch(`${server.url}/contact`)).text()).includes(LONG_WORD)
    await expect.poll(isServed, { timeout: 30_000 }).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    await openHydrated(page, '/contact')
    const rest = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(rest).toBeLessThanOrEqual(0)
  })
})
