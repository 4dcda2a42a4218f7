import { tabs } from '#client/desk/shell/tabs.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { test as base } from './e2e.ts'
import { createOwner } from './owner.ts'

/** Browser tests on a server with the data of `npm run demo` and with an owner. */
export const test = base.extend({
  server: async ({ servers }, use) => use(await servers.get('demo', startDemoServer)),
})

async function startDemoServer(): Promise<ServerProcess> {
  const server = await ServerProcess.start()
  await server.stop()
  const filled = await runCliCommand('demo', server.dataDir)
  if (filled.code !== 0) throw new Error(filled.errors)
  await server.restart()
  await createOwner(server)
  return server
}

/** Any heading shows that a tab has its content, unless it is one that comes with the data. */
const tabScreens = Object.fromEntries(tabs.map(({ to, first = '' }) => [`${to}${first}`, /./]))

/** The desk's screens by address, each with a heading that comes with its data. */
export const deskScreens: Record<string, string | RegExp> = {
  ...tabScreens,
  '/admin/dashboard': 'Waiting for you',
  '/admin/crm': 'Clients',
  '/admin/crm/calendar': /20\d\d/,
  '/admin/crm/settings': 'CRM Settings',
  '/admin/journeys': 'Lofoten, by sea',
  '/admin/bookings': 'Bookings',
  '/admin/sales': 'Revenue by month',
  '/admin/forms/booking': 'Forms',
  '/admin/forms/contact': 'Forms',
  '/admin/forms/inquiry': 'Forms',
  '/admin/forms/newsletter': 'Forms',
  '/admin/site': 'Pages',
  '/admin/site/pages/artistry': 'Artistry',
  '/admin/site/services': 'Services and prices',
  '/admin/site/services/bespoke-planning': 'Bespoke Planning',
  '/admin/site/business': 'Business',
  '/admin/site/versions': 'Versions',
  '/admin/settings': 'Weekly Availability',
  '/admin/settings/video': 'Video Meeting Testing',
  '/admin/settings/privacy': 'Privacy & Data Settings',
}
