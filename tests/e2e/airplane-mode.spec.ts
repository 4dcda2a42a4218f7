import path from 'node:path'
import type { Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import sharp from 'sharp'
import { SHARE_IMAGE_SIZE } from '#server/site/pages/head.ts'
import type { ServiceType } from '#shared/content/service.ts'
import {
  chooseTime,
  confirmedHeading,
  fillDetails,
  guest,
} from '#tests/support/booking/booking-pages.ts'
import { waitUntilDeskCached } from '#tests/support/browser/browser-device.ts'
import { checkForUpdate, installSite } from '#tests/support/browser/offline-site.ts'
import {
  expect,
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'
import { OFFLINE_ERRORS } from '#tests/support/outbox/outbox-pages.ts'
import {
  cards,
  fillDemoCard,
  pay,
  payButton,
  submitDetails,
  takeFreshTime,
} from '#tests/support/payment/payment-pages.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'

test.use(withOwnServer('airplane-mode'))

const SERVICE: ServiceType = 'bespoke-planning'
const PARAGRAPH = 'The winter that the road was closed, I took the ferry, and have taken it since.'
const PORTRAIT = 'Astrid at the rail of a ferry'
const HOUR = 3_600_000

/** As a phone takes it: on its side, with the place. */
function takePortrait(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 30 }
  return sharp({ create: { width: 1200, height: 900, channels: 3, background: '#678', noise } })
    .withExif({
      IFD0: { Make: 'A phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '67/1 56/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** The owner's changes on the ferry: a price, a paragraph, and a portrait with its description. */
async function changeEverything(desk: Page): Promise<void> {
  await desk.goto('/admin/site/services/bespoke-planning')
  const price = desk.getByLabel('Price, VAT included')
  await expect(price).toHaveValue('4,000')
  await price.fill('4500')
  await expect(desk.getByText('1 change is not published.')).toBeVisible()

  await desk.goto('/admin/site/pages/about')
  await desk.getByRole('button', { name: 'Add to your story' }).click()
  const added = desk.getByRole('textbox', { name: /^Your story/ }).last()
  await expect(added).toBeFocused()
  await added.fill(PARAGRAPH)
  await expect(desk.getByText('1 change is not published.')).toBeVisible()

  await desk.goto('/admin/site/photographs')
  await expect(desk.getByText('Photographs are kept here and uploaded later.')).toBeVisible()
  const file = { name: 'On the ferry.jpg', mimeType: 'image/jpeg', buffer: await takePortrait() }
  await desk.locator('input[type=file]').setInputFiles(file)
  await desk.getByRole('link', { name: 'On the ferry' }).click()
  await desk.getByLabel('Description, for people who cannot see it').fill(PORTRAIT)
  await expect(desk.getByRole('img', { name: PORTRAIT })).toBeVisible()

  await desk.goto('/admin/site/pages/common#common.owner')
  await desk.getByLabel('Your portrait').selectOption('On the ferry')
  await expect(desk.getByText('1 change is not published.')).toBeVisible()
}

async function fillBooking(visitor: Page, email: string): Promise<void> {
  await chooseTime(visitor, SERVICE, takeFreshTime())
  await fillDetails(visitor, { email })
}

function withStore<T>(server: ServerProcess, work: (store: Sqlite.Database) => T): T {
  const store = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
  try {
    return work(store)
  } finally {
    store.close()
  }
}

const listVersions = (server: ServerProcess) =>
  withStore(server, (store) => store.prepare('SELECT version FROM site_version').pluck().all())

/** The server goes by the machine's clock, so its versions are made older instead. */
const letHoursPass = (server: ServerProcess, hours: number) =>
  withStore(server, (store) =>
    store.prepare('UPDATE site_version SET published_at = published_at - ?').run(hours * HOUR),
  )

test('A price, a paragraph and a portrait that are changed in airplane mode are published once, together; a visitor with the old page pays the old price, is asked two days later, and has the new site offline', async ({
  page: desk,
  front,
  server,
  newVisitor,
  errors,
}) => {
  test.setTimeout(120_000)
  errors.allow(OFFLINE_ERRORS)
  errors.allow(/409|unknown error occurred when fetching the script/)
  const [quick, slow, reader] = [await newVisitor(), await newVisitor(), await newVisitor()]

  await test.step('The desk is installed; three visitors have the site open', async () => {
    await signInAsOwner(desk.context(), front)
    await desk.goto('/admin/site')
    await waitUntilDeskCached(desk)
    await expect(desk.getByText('Visitors see everything that you have written.')).toBeVisible()
    await installSite(reader)
    await fillBooking(quick, 'quick@example.com')
    await fillBooking(slow, 'slow@example.com')
  })

  await test.step('In airplane mode all is changed, and Publish is pressed', async () => {
    await desk.context().setOffline(true)
    await front.close()
    await changeEverything(desk)
    await desk.goto('/admin/site/pages/about')
    const portrait = desk.frameLocator('iframe').locator(`img[alt="${PORTRAIT}"]`)
    await expect
      .poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await desk.goto('/admin/site')
    await desk.getByRole('button', { name: 'Publish 3 changes when online' }).click()
    const sheet = desk.getByRole('dialog')
    for (const text of [/NOK.4,500/, PARAGRAPH, PORTRAIT])
      await expect(sheet.locator('mark').filter({ hasText: text })).toBeVisible()
    await sheet.getByRole('button', { name: 'Publish when online' }).click()
    await expect(sheet).toBeHidden()
    expect(listVersions(server)).toEqual([0])
  })

  await test.step('Online again, one version holds all three', async () => {
    await front.open()
    await desk.context().setOffline(false)
    const readAbout = async () => (await fetch(`${server.url}/about`)).text()
    await expect.poll(readAbout, { timeout: 60_000 }).toContain(PARAGRAPH)
    await expect(desk.getByText('Visitors see everything that you have written.')).toBeVisible()
    expect(listVersions(server)).toEqual([0, 1])
    const read = async (address: string) => (await fetch(server.url + address)).text()
    expect(await read('/about')).toContain(`alt="${PORTRAIT}"`)
    const service = await read(`/service/${SERVICE}`)
    expect(service).toMatch(/NOK\s4,500/)
    expect(service).toContain('"price":4500')
    for (const address of ['/', '/about', '/services', `/service/${SERVICE}`])
      expect(await read(address)).toContain('data-rest="/content/1-')
  })

  await test.step('Search engines and shared links see the new', async () => {
    const engine = await newVisitor({ javaScriptEnabled: false })
    await engine.goto('/about')
    await expect(engine.getByText(PARAGRAPH)).toBeVisible()
    const portrait = engine.getByRole('img', { name: PORTRAIT })
    const address = await portrait.getAttribute('src')
    const made = await (await fetch(server.url + address)).arrayBuffer()
    expect(await sharp(made).metadata()).not.toHaveProperty('exif')
    const shared = await engine.locator('meta[property="og:image"]').getAttribute('content')
    expect(shared).toContain('/og/portrait.jpg')
    const picture = await (await fetch(`${server.url}/og/portrait.jpg`)).arrayBuffer()
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', ...SHARE_IMAGE_SIZE })
    await engine.goto('/services/nordic-luxury-travel')
    await expect(engine.getByText(/NOK.4,500/).first()).toBeVisible()
  })

  await test.step('The visitor who had the old page pays the old price', async () => {
    await submitDetails(quick)
    await expect(payButton(quick)).toHaveText(/^Pay NOK.4.000$/)
    await fillDemoCard(quick, cards.accepted)
    await pay(quick)
    await expect(confirmedHeading(quick)).toBeVisible()
  })

  await test.step('The one who comes two days later is asked, and goes on with one press', async () => {
    letHoursPass(server, 48)
    const refused = slow.waitForResponse((answer) => answer.status() === 409)
    await slow.getByRole('button', { name: 'Continue to payment' }).click()
    await refused
    const notice = slow.getByRole('alert').filter({ hasText: 'This has changed' })
    await expect(notice).toContainText(/It now costs NOK.4,500 instead of NOK.4,000/)
    await expect(slow.getByLabel('Email')).toHaveValue('slow@example.com')
    await expect(slow.getByLabel('Message')).toHaveValue(guest.message)
    await expect(slow.getByLabel('Street address')).not.toHaveValue('')
    await notice.getByRole('button', { name: 'Go on with this' }).click()
    await expect(payButton(slow)).toHaveText(/^Pay NOK.4.500$/)
  })

  await test.step('A device that had the site has the new one offline after the reload that it is offered', async () => {
    await checkForUpdate(reader)
    const offer = reader.getByRole('region', { name: 'New version' })
    await offer.getByRole('button', { name: 'Reload' }).click()
    await expect(offer).toBeHidden()
    await reader.context().setOffline(true)
    await front.close()
    await reader.goto('/about')
    await expect(reader.getByText(PARAGRAPH)).toBeVisible()
    await expect(reader.getByRole('img', { name: PORTRAIT })).toBeAttached()
    await reader.goto('/services/nordic-luxury-travel')
    await expect(reader.getByText(/NOK.4,500/).first()).toBeVisible()
    expect(listVersions(server)).toEqual([0, 1])
  })
})
