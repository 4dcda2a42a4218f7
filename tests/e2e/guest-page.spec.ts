import type { Page } from '@playwright/test'
import { expectNoFaults, expectNoFaultsNow, threeWidths } from '#tests/support/browser/axe.ts'
import { expect, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { countTransfer } from '#tests/support/browser/transfer.ts'
import { createCurrentCopy, createSampleCopy } from '#tests/support/journeys/guest-journey.ts'
import { GuestLink, readStored } from '#tests/support/journeys/guest-link.ts'

test.use(withOwnServer('guest-page'))

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }

test('The first view with its map needs at most 60 KiB of script, all with brotli and none of React', async ({
  page,
  server,
}) => {
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  const count = countTransfer(page)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  // What keeps the journey on the device comes after the first view, which does not wait for it.
  let send: () => void = () => {}
  const isViewed = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route(/\/(dexie|store|service-worker)-[^/]+\.js$/, async (route) => {
    await isViewed
    await route.continue()
  })
  await page.goto(link.path)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.locator('header').getByText('Henningsvær')).toHaveCount(2)
  const { script, uncompressed } = await count()
  send()
  expect(uncompressed).toEqual([])
  expect(script).toBeGreaterThan(25 * 1024)
  expect(script).toBeLessThanOrEqual(60 * 1024)
  await expect.poll(() => readStored(page)).toContain('ciphertext')
  expect(scripts.filter((url) => /\/react-|\/start-|desk/.test(url))).toEqual([])
})

test('On a phone the second opening shows once how the journey gets onto the home screen', async ({
  newVisitor,
  server,
}) => {
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  const phone = await newVisitor(PHONE)
  const hint = phone.getByRole('heading', { name: 'Keep it at hand' })
  const open = async () => {
    await phone.goto('about:blank')
    await phone.goto(link.path)
    await expect(phone.getByRole('heading', { name: 'To call' })).toBeVisible()
    await expect.poll(() => readStored(phone)).toContain('ciphertext')
  }
  await open()
  await expect(hint).toHaveCount(0)
  await open()
  await expect(hint).toBeVisible()
  await phone.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () => Reflect.set(window, 'asked', true)
    dispatchEvent(Object.assign(event, { prompt }))
  })
  await expectNoFaultsNow(phone, 'the hint about the home screen')
  await phone.getByRole('button', { name: 'Add to home screen' }).click()
  expect(await phone.evaluate(() => Reflect.get(window, 'asked'))).toBe(true)
  await expect(hint).toHaveCount(0)
  await expect.poll(() => readStored(phone)).toContain('hasSeenHint')
  await open()
  await expect(hint).toHaveCount(0)
  await phone.getByRole('link', { name: /Sauna on the pier/ }).click()
  await expect(phone.getByRole('link', { name: /^Directions/ })).toHaveAttribute(
    'href',
    /^geo:0,0\?q=/,
  )
  await expect(phone.getByRole('link', { name: /^Call Marit/ })).toHaveAttribute(
    'href',
    'tel:+4740000027',
  )
})

test('Under way the cover leaves most of a phone to today', async ({ newVisitor, server }) => {
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  const phone = await newVisitor(PHONE)
  await phone.goto(link.path)
  await expect(phone.getByRole('heading', { name: 'Today' })).toBeInViewport()
  const cover = await phone.locator('header').first().boundingBox()
  expect(cover?.height).toBe(220)
})

test('The owner sees when a journey was opened and on what device, but not if the guest or the browser has refused', async ({
  newVisitor,
  server,
}) => {
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  const discreet = await newVisitor()
  await discreet.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
  })
  await discreet.goto(link.path)
  const telling = discreet.getByRole('switch', { name: /Maren can see when you last opened this/ })
  await expect(telling).not.toBeChecked()
  expect(await link.readSeen()).toBeUndefined()

  const phone = await newVisitor(PHONE)
  await phone.goto(link.path)
  await expect.poll(async () => (await link.readSeen())?.device).toBe('phone')
  await telling.check()
  await expect.poll(() => readStored(discreet)).toContain('"tellsOwner":true')
  await discreet.reload()
  await expect(telling).toBeChecked()
})

test('A journey of 60 days with 600 items and texts that look like code is shown as it is', async ({
  page,
  server,
}) => {
  const link = await GuestLink.create(server)
  const hostile = '<img src=x onerror="window.intruder = 1"><script>window.intruder = 1</script>'
  const items = Array.from({ length: 600 }, (_, index) => ({
    id: `x${index}`,
    on: 1 + Math.floor(index / 10),
    title: index === 20 ? hostile : `Plan ${index}`,
    begins: `${String(8 + (index % 10)).padStart(2, '0')}:00`,
    guestText: hostile,
    phone: 'call (0) 47 <b>400</b>',
  }))
  await link.publish(createCurrentCopy({ days: 60, items }))
  await page.goto(link.path)
  await expect(page.getByRole('heading', { name: 'Your days' })).toBeVisible()
  await expect(page.getByText('60 days, all times local')).toBeVisible()
  await expect(page.getByText(hostile).first()).toBeVisible()
  await page.getByRole('link', { name: /Plan 590/ }).click()
  await expect(page.getByRole('link', { name: /Plan 599/ })).toBeVisible()
  expect(await page.evaluate(() => 'intruder' in window)).toBe(false)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Your days' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Plan 590/ })).toBeFocused()
})

test('Where nothing can be stored the page says so and works', async ({ newVisitor, server }) => {
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  const refusing = await newVisitor()
  await refusing.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined })
  })
  await refusing.goto(link.path)
  await expect(refusing.getByText(/Not saved\. This browser keeps no pages/)).toBeVisible()
  const full = await newVisitor()
  await full.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
  })
  await full.goto(link.path)
  await expect(full.getByText(/Not saved\. There is no room left on this computer/)).toBeVisible()
  await expect(full.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expectNoFaultsNow(full, 'a full device')
})

test('By keyboard alone a guest reads an item, copies its number, returns and saves the calendar', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const link = await GuestLink.create(server)
  await link.publish(createCurrentCopy())
  await page.goto(link.path)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  const sauna = page.getByRole('link', { name: 'Sauna on the pier' })
  for (let press = 0; press < 20 && !(await isFocused(page, 'Sauna on the pier')); press++)
    await page.keyboard.press('Tab')
  await expect(sauna).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Sauna on the pier' })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  await expectNoFaults(page, 'an item', threeWidths)
  await page.getByRole('button', { name: 'Copy S-1106' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied: S-1106' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('S-1106')
  await page.goBack()
  await expect(sauna).toBeFocused()
  await expectNoFaults(page, 'a journey under way', threeWidths)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Add to calendar' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe('journey.ics')
})

const isFocused = (page: Page, text: string) =>
  page.evaluate((wanted) => document.activeElement?.textContent === wanted, text)

test('On paper each day is whole, with both times at the foot and nothing of the screen', async ({
  page,
  server,
}) => {
  const link = await GuestLink.create(server)
  await link.publish(createSampleCopy({ journey: { linkUntil: '2099-01-01' } }))
  await page.goto(link.path)
  await expect(page.getByRole('heading', { name: 'Your days' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByText(/^Printed on .+, from the copy of 11 June, \d\d:\d\d\. Later changes are on/),
  ).toBeVisible()
  await expect(page.getByText('+47 400 00 033 · HH-90718').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your days' })).toBeHidden()
  const isSplit = await page
    .locator('section:has(table)')
    .evaluateAll((days) => days.some((day) => getComputedStyle(day).breakInside !== 'avoid'))
  expect(isSplit).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByText(/^Printed on/)).toHaveCount(0)
})
