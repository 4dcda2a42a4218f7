import type { BrowserContext, Page } from '@playwright/test'
import { contactFields } from '#tests/contact/messages.ts'
import { expectNoFaults, threeWidths } from '#tests/support/axe.ts'
import { bookingFields, postForm, weekdayAhead } from '#tests/support/forms.ts'
import { countLoads, expect, untilControlled } from '#tests/support/offline-site.ts'
import { ownServer, signInAsOwner, installedTest as test } from '#tests/support/owner.ts'
import type { SiteFront } from '#tests/support/site-front.ts'

test.use(ownServer('desk-live'))

let days = 2
const taken = new Set<string>()

/** A start on a day that no other call has. */
function nextStart(): string {
  while (taken.has(weekdayAhead(days))) days++
  taken.add(weekdayAhead(days))
  return `${weekdayAhead(days)}T10:00:00.000Z`
}

/** Books as a visitor with another browser, each time on another day. */
async function visitorBooks(url: string, first_name: string, last_name: string): Promise<Booked> {
  const email = `${first_name.toLowerCase()}@example.com`
  const fields = bookingFields({ start: nextStart(), first_name, last_name, email })
  const answer = await postForm(url, fields)
  expect(answer.status).toBe(201)
  return answer.json()
}

interface Booked {
  bookingId: string
  manageUrl: string
}

const streams = (front: SiteFront) =>
  front.requests.filter((path) => path === '/functions/desk-events').length

const asked = (front: SiteFront) =>
  front.requests.filter((path) => path === '/functions/get-last-changes').length

const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name })

const pill = (page: Page) => page.getByRole('button', { name: /^Synced/ })

async function openDesk(context: BrowserContext, front: SiteFront, path: string): Promise<Page> {
  await signInAsOwner(context, front)
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await expect.poll(() => streams(front)).toBeGreaterThan(0)
  return page
}

test('an open dashboard shows a new booking, and counts it, without being loaded again', async ({
  context,
  front,
  newVisitor,
}) => {
  const page = await openDesk(context, front, '/admin/dashboard')
  await page.setViewportSize({ width: 390, height: 900 })
  await untilControlled(page)
  await tab(page, /^Bookings/).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Bookings' })).toBeVisible()
  await tab(page, /^Dashboard/).click()
  await expect(tab(page, /^Bookings$/)).toBeVisible()
  const count = countLoads(page)
  const visitor = await newVisitor()
  const start = nextStart()
  const name = { first_name: 'Kenji', last_name: 'Arai', email: 'kenji@example.com' }
  const posted = await visitor.request.post(`${front.url}/`, {
    headers: { Accept: 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    form: bookingFields({ start, ...name }),
  })
  expect(posted.status()).toBe(201)
  await expect(page.getByText('Kenji Arai is not in your clients')).toBeVisible()
  await expect(tab(page, /^Bookings 1 new$/)).toBeVisible()
  await expect(tab(page, /^Forms \d+ unread$/)).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+\) Dashboard · Lysning$/)
  await expect(pill(page)).toHaveText('Synced just now')
  expect(count.loads).toBe(0)
  await tab(page, /^Bookings/).click()
  await expect(tab(page, /^Bookings$/)).toBeVisible()
  await page.getByRole('link', { name: /Kenji Arai/ }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'History' })).toBeVisible()
  await tab(page, /^Forms/).click()
  const row = page.getByRole('link', { name: /Kenji Arai/ })
  await expect(row).toBeVisible()
  await expect(row).not.toHaveAccessibleName(/Unread/)
})

