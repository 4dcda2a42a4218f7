import { listPages } from '#shared/site/pages.ts'
import { JOURNEY_PATH } from '#shared/site/routes.ts'
import { expect, test } from '#tests/support/browser/e2e.ts'
import { openHydrated } from '#tests/support/browser/site-pages.ts'

// Served by the build that was made with a public address, see `tests/support/server/server.ts`.
test.use({ serverEnv: { PUBLIC_URL: 'http://lysning.example' } })

test('Every page of a public site opens without an error in the console, and is not drawn twice', async ({
  page,
  errors,
}) => {
  errors.allow(/status of (400|401|404|409)/)
  for (const { path } of listPages()) {
    if (path === JOURNEY_PATH) await page.goto(path)
    else await openHydrated(page, path)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  }
  await openHydrated(page, '/no-such-page')
})

test('A public site whose seller is not named says that paid services cannot be booked online', async ({
  page,
}) => {
  await openHydrated(page, '/service/bespoke-planning')
  await expect(page.getByRole('heading', { name: 'Write to me to book' })).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a time' }).click()
  await expect(page).toHaveURL(/\/contact\?about=bespoke-planning$/)
  await expect(page.getByText('About: A time for: Bespoke Planning')).toBeVisible()
  await openHydrated(page, '/service/initial-consultation')
  await expect(page.getByRole('heading', { name: 'Write to me to book' })).toHaveCount(0)
})
