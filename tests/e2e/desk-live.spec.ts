import type { BrowserContext, Page } from '@playwright/test'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { expectNoFaults, threeWidths } from '#tests/support/browser/axe.ts'
import { countLoads, expect, waitUntilControlled } from '#tests/support/browser/offline-site.ts'
import {
  signInAsOwner,
  installedTest as test,
  withOwnServer,
} from '#tests/support/browser/owner.ts'
import type { SiteProxy } from '#tests/support/browser/site-proxy.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'

test.use(withOwnServer('desk-live'))

let days = 2
const usedDays = new Set<string>()

/** A start on a day that no other call has. */
function takeNextStart(): string {
  while (usedDays.has(getWeekdayAhead(days))) days++
  usedDays.add(getWeekdayAhead(days))
  return `${getWeekdayAhead(days)}T10:00:00.000Z`
}

/** Books as a visitor with another browser, each time on another day. */
async function postVisitorBooking(
  url: string,
  first_name: string,
  last_name: string,
): Promise<PostedBooking> {
  const email = `${first_name.toLowerCase()}@example.com`
  const fields = buildBookingFields({ start: takeNextStart(), first_name, last_name, email })
  const answer = await postForm(url, fields)
  expect(answer.status).toBe(201)
  return answer.json()
}

interface PostedBooking {
  bookingId: string
  manageUrl: string
}

const countStreams = (front: SiteProxy) =>
  front.requests.filter((path) => path === '/functions/desk-events').length

const countPolls = (front: SiteProxy) =>
  front.requests.filter((path) => path === '/functions/get-last-changes').length

const getTab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name })

const getSyncStatus = (page: Page) => page.getByRole('button', { name: /^Synced/ })

async function openDesk(context: BrowserContext, front: SiteProxy, path: string): Promise<Page> {
  await signInAsOwner(context, front)
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await expect.poll(() => countStreams(front)).toBeGreaterThan(0)
  return page
}

test('An open dashboard shows and counts a new booking without a reload', async ({
  context,
  front,
  newVisitor,
}) => {
  const page = await openDesk(context, front, '/admin/dashboard')
  await page.setViewportSize({ width: 390, height: 900 })
  await waitUntilControlled(page)
  await getTab(page, /^Bookings/).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Bookings' })).toBeVisible()
  await getTab(page, /^Dashboard/).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
  await expect(getTab(page, /^Bookings$/)).toBeVisible()
  const count = countLoads(page)
  const visitor = await newVisitor()
  const start = takeNextStart()
  const name = { first_name: 'Kenji', last_name: 'Arai', email: 'kenji@example.com' }
  const posted = await visitor.request.post(`${front.url}/`, {
    headers: { Accept: 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    form: buildBookingFields({ start, ...name }),
  })
  expect(posted.status()).toBe(201)
  await expect(page.getByText('Kenji Arai is not in your clients')).toBeVisible()
  await expect(getTab(page, /^Bookings 1 new$/)).toBeVisible()
  await expect(getTab(page, /^Forms \d+ unread$/)).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+\) Dashboard · Lysning$/)
  await expect(getSyncStatus(page)).toHaveText('Synced just now')
  expect(count.loads).toBe(0)
  await getTab(page, /^Bookings/).click()
  await expect(getTab(page, /^Bookings$/)).toBeVisible()
  await page.getByRole('link', { name: /Kenji Arai/ }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'History' })).toBeVisible()
  await getTab(page, /^Forms/).click()
  const row = page.getByRole('link', { name: /Kenji Arai/ })
  await expect(row).toBeVisible()
  await expect(row).not.toHaveAccessibleName(/Unread/)
})

