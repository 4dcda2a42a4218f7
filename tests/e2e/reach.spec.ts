import type { Page } from '@playwright/test'
import { findLowContrast } from '#tests/support/browser/axe.ts'
import { deskScreens, test } from '#tests/support/browser/demo.ts'
import { expect, signInAsOwner } from '#tests/support/browser/owner.ts'
import {
  listFaultsOfReach,
  listUnmarked,
  showLargeText,
  ZOOMED,
} from '#tests/support/browser/reach.ts'
import { allPages, openHydrated } from '#tests/support/browser/site-pages.ts'

/** At 400 % zoom, and with text of 200 % on a phone. */
async function findFaults(page: Page, address: string): Promise<string[]> {
  const zoomed = await listFaultsOfReach(page)
  await showLargeText(page)
  const large = await listFaultsOfReach(page)
  await page.setViewportSize(ZOOMED)
  return [
    ...zoomed.map((fault) => `${address} zoomed: ${fault}`),
    ...large.map((fault) => `${address} in large text: ${fault}`),
  ]
}

test('Everything on every public page can be read and pressed at 400 % zoom and in text of twice the size', async ({
  page,
  errors,
}) => {
  test.slow()
  errors.allow(/status of 404.*no-such-page/)
  await page.setViewportSize(ZOOMED)
  const faults: string[] = []
  for (const address of [...allPages, '/account', '/no-such-page']) {
    await openHydrated(page, address)
    faults.push(...(await findFaults(page, address)))
  }
  expect(faults).toEqual([])
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
    faults.push(...(await findFaults(page, address)))
    const row = opened[address]
    if (!row) continue
    const links = page.locator('main a')
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    const first = addresses.find((one) => one !== null && row.test(one))
    expect(first, `a row on ${address}`).toBeDefined()
    await page.goto(first ?? '')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    faults.push(...(await findFaults(page, first ?? '')))
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
