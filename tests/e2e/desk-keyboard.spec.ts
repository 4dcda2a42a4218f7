import { randomUUID } from 'node:crypto'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { Keyboard } from '#tests/support/browser/keyboard.ts'
import { createOwner, owner } from '#tests/support/browser/owner.ts'
import { beginSale } from '#tests/support/desk/owner-requests.ts'
import { test as base, expect } from '#tests/support/payment/card-payments.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'

const test = base.extend({
  serverEnv: ({ double }, use) => use({ ...double.env, SPEC: 'desk-keyboard' }),
})

/** Creates a booking request to accept, a later call and a message. */
async function seedWork(server: ServerProcess): Promise<void> {
  const book = async (over: Record<string, string>) => {
    const answer = await postForm(server.url, buildBookingFields(over), randomUUID())
    return ((await answer.json()) as { bookingId: string }).bookingId
  }
  const id = await book({ first_name: 'Hanna', start: `${getWeekdayAhead(3)}T10:00:00.000Z` })
  await book({ first_name: 'Kenji', start: `${getWeekdayAhead(5)}T10:00:00.000Z` })
  // A booking becomes a request if the calendar was out of reach when it was made.
  const sqlite = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
  sqlite.prepare("UPDATE booking SET status = 'requested' WHERE id = ?").run(id)
  sqlite.close()
  await postForm(server.url, buildContactFields({ last_name: 'Vance', message: 'Ferries?' }))
}

