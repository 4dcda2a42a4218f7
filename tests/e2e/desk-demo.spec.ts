import type { BookingRecord } from '#shared/booking/booking-record.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getFirstInstant } from '#shared/lib/wall-time.ts'
import { type PullAnswer, syncPull } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { expectNoFaults, findLowContrast } from '#tests/support/browser/axe.ts'
import { deskScreens, test } from '#tests/support/browser/demo.ts'
import { expect, signInAsOwner } from '#tests/support/browser/owner.ts'
import { findFaultsOfReach, listUnmarked, ZOOMED } from '#tests/support/browser/reach.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'

test('Every desk screen with a year of demo data has no accessibility fault and fits, on a phone and wide', async ({
  page,
  context,
  server,
}) => {
  // It looks at all of them.
  test.slow()
  await signInAsOwner(context, server)
  for (const [address, heading] of Object.entries(deskScreens)) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expectNoFaults(page, address, [1440, 390])
  }
})

/** From each of these lists, the first row's own address. */
const opened: Record<string, RegExp> = {
  '/admin/crm': /^\/admin\/crm\/(?!calendar|settings|deleted|new)\w/,
  '/admin/journeys': /^\/admin\/journeys\/\w/,
  '/admin/bookings': /^\/admin\/bookings\/\w/,
  '/admin/forms/contact': /^\/admin\/forms\/contact\/\w/,
}

test('Everything on the desk can be read and pressed at 400 % zoom and in text of twice the size', async ({
  page,
  context,
  server,
}) => {
  test.slow()
  await signInAsOwner(context, server)
  await page.setViewportSize(ZOOMED)
  const faults: string[] = []
  for (const [address, heading] of Object.entries(deskScreens)) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    faults.push(...(await findFaultsOfReach(page, address)))
    const row = opened[address]
    if (!row) continue
    const links = page.locator('main a')
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    const first = addresses.find((one) => one !== null && row.test(one))
    expect(first, `a row on ${address}`).toBeDefined()
    await page.goto(first ?? '')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    faults.push(...(await findFaultsOfReach(page, first ?? '')))
  }
  expect(faults).toEqual([])
})

/** Screens with something chosen or current, and badges. */
const statesOfDesk = [
  '/admin/dashboard',
  '/admin/crm',
  '/admin/crm/calendar',
  '/admin/journeys',
  '/admin/forms/contact',
]

test('Forced colours tell apart by a line what is chosen, current or a badge', async ({
  page,
  context,
  server,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signInAsOwner(context, server)
  await openHydrated(page, '/service/initial-consultation')
  await page.getByRole('button', { name: /^First free/ }).click()
  await expect(page.locator('[aria-pressed="true"]').nth(1)).toBeVisible()
  expect((await listUnmarked(page)).unmarked).toEqual([])
  for (const address of statesOfDesk) {
    await page.goto(address)
    await expect(
      page.getByRole('heading', { name: deskScreens[address] ?? /./ }).first(),
    ).toBeVisible()
    const { marked, unmarked } = await listUnmarked(page)
    expect(unmarked, address).toEqual([])
    expect(marked, address).toBeGreaterThan(1)
  }
})

test('Who asks for more contrast reads all text at 7 to 1, large text at 4.5 to 1', async ({
  page,
  context,
  server,
}) => {
  await page.emulateMedia({ contrast: 'more' })
  await signInAsOwner(context, server)
  const faults: string[] = []
  for (const address of ['/', '/services', '/contact', '/service/initial-consultation']) {
    await openHydrated(page, address)
    faults.push(...(await findLowContrast(page)).map((fault) => `${address} ${fault}`))
  }
  for (const address of statesOfDesk) {
    await page.goto(address)
    await expect(
      page.getByRole('heading', { name: deskScreens[address] ?? /./ }).first(),
    ).toBeVisible()
    faults.push(...(await findLowContrast(page)).map((fault) => `${address} ${fault}`))
  }
  expect(faults).toEqual([])
})

test('Today’s calls fit the dashboard in large text, with a long client name and time zone, at any hour', async ({
  page,
  context,
  server,
}) => {
  await signInAsOwner(context, server)
  const clientName = 'Wolfeschlegelsteinhausenbergerdorff'
  const timezone = 'America/Argentina/ComodRivadavia'
  await page.route(`**${syncPull.path}*`, async (route) => {
    const answer: PullAnswer = await (await route.fetch()).json()
    const some = answer.readOnly.find(({ coll, data }) => coll === 'booking' && data)
    if (!some) return route.fulfill({ json: answer })
    const confirmed = { ...(some.data as BookingRecord), status: 'confirmed' as const }
    const zone = 'Europe/Oslo'
    // Late in the day: the ruler has the least room for a time there.
    const date = toWallTime(Date.parse(answer.serverTime), zone).date
    const calls = [9, 12, 16.25].map((hour): ReadOnlyChange => {
      const start = getFirstInstant(date, hour * 60, zone)
      const time = { start: toIsoTime(start), end: toIsoTime(start + 1_800_000) }
      const data = { ...confirmed, ...time, meetingUrl: null, clientName, timezone }
      return { coll: 'booking', id: `call-${hour}`, seq: some.seq, data }
    })
    await route.fulfill({ json: { ...answer, readOnly: [...answer.readOnly, ...calls] } })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/dashboard')
  await expect(page.getByText(/in America\/Argentina\/ComodRivadavia/).first()).toBeVisible()
  const sticksOut = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    return document.documentElement.scrollWidth - innerWidth
  })
  expect(sticksOut, 'pixels beyond the window').toBeLessThanOrEqual(0)
})

test('On a touch screen a finger on a trip of the month opens its day, in whose week a trip is at least 44 px tall', async ({
  newVisitor,
  server,
}) => {
  const page = await newVisitor({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 820, height: 900 },
  })
  await signInAsOwner(page.context(), server)
  await page.goto('/admin/crm/calendar')
  const trips = page.getByRole('link', { name: /^Trip/ })
  await expect(trips.first()).toBeVisible()
  const box = await trips.first().boundingBox()
  if (!box) throw new Error('The first trip of the month is not shown')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked()
  // More than two are one closed row.
  const away = page.getByText(/^Away: /)
  await expect(away.or(trips.first()).first()).toBeVisible()
  if (!(await trips.first().isVisible())) await away.tap()
  await expect(trips.first()).toBeVisible()
  for (const trip of await trips.all())
    expect((await trip.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})