test('Bookings, forms and sales on the screen update live, and nothing typed, scrolled or open is lost', async ({
  context,
  front,
}) => {
  await postVisitorBooking(front.url, 'Hanna', 'Lindqvist')
  const page = await openDesk(context, front, '/admin/bookings')
  await page.setViewportSize({ width: 1440, height: 600 })
  await page.getByRole('link', { name: /Hanna Lindqvist/ }).click()
  await expect(page.getByRole('article', { name: 'Hanna Lindqvist' })).toBeVisible()
  await page.getByLabel('Add a note').fill('Ask about the boat')
  await page.getByRole('searchbox').or(page.getByLabel('Search bookings')).first().fill('a')
  await page.getByRole('button', { name: 'Cancel booking' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await postVisitorBooking(front.url, 'Jonas', 'Kjær')
  await expect(page.getByText('Jonas Kjær')).toBeAttached()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Add a note')).toHaveValue('Ask about the boat')
  await page.getByLabel('Add a note').fill('')
  await getTab(page, /^Forms/).click()
  await page.getByRole('link', { name: 'Contact Forms' }).click()
  const written = buildContactFields({ first_name: 'Maja', last_name: 'Holm' })
  expect((await postForm(front.url, written)).status).toBe(201)
  await expect(page.getByRole('link', { name: /Maja Holm/ })).toBeVisible()
})

test('A guest’s change to a booking is shown on the dashboard until the owner opens the booking', async ({
  context,
  front,
}) => {
  const { bookingId, manageUrl } = await postVisitorBooking(front.url, 'Freja', 'Dahl')
  const sig = new URL(manageUrl, front.url).searchParams.get('sig')
  const page = await openDesk(context, front, '/admin/dashboard')
  const start = takeNextStart()
  const moved = await context.request.post(`${front.url}/functions/move-booking`, {
    data: { id: bookingId, sig, start },
  })
  expect(moved.status()).toBe(200)
  const box = page.getByRole('region', { name: 'Changes by guests' })
  await expect(box).toContainText('Freja Dahl moved a call')
  await expect(box).toContainText(/From \w+day .+ to \w+day /)
  await expectNoFaults(page, 'a guest who moved', threeWidths)
  await box.getByRole('link', { name: 'View booking' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'History' })).toBeVisible()
  await getTab(page, /^Dashboard/).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
  await expect(box).toHaveCount(0)
})

test('Two tabs share one event stream, and the second tab takes over when the first is closed', async ({
  context,
  front,
}) => {
  const first = await openDesk(context, front, '/admin/dashboard')
  const second = await context.newPage()
  await second.goto('/admin/bookings')
  await expect(second.getByRole('heading', { level: 2, name: 'Bookings' })).toBeVisible()
  await postVisitorBooking(front.url, 'Ingrid', 'Berg')
  await expect(first.getByText('Ingrid Berg is not in your clients')).toBeVisible()
  await expect(second.getByText('Ingrid Berg').first()).toBeAttached()
  expect(countStreams(front)).toBe(1)
  await first.close()
  await expect.poll(() => countStreams(front)).toBe(2)
  await postVisitorBooking(front.url, 'Sólrún', 'Jónsdóttir')
  await expect(second.getByText('Sólrún Jónsdóttir').first()).toBeAttached()
})

test('After a server crash and restart, the desk reconnects its event stream and shows what it missed', async ({
  context,
  front,
  server,
  errors,
}) => {
  // The crash may cut off the service worker's installation.
  errors.allow(/Failed to load resource|ERR_|Failed to fetch/)
  const page = await openDesk(context, front, '/admin/dashboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
  await expect(getSyncStatus(page)).toBeVisible()
  await server.kill()
  await server.restart()
  await postVisitorBooking(server.url, 'Tuva', 'Nygård')
  await expect(page.getByText('Tuva Nygård is not in your clients')).toBeVisible()
  await expect(getSyncStatus(page)).toBeVisible()
  await expect.poll(() => countStreams(front)).toBeGreaterThan(1)
})

test('Behind a proxy that buffers streams, the desk polls periodically instead', async ({
  context,
  front,
}) => {
  front.buffersStreams = true
  const page = await openDesk(context, front, '/admin/bookings')
  await expect.poll(() => countPolls(front)).toBeGreaterThan(0)
  await postVisitorBooking(front.url, 'Aino', 'Virtanen')
  await expect(page.getByText('Aino Virtanen').first()).toBeAttached({ timeout: 60_000 })
})

test('A hidden desk neither streams nor polls', async ({ context, front }) => {
  const page = await openDesk(context, front, '/admin/dashboard')
  const setVisibility = (state: DocumentVisibilityState) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  // What the page requested earlier has arrived before the answer to this later request.
  const countRequests = async () => {
    await page.evaluate(async () => (await fetch('/functions/get-config')).text())
    return { streams: countStreams(front), polls: countPolls(front) }
  }
  await setVisibility('hidden')
  const before = await countRequests()
  await postVisitorBooking(front.url, 'Liv', 'Moen')
  expect(await countRequests()).toEqual(before)
  await setVisibility('visible')
  await expect(page.getByText('Liv Moen is not in your clients')).toBeVisible()
  // A stream that was still open would not be opened again.
  expect(countStreams(front)).toBe(before.streams + 1)
})
