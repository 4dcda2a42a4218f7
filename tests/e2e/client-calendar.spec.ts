import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { expect, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'

test.use(withOwnServer('crm-calendar'))

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('A guest becomes a client with a trip, appears in month and week, and is merged with a duplicate, with undo', async ({
  page,
  context,
  server,
}) => {
  const day = getWeekdayAhead(3)
  const fields = buildBookingFields({ start: `${day}T10:00:00.000Z` })
  const answer = await postForm(server.url, fields, randomUUID())
  const { bookingId } = await answer.json()
  await signInAsOwner(context, server)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin/bookings/${bookingId}`)
  await link(page, 'Add as client').press('Enter')
  await expect(page.getByLabel('Email')).toHaveValue('elisabeth@example.com')
  await page.getByLabel('Location').fill('Bergen')
  await button(page, 'Add a trip').press('Enter')
  await page.getByLabel('Place').fill('Lofoten')
  await page.getByRole('textbox', { name: 'From' }).fill(day)
  await page.getByLabel('To', { exact: true }).fill(day)
  await button(page, 'Save client').press('Enter')
  await link(page, 'Timeline').press('Enter')
  await expect(page.getByText('Trip: Lofoten')).toBeVisible()
  await expect(page.getByText('Call: Initial Consultation')).toBeVisible()
  await expectNoFaults(page, 'a timeline')

  await page.goto(`/admin/crm/calendar?view=month&date=${day}`)
  const chosen = page.locator(`[data-date="${day}"]`)
  await expect(link(page, /Trip.*Elisabeth Sørbø, Lofoten/).first()).toBeAttached()
  await expect(chosen).toHaveAccessibleName(/1 booking, 1 trip/)
  await expectNoFaults(page, 'a month')
  await chosen.press('PageDown')
  await expect(page.locator(':focus')).not.toHaveAttribute('data-date', day)
  await page.keyboard.press('PageUp')
  await expect(chosen).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked()
  await expect(page.getByRole('region', { name: formatDayName(day) })).toContainText(
    'Elisabeth Sørbø',
  )
  await expect(link(page, /Trip.*Lofoten/)).toBeVisible()
  await expectNoFaults(page, 'a week')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('radio', { name: 'Month' }).press('Space')
  await expect(page.getByRole('radio', { name: 'Month' })).toBeChecked()
  await chosen.click()
  await expect(page.getByRole('heading', { level: 2, name: formatDayName(day) })).toBeVisible()
  await expect(link(page, 'Trip: Elisabeth Sørbø')).toBeVisible()

  await page.goto('/admin/crm/new')
  await page.getByLabel('Name').fill('E. Sørbø')
  await page.getByLabel('Location').fill('Oslo')
  await page.getByLabel('Email').fill('Elisabeth@example.com')
  await page.getByLabel('Phone').fill('22 33 44 55')
  await button(page, 'Save client').press('Enter')
  await expect(page.getByRole('article', { name: 'E. Sørbø' })).toBeVisible()
  await link(page, 'Compare').press('Enter')
  await expect(page.getByText('Choose what the merged client keeps')).toBeVisible()
  await expectNoFaults(page, 'a merge')
  await page.getByRole('radio', { name: 'Location, first entry: Bergen' }).press('Space')
  await button(page, 'Merge into one client').press('Enter')
  await expect(page.getByText('Merged into one client')).toBeVisible()
  await button(page, 'Undo').press('Enter')
  await expect(page.getByRole('radio', { name: 'Location, second entry: Oslo' })).toBeVisible()
})

function formatDayName(date: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
    .format(Date.parse(date))
    .replace(',', '')
}
