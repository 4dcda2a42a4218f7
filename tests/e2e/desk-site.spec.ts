import type { Page } from '@playwright/test'
import { expectNoFaults, threeWidths } from '#tests/support/browser/axe.ts'
import { waitUntilDeskCached } from '#tests/support/browser/browser-device.ts'
import {
  expect,
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'

test.use(withOwnServer('desk-site'))
test.describe.configure({ mode: 'serial' })

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()

test('A price that is changed and published without a connection is on the site once there is one, and can be brought back', async ({
  page,
  front,
  server,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signInAsOwner(page.context(), front)
  await page.goto('/admin/site/services')
  await waitUntilDeskCached(page)
  await page.getByRole('link', { name: 'Bespoke Planning' }).click()
  const price = page.getByLabel('Price, VAT included')
  await expect(price).toHaveValue('4,000')
  await page.context().setOffline(true)
  await price.fill('4500')
  await expect(page.getByText('Price, NOK 4,000 to NOK 4,500.')).toBeVisible()
  await expect(
    page.getByText(/A guest in Bergen pays NOK.4,500, of which NOK.900 is VAT/),
  ).toBeVisible()
  await press(page, 'Publish when online')
  const sheet = page.getByRole('dialog')
  await expect(sheet.locator('del')).toHaveText(/NOK.4,000/)
  await expect(sheet.locator('mark')).toHaveText(/NOK.4,500/)
  await sheet.getByRole('button', { name: 'Publish when online' }).click()
  await expect(page.getByText('Will be published when you are online')).toBeVisible()
  await press(page, 'Take back')
  await expect(page.getByText('1 change is not published.')).toBeVisible()
  await press(page, 'Publish when online')
  await sheet.getByRole('button', { name: 'Publish when online' }).click()

  await page.context().setOffline(false)
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await expect(page.getByText('No changes to publish.')).toBeVisible()
  const isOnSite = async (price: RegExp) =>
    price.test(await (await fetch(`${server.url}/services/nordic-luxury-travel`)).text())
  await expect.poll(() => isOnSite(/NOK.4,500/)).toBe(true)

  await page.getByRole('link', { name: 'Services and prices' }).click()
  await page.getByRole('link', { name: 'Versions' }).click()
  await press(page, 'Look at it, As it came')
  await press(page, 'Bring back as draft')
  await page.getByRole('link', { name: 'Pages', exact: true }).click()
  await press(page, /^Publish 1 change/)
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => isOnSite(/NOK.4,000/)).toBe(true)
})

test('Publishing is refused where visitors see something else by now, and the draft stays', async ({
  page,
  front,
  browser,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signInAsOwner(page.context(), front)
  await page.goto('/admin/site/pages/contact')
  await waitUntilDeskCached(page)
  const heading = page.getByLabel('Heading')
  await heading.fill('I read every message.')
  await press(page, 'Publish')
  const other = await browser.newContext()
  await signInAsOwner(other, front)
  const second = await other.newPage()
  await second.goto(`${front.url}/admin/site/pages/contact`)
  // Otherwise both would have changed the same text, which is a conflict of its own.
  await expect(second.getByLabel('Heading')).toHaveValue('I read every message.')
  await second.getByLabel('Heading').fill('Every message is read.')
  await page.context().setOffline(true)
  await second.getByRole('button', { name: 'Publish', exact: true }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(second.getByText('Published', { exact: true })).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
  await page.context().setOffline(false)
  await expect(page.getByText('Nothing was published')).toBeVisible()
  await other.close()
})

test('The pause after a service and who may book it are chosen by keyboard, and count once they are published', async ({
  page,
  front,
  server,
  errors,
}) => {
  // A page that is left may have a request under way.
  errors.allow(/Failed to fetch/)
  await signInAsOwner(page.context(), front)
  await page.goto('/admin/site/services/bespoke-planning')
  const pause = page.getByLabel('Pause afterwards')
  await expect(pause).toBeEnabled()
  await pause.press('ArrowDown')
  await expect(pause).toHaveValue('5')
  await page.getByRole('radio', { name: 'Both' }).press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Companies' })).toBeFocused()
  await expect(page.getByText('2 changes are not published.')).toBeVisible()
  const card = page.frameLocator('iframe').getByRole('heading', { includeHidden: true })
  await expect(card).toHaveText('Bespoke Planning')
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.locator('mark')).toHaveText(['5 minutes', 'Companies'])
  await sheet.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(page.getByText('No changes to publish.')).toBeVisible()
  const readPage = async () => (await fetch(`${server.url}/service/bespoke-planning`)).text()
  await expect.poll(readPage).toMatch(/<dt>For<\/dt><dd[^>]*>Companies/)
})

const screens = [
  ['/admin/site', 'Pages'],
  ['/admin/site/services', 'Services and prices'],
  ['/admin/site/services/bespoke-planning', 'Bespoke Planning'],
  ['/admin/site/business', 'Business'],
  ['/admin/site/pages/artistry', 'Artistry'],
  ['/admin/site/versions', 'Versions'],
] as const

test('The tab Site has no faults', async ({ page, front, errors }) => {
  // A page that is left may have a request under way.
  errors.allow(/Failed to fetch/)
  await signInAsOwner(page.context(), front)
  for (const [path, title] of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectNoFaults(page, title, threeWidths)
  }
})