test('The owner works at the desk by keyboard alone; the focus is visible at every step and never lost', async ({
  page,
  server,
  double,
  deliverEvents,
  errors,
}) => {
  // The dashboard's requests during the sign-out get a 401.
  errors.allow(/401/)
  await createOwner(server)
  await seedWork(server)
  const { intent } = await beginSale(server, { service: 'bespoke_planning', turn: 40 })
  double.state.pay(intent)
  await deliverEvents()
  await page.setViewportSize({ width: 1440, height: 900 })
  const keys = new Keyboard(page)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const openTab = async (name: string) => {
    const tab = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name })
    await keys.use(tab, 'Shift+Tab')
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main).toBeFocused()
  }

  await test.step('signs in', async () => {
    await page.goto('/admin')
    await keys.isKeptIn(dialog)
    await keys.press('Escape')
    await expect(dialog).toBeHidden()
    await keys.use(main.getByRole('button', { name: 'Sign in' }))
    await keys.type(dialog.getByLabel('Email'), owner.email)
    await keys.type(dialog.getByLabel('Password', { exact: true }), owner.password)
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible()
    await expect(main).toBeFocused()
  })

  await test.step('finds a request and accepts it', async () => {
    await openTab('Bookings')
    await keys.type(main.getByRole('searchbox'), 'hanna')
    await keys.use(main.getByRole('link', { name: /Hanna/ }))
    await expect(page.getByRole('heading', { level: 2, name: /Hanna/ })).toBeFocused()
    await keys.use(button('Accept this time'))
    await keys.isKeptIn(dialog)
    await keys.press('Escape')
    await expect(button('Accept this time')).toBeFocused()
    await keys.press('Enter')
    await keys.use(dialog.getByRole('button', { name: 'Accept this time' }))
    await expect(main.getByText(/^Accepted\./)).toBeVisible()
    await keys.seesWhere()
    await keys.reach(button('Move to a new time'))
    await keys.reach(main.getByRole('radio', { name: 'All' }), 'Shift+Tab')
    await keys.press('ArrowRight')
    await expect(main.getByRole('radio', { name: 'Upcoming' })).toBeFocused()
    await expect(page).toHaveURL(/show=upcoming/)
  })

  await test.step('plans a journey, and deletes it with an undo', async () => {
    await openTab('Journeys')
    await keys.use(main.getByRole('button', { name: 'New journey' }))
    await keys.isKeptIn(dialog)
    await keys.type(dialog.getByRole('textbox', { name: 'Title' }), 'Svalbard')
    await keys.use(dialog.getByRole('button', { name: 'Plan this journey' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Svalbard' })).toBeVisible()
    await openTab('Journeys')
    await keys.use(main.getByRole('button', { name: 'Duplicate or delete Svalbard' }))
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused()
    await keys.press('ArrowDown')
    await keys.seesWhere()
    await keys.press('Enter')
    await expect(main).toBeFocused()
    await keys.use(page.getByRole('button', { name: 'Undo' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Svalbard' })).toBeVisible()
  })

  await test.step('reads sales in figures, and month by month', async () => {
    await openTab('Sales')
    await keys.reach(main.getByRole('radio', { name: 'Chart' }))
    await keys.press('ArrowRight')
    await expect(main.getByRole('table').first()).toBeVisible()
    await keys.press('ArrowLeft')
    await keys.reach(
      main.getByRole('radiogroup', { name: 'Month' }).getByRole('radio', { checked: true }),
    )
    await keys.press('ArrowLeft')
    await keys.seesWhere()
  })

  await test.step('reads a message, and marks it', async () => {
    await openTab('Forms')
    await keys.use(main.getByRole('link', { name: /Contact Forms/ }))
    await keys.use(main.getByRole('link', { name: /Unread: Elisabeth Vance/ }))
    await expect(page.getByRole('heading', { level: 2, name: 'Elisabeth Vance' })).toBeFocused()
    await expect(main.getByRole('article')).toContainText('Ferries?')
    await keys.use(button('Mark as unread'))
    await expect(main.getByRole('link', { name: /Unread: Elisabeth Vance/ })).toBeVisible()
    await expect(button('Mark as read')).toBeFocused()
    await keys.press('Space')
    await expect(button('Mark as unread')).toBeFocused()
    // A phone shows one pane at a time.
    await page.setViewportSize({ width: 390, height: 844 })
    await keys.use(main.getByRole('link', { name: 'Contact Forms' }), 'Shift+Tab')
    const row = main.getByRole('link', { name: /Elisabeth Vance/ })
    await expect(row).toBeFocused()
    await keys.seesWhere()
    await keys.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Elisabeth Vance' })).toBeFocused()
    await page.goBack()
    await expect(row).toBeFocused()
    await keys.seesWhere()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('changes the week and saves it', async () => {
    await openTab('Settings')
    await keys.type(main.getByLabel('Tuesday, slot 1 end'), '1200')
    await keys.use(button('Add Time Slot, Tuesday'))
    await expect(main.getByLabel('Tuesday, slot 2 start')).toBeVisible()
    await keys.seesWhere()
    await keys.use(button('Delete slot 2, Tuesday'))
    await keys.seesWhere()
    await keys.use(button('Save Changes'))
    await expect(main.getByText('Schedule saved successfully')).toBeVisible()
    await expect(main.getByText('There are no unsaved changes.').locator('..')).toBeFocused()
    await keys.use(main.getByRole('link', { name: 'Video Meeting Testing' }), 'Shift+Tab')
    await keys.use(button('Test All'))
    await expect(main.getByText(/^Tested at/)).toHaveCount(2)
    await expect(button('Test All')).toBeFocused()
  })

  await test.step('opens this device’s panel, and leaves', async () => {
    await openTab('Dashboard')
    const pill = page.getByRole('banner').getByRole('button')
    const panel = page.getByRole('region', { name: 'This device' })
    await keys.use(pill, 'Shift+Tab')
    await expect(panel).toBeVisible()
    await keys.reach(panel.getByRole('button', { name: 'Sync now' }))
    await keys.press('Escape')
    await expect(panel).toBeHidden()
    await expect(pill).toBeFocused()
    await keys.press('Enter')
    await keys.use(panel.getByRole('button', { name: 'Sign out' }))
    await expect(page).toHaveURL('/')
  })
})