test('bookings, forms and sales on the screen follow, and nothing that is typed, scrolled or open is lost', async ({
  context,
  front,
}) => {
  await visitorBooks(front.url, 'Hanna', 'Lindqvist')
  const page = await openDesk(context, front, '/admin/bookings')
  await page.setViewportSize({ width: 1440, height: 600 })
  await page.getByRole('link', { name: /Hanna Lindqvist/ }).click()
  await page.getByLabel('Add a note').fill('Ask about the boat')
  await page.getByRole('searchbox').or(page.getByLabel('Search bookings')).first().fill('a')
  await page.getByRole('button', { name: 'Cancel booking' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await visitorBooks(front.url, 'Jonas', 'Kjær')
  await expect(page.getByText('Jonas Kjær')).toBeAttached()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Add a note')).toHaveValue('Ask about the boat')
  await page.getByLabel('Add a note').fill('')
  await tab(page, /^Forms/).click()
  await page.getByRole('link', { name: 'Contact Forms' }).click()
  const written = contactFields({ first_name: 'Maja', last_name: 'Holm' })
  expect((await postForm(front.url, written)).status).toBe(201)
  await expect(page.getByText('Maja Holm')).toBeVisible()
})

test('what a guest does to a booking stands on the dashboard until the booking is opened', async ({
  context,
  front,
}) => {
  const { bookingId, manageUrl } = await visitorBooks(front.url, 'Freja', 'Dahl')
  const sig = new URL(manageUrl, front.url).searchParams.get('sig')
  const page = await openDesk(context, front, '/admin/dashboard')
  const start = nextStart()
  const moved = await context.request.post(`${front.url}/functions/move-booking`, {
    data: { id: bookingId, sig, start },
  })
  expect(moved.status()).toBe(200)
  const box = page.getByRole('region', { name: 'What happened' })
  await expect(box).toContainText('Freja Dahl moved a call')
  await expect(box).toContainText(/From \w+day .+ to \w+day /)
  await expectNoFaults(page, 'a guest who moved', threeWidths)
  await box.getByRole('link', { name: 'View booking' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'History' })).toBeVisible()
  await tab(page, /^Dashboard/).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
  await expect(box).toHaveCount(0)
})

test('two tabs have one stream between them, and the second goes on when the first is closed', async ({
  context,
  front,
}) => {
  const first = await openDesk(context, front, '/admin/dashboard')
  const second = await context.newPage()
  await second.goto('/admin/bookings')
  await expect(second.getByRole('heading', { level: 2, name: 'Bookings' })).toBeVisible()
  await visitorBooks(front.url, 'Ingrid', 'Berg')
  await expect(first.getByText('Ingrid Berg is not in your clients')).toBeVisible()
  await expect(second.getByText('Ingrid Berg').first()).toBeAttached()
  expect(streams(front)).toBe(1)
  await first.close()
  await expect.poll(() => streams(front)).toBe(2)
  await visitorBooks(front.url, 'Sólrún', 'Jónsdóttir')
  await expect(second.getByText('Sólrún Jónsdóttir').first()).toBeAttached()
})

test('after the server was killed and came back, the desk hears it again and shows what came meanwhile', async ({
  context,
  front,
  server,
  errors,
}) => {
  errors.allow(/Failed to load resource|ERR_/)
  const page = await openDesk(context, front, '/admin/dashboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
  await expect(pill(page)).toBeVisible()
  await server.kill()
  await server.restart()
  await visitorBooks(server.url, 'Tuva', 'Nygård')
  await expect(page.getByText('Tuva Nygård is not in your clients')).toBeVisible()
  await expect(pill(page)).toBeVisible()
  await expect.poll(() => streams(front)).toBeGreaterThan(1)
})

test('behind a proxy that keeps streams back, the desk asks now and then instead', async ({
  context,
  front,
}) => {
  front.keepsStreamsBack = true
  const page = await openDesk(context, front, '/admin/bookings')
  await expect.poll(() => asked(front)).toBeGreaterThan(0)
  await visitorBooks(front.url, 'Aino', 'Virtanen')
  await expect(page.getByText('Aino Virtanen').first()).toBeAttached({ timeout: 60_000 })
})

test('a desk that nobody looks at, or that has no connection, neither listens nor asks', async ({
  context,
  front,
}) => {
  const page = await openDesk(context, front, '/admin/dashboard')
  await expect.poll(() => streams(front)).toBe(1)
  await expect
    .poll(() => front.requests.filter((path) => path.includes('get-dashboard')).length)
    .toBeGreaterThan(0)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await visitorBooks(front.url, 'Liv', 'Moen')
  // A request that the hidden page made would have arrived before the answer to this later one.
  const before = front.requests.filter((path) => path.includes('get-dashboard')).length
  await (await context.request.get(`${front.url}/functions/get-config`)).body()
  expect(front.requests.filter((path) => path.includes('get-dashboard')).length).toBe(before)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page.getByText('Liv Moen is not in your clients')).toBeVisible()
  expect(streams(front)).toBe(2)
})
