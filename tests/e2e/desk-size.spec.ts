import { tabs } from '#client/desk/shell/tabs.ts'
import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { countTransfer } from '#tests/support/browser/transfer.ts'

test.use(withOwnServer('desk-size'))

/** The largest script of a tab in KiB, unless the tab has a limit of its own. */
const MAX_SCRIPT = 196

const ownLimits: Record<string, number> = {
  // Derived on the device: with the rules of bookings, sales and the schedule.
  Dashboard: 216,
  // With the map, its shores and the names of places.
  Journeys: 233,
  // With the rules of bookings.
  Bookings: 206,
  // With the subjects of messages, of which each service has one.
  Forms: 197,
  // With the texts of all pages, by which drafts are found, and what is checked before they are published.
  Site: 235,
  // With the rules of the schedule.
  Settings: 207,
}

for (const { to: path, label } of tabs) {
  const most = ownLimits[label] ?? MAX_SCRIPT
  test(`The desk opened at ${label} fetches at most ${most} KiB of script, including the client book’s worker, all with brotli`, async ({
    page,
    server,
  }) => {
    await signInAsOwner(page.context(), server)
    // An open event stream would keep the network from becoming idle.
    await page.route('**/functions/desk-events', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: '' }),
    )
    const count = countTransfer(page)
    const book = page.waitForResponse('**/desk-workers/worker-*.js')
    await page.goto(path)
    await book
    await page.waitForLoadState('networkidle')
    const { script, worker, uncompressed: plain } = await count()
    expect(plain).toEqual([])
    expect(worker).toBeGreaterThan(20 * 1024)
    expect(script + worker).toBeLessThanOrEqual(most * 1024)
  })
}
