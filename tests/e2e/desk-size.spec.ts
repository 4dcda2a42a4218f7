import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { countTransfer } from '#tests/support/browser/transfer.ts'

test.use(withOwnServer('desk-size'))

/** The tabs by first address, and the largest script in KiB. */
const tabs = {
  CRM: ['/admin', 190],
  // Derived on the device: with the rules of bookings, sales and the schedule.
  Dashboard: ['/admin/dashboard', 208],
  // With the map, its shores and the names of places.
  Journeys: ['/admin/journeys', 219],
  // With the rules of bookings.
  Bookings: ['/admin/bookings', 198],
  Sales: ['/admin/sales', 190],
  Forms: ['/admin/forms', 190],
  // With the rules of the schedule.
  Settings: ['/admin/settings', 198],
} as const

for (const [tab, [path, most]] of Object.entries(tabs))
  test(`The desk opened at ${tab} fetches at most ${most} KiB of script, including the client book’s worker, all with brotli`, async ({
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
