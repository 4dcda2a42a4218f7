import type { Page } from '@playwright/test'
import { expectNoFaults, threeWidths } from '../support/axe.ts'
import { command } from '../support/commands.ts'
import { test as base, expect } from '../support/e2e.ts'
import { makeOwner, signInAsOwner } from '../support/owner.ts'
import { ServerProcess } from '../support/server.ts'

/** A server whose folder `npm run demo` has filled. */
const test = base.extend<object, { server: ServerProcess }>({
  server: [
    // Playwright reads the name of what is needed here, and an empty pattern is refused by lint.
    async ({ browserName: _any }, use) => {
      const server = await ServerProcess.start()
      await server.stop()
      const filled = await command('demo', server.dataDir)
      if (filled.code !== 0) throw new Error(filled.errors)
      await server.restart()
      await makeOwner(server)
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
})

const screens: Record<string, string | RegExp> = {
  '/admin/dashboard': 'Waiting for you',
  '/admin/crm': 'Clients',
  '/admin/crm/calendar': /20\d\d/,
  '/admin/crm/settings': 'CRM Settings',
  '/admin/bookings': 'Bookings',
  '/admin/sales': 'Revenue by month',
  '/admin/forms/booking': 'Forms',
  '/admin/forms/contact': 'Forms',
  '/admin/forms/inquiry': 'Forms',
  '/admin/forms/newsletter': 'Forms',
  '/admin/settings': 'Weekly Availability',
  '/admin/settings/video': 'Video Meeting Testing',
  '/admin/settings/privacy': 'Privacy & Data Settings',
}

/** As for somebody who has the browser write twice as large. */
async function expectRoomForLargeText(page: Page, address: string): Promise<void> {
  const sticksOut = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    return document.documentElement.scrollWidth - innerWidth
  })
  expect(sticksOut, `${address} with large text, pixels beyond the window`).toBeLessThanOrEqual(0)
}

for (const width of threeWidths.filter((wide) => wide !== 820)) {
  test(`a year of work stands on every screen of the desk at ${width} px, without a fault`, async ({
    page,
    context,
    server,
  }) => {
    await signInAsOwner(context, server)
    for (const [address, heading] of Object.entries(screens)) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
      await expectNoFaults(page, address, [width])
      if (width === 390) await expectRoomForLargeText(page, address)
    }
  })
}

test('a journey in the calendar is as high as a finger needs', async ({ newVisitor, server }) => {
  const page = await newVisitor({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 820, height: 900 },
  })
  await signInAsOwner(page.context(), server)
  await page.goto('/admin/crm/calendar')
  const journeys = page.getByRole('link', { name: /^Trip/ })
  await expect(journeys.first()).toBeVisible()
  for (const journey of await journeys.all())
    expect((await journey.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})
