import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'

test.use(withOwnServer('desk-bookings'))

interface PostedBooking {
  bookingId: string
  manageUrl: string
}

/** Posts the booking form; no two tests share a day. */
async function postBooking(
  server: ServerProcess,
  over: Record<string, string>,
): Promise<PostedBooking> {
  const answer = await postForm(server.url, buildBookingFields(over), randomUUID())
  const booked = await answer.json()
  if (answer.status !== 201) throw new Error(JSON.stringify(booked))
  return booked
}

/** Pays a hold by its link's signature, without the screens. */
async function pay(server: ServerProcess, { bookingId, manageUrl }: PostedBooking): Promise<void> {
  const sig = new URL(manageUrl, server.url).searchParams.get('sig')
  const call = async (name: string, body: object) => {
    const answer = await fetch(`${server.url}/functions/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ bookingId, sig, ...body }),
    })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const price = { serviceType: 'bespoke-planning', amount: 400_000, currency: 'nok' }
  const { clientSecret } = await call('create-payment-intent', price)
  await call('confirm-demo-payment', { clientSecret, outcome: 'succeed' })
}

function runSql(server: ServerProcess, sql: string, ...values: unknown[]): void {
  const sqlite = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
  try {
    expect(sqlite.prepare(sql).run(...values).changes).toBe(1)
  } finally {
    sqlite.close()
  }
}

const row = (page: Page, name: RegExp) => page.getByRole('link', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** Opens a dialog by its button, and confirms it by the button of the same name. */
async function pressConfirm(page: Page, name: string): Promise<void> {
  await button(page, name).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).press('Enter')
}

test('Bookings are searched, filtered and read in two panes, or one at a time on a phone; addresses survive a reload', async ({
  page,
  context,
  server,
}) => {
  const date = getWeekdayAhead(3)
  const kenji = { first_name: 'Kenji', last_name: 'Arai', timezone: 'Asia/Tokyo' }
  const { bookingId } = await postBooking(server, { ...kenji, start: `${date}T08:30:00.000Z` })
  await postBooking(server, { first_name: 'Sólrún', start: `${date}T10:00:00.000Z` })
  await postBooking(server, { first_name: 'Tomas', start: `${date}T12:00:00.000Z` })
  await signInAsOwner(context, server)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/bookings')
  await expect(page).toHaveURL(new RegExp(`/admin/bookings/${bookingId}$`))
  await expect(heading(page, 'Kenji Arai')).toBeVisible()
  await expect(page.getByText('Asia/Tokyo, 8 hours ahead of you')).toBeVisible()
  await expect(page.getByText('Booked on the website, from Tokyo')).toBeVisible()
  await expectNoFaults(page, 'a booking')

  await page.getByRole('searchbox', { name: 'Search' }).fill('solrun')
  await expect(row(page, /Kenji/)).toBeHidden()
  await row(page, /Sólrún/).press('Enter')
  await expect(heading(page, 'Sólrún Sørbø')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Kenji Arai')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/admin/bookings')
  await expect(row(page, /Tomas/)).toBeVisible()
  await expectNoFaults(page, 'the list', [390])
  await row(page, /Tomas/).click()
  await expect(heading(page, 'Tomas Sørbø')).toBeVisible()
  await expect(row(page, /Kenji/)).toBeHidden()
  await page.reload()
  await expect(heading(page, 'Tomas Sørbø')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Bookings' }).click()
  await page.getByRole('radio', { name: 'Past' }).press('Space')
  await expect(page.getByText('No bookings found')).toBeVisible()
  await expect(page).toHaveURL('/admin/bookings?show=past')
  await expectNoFaults(page, 'no bookings')
})

test('The owner moves, annotates and closes bookings by keyboard; the guest’s page follows, and a stale tab shows the change', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(/409 \(Conflict\)/)
  const date = getWeekdayAhead(8)
  const next = getWeekdayAhead(9)
  const guest = { first_name: 'Hanna', last_name: 'Lindqvist' }
  const booked = await postBooking(server, { ...guest, start: `${date}T09:00:00.000Z` })
  await signInAsOwner(context, server)
  const address = `/admin/bookings/${booked.bookingId}`
  await page.goto(address)
  const behind = await context.newPage()
  await behind.goto(address)
  await expect(heading(behind, 'Hanna Lindqvist')).toBeVisible()
  // The dialog opens before the move: the page would show the move, an open dialog does not change.
  await button(behind, 'Cancel booking').press('Enter')

  await button(page, 'Move to a new time').press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date').fill(next)
  await dialog.getByLabel(/^Time in/).fill('06:30')
  await expect(dialog.getByText('That is night where Hanna is.')).toBeVisible()
  await expectNoFaults(page, 'moving', [390, 1440])
  await dialog.getByRole('button', { name: 'Move booking' }).press('Enter')
  await expect(page.getByText(/^The booking has its new time\./)).toBeVisible()
  await expect(page.getByText('06:30 to 07:00').first()).toBeVisible()
  await expect(page.getByText(/^Moved by you from .* to .*06:30$/)).toBeVisible()

  const cancel = behind.getByRole('dialog').getByRole('button', { name: 'Cancel booking' })
  await cancel.press('Enter')
  await expect(behind.getByText('This booking has changed in the meantime.')).toBeVisible()
  await expect(behind.getByText('06:30 to 07:00').first()).toBeVisible()
  await behind.goto(booked.manageUrl)
  await expect(behind.getByText(/06:30\sto\s07:00/).first()).toBeVisible()

  await page.getByLabel('Add a note').fill('Prefers the phone.')
  await button(page, 'Add note').press('Enter')
  await expect(page.getByText('Note Prefers the phone.')).toBeVisible()
  // The list may reload before the answer arrives; until then the next command is disabled.
  await expect(page.getByText('Note added.')).toBeVisible()
  await pressConfirm(page, 'Send confirmation again')
  await expect(
    page.getByText(/gets the confirmation again by email, at elisabeth@example\.com/),
  ).toBeVisible()

  const hour = 3_600_000
  runSql(
    server,
    'UPDATE booking SET starts_at = ?, ends_at = ? WHERE id = ?',
    Date.now() - 2 * hour,
    Date.now() - hour,
    booked.bookingId,
  )
  await page.reload()
  await pressConfirm(page, 'Mark as no-show')
  await expect(page.getByText('Marked as a no-show.')).toBeVisible()
  await pressConfirm(page, 'Mark completed after all')
  await expect(button(page, 'Mark as no-show after all')).toBeVisible()
  await expect(button(page, 'Cancel booking')).toHaveCount(0)
})

test('The guest of a paid booking whose time became busy takes an offered time; cancelling names exactly the chosen amount', async ({
  page,
  context,
  server,
  newVisitor,
}) => {
  const date = getWeekdayAhead(15)
  const service = { service_type: 'bespoke_planning', first_name: 'Margaret' }
  const booked = await postBooking(server, { ...service, start: `${date}T11:00:00.000Z` })
  await pay(server, booked)
  const start = Date.parse(`${date}T11:00:00.000Z`)
  runSql(
    server,
    "INSERT INTO busy_time (source, starts_at, ends_at) VALUES ('feed', ?, ?)",
    start,
    start + 1_800_000,
  )
  await signInAsOwner(context, server)
  await page.goto(`/admin/bookings/${booked.bookingId}`)
  await expect(page.getByText(/^Your calendar now has something else at/)).toBeVisible()
  await button(page, 'Offer other times').press('Enter')
  const times = page.getByRole('group', { name: /^Times to offer/ }).getByRole('button')
  await times.nth(1).press('Space')
  await times.nth(2).press('Space')
  await expectNoFaults(page, 'offering')
  await button(page, 'Send 2 times to Margaret').press('Enter')
  await expect(page.getByText('Margaret is to choose one of these')).toBeVisible()

  const guest = await newVisitor()
  await guest.goto(booked.manageUrl)
  await expect(guest.getByText(/What you paid stays with the booking/)).toBeVisible()
  await guest.getByRole('region', { name: 'Times I offer' }).getByRole('button').first().click()
  await expectNoFaults(guest, 'the guest’s choice', [390])
  await button(guest, 'Take this time').press('Enter')
  await expect(guest.getByText('Your time is reserved.')).toBeVisible()

  await page.reload()
  await expect(page.getByText(/^Moved by the guest from/)).toBeVisible()
  await button(page, 'Cancel booking').press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Partial refund' }).press('Space')
  await dialog.getByLabel('Amount in kroner').fill('5000')
  await dialog.getByRole('button', { name: 'Cancel booking', exact: true }).press('Enter')
  await expect(dialog.getByText('Please enter an amount up to NOK 4,000.')).toBeVisible()
  await dialog.getByLabel('Amount in kroner').fill('1 000')
  await expectNoFaults(page, 'cancelling', [1440])
  await dialog.getByRole('button', { name: 'Cancel booking', exact: true }).press('Enter')
  await expect(page.getByText('Cancelled by you, NOK 1,000 to be refunded')).toBeVisible()
})

test('Offline, bookings are shown from the cache and changes are disabled with a reason; a failed load is reported above', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|status of 500/)
  const { bookingId } = await postBooking(server, {
    first_name: 'Claire',
    start: `${getWeekdayAhead(21)}T09:00:00.000Z`,
  })
  await signInAsOwner(context, server)
  await page.goto(`/admin/bookings/${bookingId}`)
  await expect(heading(page, 'Claire Sørbø')).toBeVisible()
  await context.route(/sync-pull/, (route) =>
    route.fulfill({ status: 500, json: { code: 'failed', error: 'Failed to fetch changes' } }),
  )
  await page.reload()
  await expect(page.getByText('Failed to load bookings')).toBeVisible()
  await expect(heading(page, 'Claire Sørbø')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/^You are offline\. Bookings are shown as of today at/)).toBeVisible()
  await expect(button(page, 'Move to a new time')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Changes and mails need a connection.')).toBeVisible()
  await expectNoFaults(page, 'offline')
})
