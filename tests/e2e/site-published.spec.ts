import { initialContent } from '#server/site/initial-content.ts'
import { BUSINESS_ID, type ContentChange } from '#shared/content/collections.ts'
import { getPublishedValue, toRef } from '#shared/content/drafts.ts'
import type { ContentField } from '#shared/content/fields.ts'
import { legalPages } from '#shared/content/pages/legal-sections.ts'
import { contentFields } from '#shared/content/registry.ts'
import { serviceFields } from '#shared/content/service-fields.ts'
import { listPages } from '#shared/site/pages.ts'
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

/** Changes that put one long word into each text of the pages and of the services. */
function listLongTexts(): ContentChange[] {
  const texts = contentFields.flatMap(({ address, field }) => {
    const ref = toRef(address)
    if (ref.coll !== 'page' || (legalPages as readonly string[]).includes(ref.id)) return []
    return { ref, field, value: getPublishedValue(initialContent, ref) }
  })
  const services = initialContent.services.flatMap((service) =>
    Object.entries<ContentField>(serviceFields).map(([name, field]) => ({
      ref: { coll: 'service' as const, id: service.id, field: name },
      field,
      value: service[name as keyof typeof service] as unknown,
    })),
  )
  const lengthened = [...texts, ...services].flatMap(({ ref, field, value: from }) => {
    // Addresses are no texts, and the tests before this one have changed the heading of About.
    if (['type', 'about.story.title'].includes(ref.field)) return []
    const to = lengthen(field, from)
    return JSON.stringify(to) === JSON.stringify(from) ? [] : { ...ref, from, to }
  })
  // Prices of whole journeys ask for it.
  const role = { coll: 'business' as const, id: BUSINESS_ID, field: 'travelRole' }
  return [...lengthened, { ...role, from: getPublishedValue(initialContent, role), to: 'adviser' }]
}

function lengthen({ kind, columns = {}, limit = 0 }: ContentField, value: unknown): unknown {
  if (kind === 'line' || kind === 'paragraph') return LONG_WORD.slice(0, limit)
  if (!value || typeof value !== 'object') return value
  if (kind === 'list') return (value as string[]).map(() => LONG_WORD)
  const lengthenRow = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([name, one]) => [
        name,
        columns[name] && !['slug', 'places'].includes(name) ? lengthen(columns[name], one) : one,
      ]),
    )
  if (kind === 'rows') return (value as object[]).map(lengthenRow)
  return kind === 'group' ? lengthenRow(value) : value
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

  test('a long word in every text makes no page wider than a phone', async ({ page, server }) => {
    const device = await HeadlessDevice.create(server, 'tablet')
    await device.pull()
    const changes = listLongTexts()
    const madeAt = new Date().toISOString()
    await device.edit({ 'publication-long': { changes, madeAt } }, 'publication')
    const isServed = async () =>
      (await (await fetch(`${server.url}/contact`)).text()).includes(LONG_WORD)
    await expect.poll(isServed, { timeout: 30_000 }).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const { path } of listPages().filter(({ isIndexed: isListed }) => isListed)) {
      await openHydrated(page, path)
      const rest = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(rest, path).toBeLessThanOrEqual(0)
    }
  })
})
