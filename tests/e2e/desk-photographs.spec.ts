import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoFaults, threeWidths } from '#tests/support/browser/axe.ts'
import { waitUntilDeskCached } from '#tests/support/browser/browser-device.ts'
import {
  expect,
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'

test.use(withOwnServer('desk-photographs'))

const PATH = '/admin/site/photographs'

async function takePhotograph(name: string) {
  const create = { width: 1800, height: 1350, channels: 3 as const, background: '#7a8f6a' }
  const buffer = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

const choose = async (page: Page, name: string) =>
  page.locator('input[type=file]').setInputFiles(await takePhotograph(name))

test('A photograph that is added without a connection waits, is sent once there is one, and is made for visitors', async ({
  page,
  front,
  server,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/)
  await signInAsOwner(page.context(), front)
  await page.goto(PATH)
  await waitUntilDeskCached(page)
  await expect(
    page.getByText('No photographs yet. Drawn plates stand in their places.'),
  ).toBeVisible()

  await page.context().setOffline(true)
  await expect(page.getByText('Photographs are kept here and uploaded later.')).toBeVisible()
  await choose(page, 'Winter by the sea.jpg')
  await expect(page.getByText(/^Waiting, \d+ KB$/)).toBeVisible()
  await page.getByRole('link', { name: 'Winter by the sea' }).click()
  await page.getByLabel('Description, for people who cannot see it').fill('Snow and a red cabin')
  const ring = page.getByRole('button', { name: /^What must stay in view/ })
  await ring.press('Shift+ArrowDown')
  await expect(ring).toHaveAccessibleName(/50 % from the left, 60 % from the top/)
  // What the owner sees of it is made on the device.
  const shown = page.getByRole('img', { name: 'Snow and a red cabin' })
  await expect(shown).toHaveAttribute('src', /^data:image\/webp/)

  await page.context().setOffline(false)
  await expect(page.getByText('480, 800, 1200, 1350')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('1 photograph.', { exact: true })).toBeVisible()
  await expect(shown).toHaveAttribute('src', /^\/photographs\/.+\.webp$/)
  const made = await fetch(server.url + (await shown.getAttribute('src')))
  expect(made.headers.get('cache-control')).toContain('immutable')
  expect(await sharp(Buffer.from(await made.arrayBuffer())).metadata()).toMatchObject({
    ...{ format: 'webp', width: 800 },
  })
  await expectNoFaults(page, 'a photograph', threeWidths)
  await page.goto('/admin/site/pages/common#common.owner')
  await page.getByLabel('Your portrait').selectOption('Winter by the sea')
  await page.getByLabel('Words below it').fill('By the sea')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.locator('mark')).toHaveText('Snow and a red cabin · By the sea')
  await sheet.getByRole('button', { name: 'Publish' }).click()
  const readHome = async () => (await fetch(`${server.url}/`)).text()
  await expect.poll(readHome).toMatch(/<source type="image\/avif" srcSet="\/photographs\//)
  await page.goto('/about')
  // A device keeps the version that it has until its visitor takes the next one.
  await page.getByRole('button', { name: 'Reload' }).click()
  const portrait = page.getByRole('img', { name: 'Snow and a red cabin' })
  await expect
    .poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(400)
  await expectNoFaults(page, 'About with a portrait', threeWidths)

  await page.goto(PATH)
  await page.getByRole('link', { name: 'Winter by the sea' }).click()
  await expect(page.getByText('Home, About and mails', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove' })).toBeDisabled()
  await page.goto(PATH)
  await expect(page.getByRole('img', { name: 'Snow and a red cabin' })).toBeVisible()
  await expectNoFaults(page, 'Photographs', threeWidths)
})
