import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { test as base, expect } from '#tests/support/card-payments.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/forms.ts'
import { createOwner, owner } from '#tests/support/owner.ts'
import { beginSale } from '#tests/support/owner-requests.ts'
import type { ServerProcess } from '#tests/support/server.ts'

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
    await expect(page.getByRole('heading', { level: 2, name: /Hanna/ })).toBeVisible()
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
    await keys.use(page.getByRole('button', { name: 'Delete', exact: true }))
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
    await expect(main.getByRole('article')).toContainText('Ferries?')
    await keys.use(button('Mark as unread'))
    await expect(main.getByRole('link', { name: /Unread: Elisabeth Vance/ })).toBeVisible()
    await expect(button('Mark as read')).toBeFocused()
    await keys.press('Space')
    await expect(button('Mark as unread')).toBeFocused()
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

/** Limit of key presses: far more than any screen needs to reach a control. */
const MAX_TABS = 90

/** A user without a pointer; at every step the focus must be visible. */
class Keyboard {
  constructor(private readonly page: Page) {}

  /** Presses Tab or Shift+Tab until `target` has the focus. */
  async reach(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    // A control that is disabled until its data arrive takes no focus and would be skipped.
    await expect.poll(() => target.evaluate((node) => node.matches(':disabled'))).toBe(false)
    for (let pressed = 0; pressed < MAX_TABS; pressed++) {
      if (await target.evaluate((node) => node === document.activeElement)) return this.seesWhere()
      await this.step(key)
    }
    throw new Error(`${key} does not reach ${target}`)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Reaches a button or link and presses it. */
  async use(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.reach(target, key)
    await this.press('Enter')
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.reach(target)
    await this.page.keyboard.type(text)
  }

  /** Expects the focused element to be inside the window, uncovered and marked. */
  async seesWhere(): Promise<void> {
    if (await this.page.evaluate(findFocusFault))
      await expect.poll(() => this.page.evaluate(findFocusFault)).toBe('')
  }

  /** Expects Tab and Shift+Tab to cycle inside the dialog. */
  async isKeptIn(dialog: Locator): Promise<void> {
    const controls = await dialog.locator(CONTROLS).count()
    for (const key of ['Tab', 'Shift+Tab'])
      for (let pressed = 0; pressed <= controls; pressed++) {
        await this.step(key)
        expect(await dialog.evaluate((frame) => frame.contains(document.activeElement))).toBe(true)
      }
  }

  private async step(key: string): Promise<void> {
    await this.page.keyboard.press(key)
    await this.seesWhere()
  }
}

const CONTROLS = 'a[href], button:not([disabled]), input, select, textarea'

/** Runs in the page; returns what is wrong with the focus, or an empty text. */
function findFocusFault(): string {
  const at = document.activeElement
  if (!at || at === document.body) return 'the focus is nowhere'
  const label = `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.trim()}`
  // Headings get the focus by script, for screen readers; they are not controls.
  if (at.getAttribute('tabindex') === '-1') return ''
  // The focus is in the browser's own part of a time input, which the browser marks itself.
  if (!at.matches(':focus')) return ''
  const hidden = Number(getComputedStyle(at).opacity) === 0 || at.clientWidth < 4
  const drawn = (node: Element | null | undefined) => {
    const { outlineStyle, outlineWidth } = node ? getComputedStyle(node) : getComputedStyle(at)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  }
  const visible = hidden ? [...(at.closest('label')?.children ?? [])] : [at]
  if (!visible.some(drawn)) return `no mark on ${label}`
  const { left, right, top, bottom } = (
    hidden ? (at.closest('label') ?? at) : at
  ).getBoundingClientRect()
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  if (right < 0 || left > innerWidth || bottom < 0 || top > innerHeight) return `outside: ${label}`
  const above = document.elementFromPoint(x, y)
  const same =
    above && (at.contains(above) || above.contains(at) || at.closest('label')?.contains(above))
  return same ? '' : `covered: ${label} by ${above?.tagName} ${above?.className}`
}
