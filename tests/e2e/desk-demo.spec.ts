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
    }
  })
}
