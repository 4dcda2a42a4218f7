import type { Page } from '@playwright/test'
import { chooseDay } from '#tests/support/booking/booking-pages.ts'
import { expect, test, withOwnServer } from '#tests/support/browser/e2e.ts'
import { getWeekdayAhead } from '#tests/support/server/forms.ts'

test.use(withOwnServer('calendar-freshness'))

/** Adds the state of an external calendar to the server's answers. */
async function openWithCalendar(page: Page, state: { asOf: string | null; fresh: boolean }) {
  await page.route('**/functions/get-availability*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const calendar = { ...state, requestSlots: state.fresh ? [] : answer.slots }
    await route.fulfill({ response, json: { ...answer, calendar } })
  })
  await page.goto('/service/initial-consultation')
  await chooseDay(page, getWeekdayAhead(6))
}

test('Visitors see when the owner’s calendar was last checked, or that a booking is a request if it was not', async ({
  page,
  newVisitor,
}) => {
  await openWithCalendar(page, { asOf: new Date(Date.now() - 60_000).toISOString(), fresh: true })
  await expect(
    page.getByText(/^Checked against my own calendar (today|yesterday) at /),
  ).toBeVisible()
  const later = await newVisitor()
  await openWithCalendar(later, { asOf: null, fresh: false })
  await expect(later.getByText('so your choice is a request until I confirm it')).toBeVisible()
})
