import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { initialContent } from '#server/site/initial-content.ts'
import { chooseDay, fillDetails } from '#tests/support/booking/booking-pages.ts'
import { expect, test, withOwnServer } from '#tests/support/browser/e2e.ts'
import {
  cards,
  fillDemoCard,
  pay,
  payButton,
  submitDetails,
  takeFreshTime,
} from '#tests/support/payment/payment-pages.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'

test.use(withOwnServer('old-page'))

const HOUR = 3_600_000

function openStore(server: ServerProcess) {
  return new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
}

/** Publishes the planning at a new price, so many hours ago; the server begins anew with it. */
async function publishPrice(server: ServerProcess, amount: number, hours: number): Promise<void> {
  const services = initialContent.services.map((service) =>
    service.type === 'bespoke-planning' ? { ...service, amount } : service,
  )
  await server.stop()
  const store = openStore(server)
  store
    .prepare(
      `INSERT INTO site_version (content, changes, published_at, published_by)
        VALUES (?, '[]', ?, '')`,
    )
    .run(JSON.stringify({ ...initialContent, services }), Date.now() - hours * HOUR)
  store.close()
  await server.restart()
}

function letHoursPass(server: ServerProcess, hours: number): void {
  const store = openStore(server)
  store.prepare('UPDATE site_version SET published_at = published_at - ?').run(hours * HOUR)
  store.close()
}

test('A visitor with an old page books at its price for a day, and is then told what has changed and goes on with one press', async ({
  page,
  server,
  errors,
}) => {
  const { day, time } = takeFreshTime()
  await page.goto('/service/bespoke-planning')
  await chooseDay(page, day)
  await page.getByRole('button', { name: time, exact: true }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await fillDetails(page)
  await publishPrice(server, 450_000, 23)
  await submitDetails(page)
  await expect(payButton(page)).toHaveText(/^Pay NOK.4.000$/)

  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel('Message').fill('We would like to see the light.')
  letHoursPass(server, 1)
  errors.allow(/409/)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This has changed' })
  await expect(notice).toContainText(/It now costs NOK.4,500 instead of NOK.4,000/)
  await expect(page.getByLabel('Message')).toHaveValue('We would like to see the light.')
  await notice.getByRole('button', { name: 'Go on with this' }).click()
  await expect(payButton(page)).toHaveText(/^Pay NOK.4.500$/)
  await fillDemoCard(page, cards.accepted)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
})
