import { formatDate } from '#shared/lib/format-date.ts'
import {
  chooseTime,
  dayGrid,
  fillDetails,
  sendBooking,
} from '#tests/support/booking/booking-pages.ts'
import { slowDownRendering } from '#tests/support/browser/e2e.ts'
import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { getDateInNorway } from '#tests/support/journeys/journey-records.ts'
import { buildLofoten, storeJourney } from '#tests/support/journeys/sample-journeys.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

test.use(withOwnServer('slow-device'))

test.beforeEach(({ context }) => slowDownRendering(context, 400))

test('The menu leads to a section of Home before all of it is hydrated, also with a screen reader, which may click without a pointer', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).dispatchEvent('click')
  await page.getByRole('link', { name: 'Contact', exact: true }).first().dispatchEvent('click')
  await expect(page.locator('#contact')).toBeFocused()
})

test('The calendar stays on the weeks that a visitor turned to while open times were being fetched', async ({
  page,
}) => {
  const answer = page.waitForResponse(/get-availability/)
  await page.goto('/service/initial-consultation')
  await answer
  const next = page.getByRole('button', { name: 'Next five weeks, ' })
  const [, first = ''] = (await next.getAttribute('aria-label'))?.split(', from ') ?? []
  await next.click()
  const monday = page.getByRole('button', { name: new RegExp(`^Monday ${first} `) })
  await expect(monday).toBeVisible()
  await expect(dayGrid(page)).toHaveAttribute('aria-busy', 'false')
  await page
    .getByRole('button', { name: /^Monday / })
    .last()
    .click()
  await expect(page.getByRole('heading', { name: /^Times on Monday / })).toBeVisible()
  await expect(monday).toBeVisible()
})

test('A new step of a booking does not take the focus from a field that the visitor already fills, nor a proposed time the place of the one pressed', async ({
  page,
  server,
  errors,
}) => {
  errors.allow(/status of 409/)
  const day = await chooseTime(page, 'initial-consultation', { day: getWeekdayAhead(8) })
  const firstName = page.getByLabel('First name')
  await firstName.fill('Elisabeth')
  await expect(page).toHaveTitle(/^Your details/)
  await expect(firstName).toBeFocused()

  await fillDetails(page)
  await postForm(server.url, buildBookingFields({ start: `${day}T09:30:00.000Z` }))
  await sendBooking(page)
  const times = page.getByRole('region', { name: formatDate(day, 'weekday') })
  await times.getByRole('button', { name: '11:00', exact: true }).click()
  await expect(page).toHaveTitle(/^Choose another time/)
  await expect(times.getByRole('button', { name: '11:00', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('What the owner types right after pressing a booking belongs to that booking', async ({
  page,
  context,
  server,
}) => {
  for (const [days, last_name] of [
    [3, 'Lindqvist'],
    [5, 'Kjær'],
  ] as const) {
    const start = `${getWeekdayAhead(days)}T10:00:00.000Z`
    await postForm(server.url, buildBookingFields({ start, last_name }))
  }
  await signInAsOwner(context, server)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/bookings')
  await expect(page.getByRole('article', { name: 'Lindqvist' })).toBeVisible()
  await page.getByRole('link', { name: /Kjær/ }).click()
  await page.getByLabel('Add a note').fill('Ask about the boat')
  await expect(page.getByRole('article', { name: 'Kjær' }).getByLabel('Add a note')).toHaveValue(
    'Ask about the boat',
  )
})

test('What the owner types right after adding an item to a journey belongs to that item', async ({
  page,
  context,
  server,
}) => {
  const device = await HeadlessDevice.create(server, 'phone1')
  await device.pull()
  const start = getDateInNorway()
  await storeJourney(device, buildLofoten({ id: 'J0000000000000000001', start, clients: [] }))
  await signInAsOwner(context, server)
  await page.setViewportSize({ width: 1440, height: 2000 })
  await page.goto('/admin/journeys/J0000000000000000001')
  const titles = page.locator('ol[aria-label$="in order"] li :is(a, h3)')
  await expect(titles.first()).toBeVisible()
  const before = await titles.allTextContents()
  for (const title of ['A walk on the beach', 'A swim']) {
    await page.getByRole('button', { name: 'Add to this day' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Activity', exact: true }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.getByRole('button', { name: `Close ${title}` }).click()
  }
  await expect(titles).toHaveText([...before, 'A walk on the beach', 'A swim'])
})
