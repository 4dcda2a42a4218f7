import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/owner.ts'
import { countTransfer } from '#tests/support/transfer.ts'

test.use(withOwnServer('desk-size'))

/** The tabs by first address. Only the schedule settings load more: their draft is in Dexie. */
const tabs = {
  CRM: '/admin',
  Dashboard: '/admin/dashboard',
  Journeys: '/admin/journeys',
  Bookings: '/admin/bookings',
  Sales: '/admin/sales',
  Forms: '/admin/forms',
}

for (const [tab, path] of Object.entries(tabs))
  test(`The desk opened at ${tab} fetches at most 190 KiB of script, including the client book’s worker, all with brotli`, async ({
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
    expect(script + worker).toBeLessThanOrEqual(190 * 1024)
  })
