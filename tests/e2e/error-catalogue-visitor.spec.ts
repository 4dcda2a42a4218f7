import type { Page } from '@playwright/test'
import {
  chooseDay,
  chooseTime,
  fillDetails,
  waitForOpenTimes,
} from '#tests/support/booking/booking-pages.ts'
import { expect, test, withOwnServer } from '#tests/support/browser/e2e.ts'
import { getWeekdayAhead } from '#tests/support/server/forms.ts'

test.use(withOwnServer('error-catalogue-visitor'))

/**
 * One line of the error catalogue that only a whole page shows; component and server tests cover
 * the others.
 */
interface Situation {
  what: string
  /** The exact text on the screen. */
  text: string | RegExp
  happen: (page: Page) => Promise<unknown>
}

async function sendBooking(page: Page, days: number): Promise<void> {
  await chooseTime(page, 'initial-consultation', { day: getWeekdayAhead(days) })
  await fillDetails(page)
  await page.getByRole('button', { name: /Confirm booking/ }).click()
}

const situations: Situation[] = [
  {
    what: 'a booking is taken, and its answer makes no sense',
    text: 'Failed to complete booking. Please try again.',
    happen: async (page) => {
      await page.route(
        (url) => url.pathname === '/',
        async (route) => {
          const key = await route.request().headerValue('Idempotency-Key')
          if (route.request().method() !== 'POST') return route.continue()
          await route.fulfill({ status: 201, json: { key, status: 'received' } })
        },
      )
      await sendBooking(page, 8)
    },
  },
  {
    what: 'a date is pressed that has gone by',
    text: /^Monday \d+ \w+: Past date$/,
    happen: async (page) => {
      const now = new Date()
      const wednesday = now.setUTCDate(now.getUTCDate() + 10 - now.getUTCDay())
      await page.clock.setFixedTime(wednesday)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/service/initial-consultation')
      await waitForOpenTimes(page)
      const monday = page.getByRole('button', { name: /^Monday / }).first()
      // A forced click, which a disabled day needs, does not wait until the page stands still.
      await monday.scrollIntoViewIfNeeded()
      await monday.click({ force: true })
    },
  },
  {
    what: 'the details are reached without a time',
    text: 'Please select a date and time for your booking.',
    happen: async (page) => {
      await page.goto('/service/initial-consultation?step=details')
      await expect(page.getByRole('button', { name: 'Confirm booking' })).toBeDisabled()
    },
  },
  {
    what: 'the last times of the chosen day go to somebody else',
    text: 'No available times for this date',
    happen: async (page) => {
      await page.goto('/service/initial-consultation')
      await chooseDay(page, getWeekdayAhead(8))
      await page.route('**/functions/get-availability*', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), slots: [] } })
      })
      await page.evaluate(() => dispatchEvent(new Event('online')))
    },
  },
]

test('Errors on the way to a booking are shown with the texts of the error catalogue', async ({
  newVisitor,
}) => {
  for (const { what, text, happen } of situations)
    await test.step(what, async () => {
      const page = await newVisitor()
      await happen(page)
      await expect(page.getByText(text).first(), what).toBeVisible()
      await page.close()
    })
})
