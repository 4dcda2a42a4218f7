import type { Locator, Page } from '@playwright/test'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { createOwner, signInAsOwner } from '#tests/support/browser/owner.ts'
import {
  beginSale,
  callFunction,
  getOwnerCookie,
  saveDownload,
} from '#tests/support/desk/owner-requests.ts'
import { parseCsvRows } from '#tests/support/lib/csv-parser.ts'
import { test as base, expect } from '#tests/support/payment/card-payments.ts'
import { ServerProcess } from '#tests/support/server/server.ts'

/** Gives the file its own server: it sums all sales, so no other file may sell there. */
const test = base.extend({
  serverEnv: ({ double }, use) => use({ ...double.env, SPEC: 'desk-sales' }),
})

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

test('Sales show card payments less refunds, as a chart, a table and a file, and from the cache when offline', async ({
  page,
  server,
  double,
  deliverEvents,
  errors,
}) => {
  await createOwner(server)
  const sold = [
    await beginSale(server, { service: 'bespoke_planning', turn: 0, first_name: 'Åse' }),
    await beginSale(server, { service: 'bespoke_planning', turn: 1, first_name: '=1+1' }),
    await beginSale(server, { service: 'business_consultancy', turn: 2 }),
  ]
  await beginSale(server, { service: 'business_consultancy', turn: 3, first_name: 'Unpaid' })
  for (const { intent } of sold) double.state.pay(intent)
  await deliverEvents()
  const back = sold[0] as (typeof sold)[0]
  const cancelled = await callFunction(server, {
    cookie: back.cookie,
    name: 'cancel-booking',
    body: { id: back.bookingId },
  })
  expect(cancelled.status).toBe(200)
  await expect.poll(() => double.state.refunds.length).toBe(1)

  await signInAsOwner(page.context(), server)
  await page.goto('/admin/sales')
  const figures = page.getByRole('definition')
  await expect(figures.filter({ hasText: 'NOK5,500' })).toBeVisible()
  await expect(page.getByText('2 Bespoke Planning, 1 Business Consultancy')).toBeVisible()
  await expect(page.getByText('Unpaid')).toHaveCount(0)
  await expect(row(page, /Åse Sørbø/)).toContainText('Refunded')
  await expect(page.getByText('of which 25% VAT')).toBeVisible()
  await expect(figures.filter({ hasText: /^1,100$/ })).toBeVisible()

  const month = page
    .getByRole('radiogroup', { name: 'Month' })
    .getByRole('radio', { checked: true })
  const thisMonth = await month.getAttribute('aria-label')
  expect(thisMonth).toMatch(/: 5,500$/)
  await month.press('ArrowLeft')
  await expect(page.getByRole('status').filter({ hasText: 'No refunds' })).toBeVisible()
  await month.press('ArrowRight')
  const reading = page.getByRole('status').filter({ hasText: 'Bespoke Planning 8,000' })
  await expect(reading).toContainText('Refunded −4,000 in 1 payment')
  await page.getByRole('radio', { name: 'Table' }).check()
  await expect(row(page, /^12 months 8,000 1,500 −4,000 5,500$/)).toBeVisible()

  await page.getByRole('radio', { name: 'Choose dates' }).check()
  await page.getByLabel('First date').fill('2020-01-01')
  await page.getByLabel('Last date').fill('2020-02-29')
  await expect(page.getByText('No sales in this period')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 January 2020 to 29 February 2020')).toBeVisible()
  await page.getByRole('radio', { name: 'This year' }).check()
  const file = await saveDownload(page, () => page.getByRole('button', { name: 'Export' }).click())
  expect(file.name).toMatch(/^sales-\d{4}-01-01-to-.*\.csv$/)
  const rows = parseCsvRows(file.text)
  expect(rows.map(({ total }) => total)).toEqual(['4000', '4000', '1500', '-4000'])
  expect(rows[1]?.client).toBe("'=1+1 Sørbø")

  await expectNoFaults(page, 'sales')
  errors.allow(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await expect(page.getByText(/Sales are shown as of today at/)).toBeVisible()
  await expect(figures.filter({ hasText: 'NOK5,500' })).toBeVisible()
  const exportButton = page.getByRole('button', { name: 'Export' })
  await expect(exportButton).toHaveAttribute('aria-disabled', 'true')
  // It does not light up under the pointer, as what can be pressed does.
  const before = await backgroundOf(exportButton)
  await exportButton.hover()
  expect(await backgroundOf(exportButton)).toBe(before)
  await page.getByRole('radio', { name: 'This month' }).check()
  await expect(figures.filter({ hasText: 'NOK5,500' })).toBeVisible()
  await page.context().setOffline(false)
})

/** Once it no longer changes. */
function backgroundOf(place: Locator): Promise<string> {
  return place.evaluate(async (element) => {
    await Promise.all(element.getAnimations().map(({ finished }) => finished))
    return getComputedStyle(element).backgroundColor
  })
}

test('Demo payments are not counted in sales', async () => {
  const server = await ServerProcess.start()
  await createOwner(server)
  const { bookingId, cookie, clientSecret } = await beginSale(server, {
    service: 'bespoke_planning',
    turn: 0,
  })
  const paid = await callFunction(server, {
    cookie,
    name: 'confirm-demo-payment',
    body: { bookingId, clientSecret, outcome: 'succeed' },
  })
  expect(await paid.json()).toEqual({ status: 'succeeded' })
  const answer = await fetch(`${server.url}/functions/get-sales`, {
    headers: { Cookie: await getOwnerCookie(server) },
  })
  expect(await answer.json()).toMatchObject({ totalRevenue: 0, totalBookings: 0, recentSales: [] })
  await server.dispose()
})
