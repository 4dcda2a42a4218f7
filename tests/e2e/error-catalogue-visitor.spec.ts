import type { Page } from '@playwright/test'
import { chooseDay, chooseTime, fillDetails } from '#tests/support/booking-pages.ts'
import { weekdayAhead } from '#tests/support/forms.ts'
import { expect, ownServer, test } from '#tests/support/owner.ts'
import { openReady } from '#tests/support/site-pages.ts'
import { broken, type Situation, see, sendContact, silent } from '#tests/support/situations.ts'

test.use(ownServer('error-catalogue-visitor'))

async function sendBooking(page: Page, days: number): Promise<void> {
  await chooseTime(page, 'initial-consultation', { day: weekdayAhead(days) })
  await fillDetails(page)
  await page.getByRole('button', { name: /Confirm booking/ }).click()
}

async function signUp(page: Page): Promise<void> {
  await openReady(page, '/?account')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create an account' }).click()
  await dialog.getByLabel('Full name').fill('Elisabeth Vance')
  await dialog.getByLabel('Email').fill('elisabeth@example.com')
  await dialog.getByLabel('Password').fill('blåbær-42')
  await dialog.getByRole('button', { name: 'Create account' }).click()
}

async function signIn(page: Page): Promise<void> {
  await openReady(page, '/?account')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('nobody@example.com')
  await dialog.getByLabel('Password').fill('wrong-42')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** What a payment provider has its part in is in the specs of payment. */
const visitors: Situation[] = [
  {
    what: 'the contact form is answered with an error',
    text: 'Failed to submit form. Please try again.',
    happen: async (page) => {
      await broken(page, '/')
      await sendContact(page)
    },
  },
  {
    what: 'a booking is answered with an error',
    text: 'Failed to submit booking form: 503',
    happen: async (page) => {
      await broken(page, '/', 503)
      await sendBooking(page, 6)
    },
  },
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
    what: 'a payment return has no reference',
    text: 'Invalid booking reference',
    happen: (page) => page.goto('/booking/success'),
  },
  {
    what: 'a payment cannot be verified',
    text: 'Failed to verify payment',
    happen: (page) => page.goto('/booking/success?id=AAAAAAAAAAAAAAAAAAAAAA'),
  },
  {
    what: 'a sign-in fails',
    text: 'Authentication failed',
    happen: signIn,
  },
  {
    what: 'a sign-in reaches no server',
    text: 'Please connect to the internet first: this needs a connection.',
    logged: 'Sign in error:',
    happen: async (page) => {
      await silent(page, 'auth/sign-in')
      await signIn(page)
    },
  },
  {
    what: 'a sign-up reaches no server',
    text: 'Please connect to the internet first: this needs a connection.',
    logged: 'Sign up error:',
    happen: async (page) => {
      await silent(page, 'auth/sign-up')
      await signUp(page)
    },
  },
  {
    what: 'a sign-up meets a server in trouble',
    text: /^Authentication failed ?Something went wrong\. Please try again\.$/,
    happen: async (page) => {
      await broken(page, 'auth/sign-up')
      await signUp(page)
    },
  },
  {
    what: 'a date is pressed that has gone by',
    text: /^\w+ 9 \w+: Past date$/,
    happen: async (page) => {
      await page.clock.setFixedTime(new Date(new Date().setUTCDate(10)))
      await page.goto('/service/initial-consultation')
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: /^\w+ 9 / }).click({ force: true })
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
      await chooseDay(page, weekdayAhead(8))
      await page.route('**/functions/get-availability*', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), slots: [] } })
      })
      await page.evaluate(() => dispatchEvent(new Event('online')))
    },
  },
]

test('each error of the catalogue that a visitor can meet is said in its words', async ({
  newVisitor,
  errors,
}) => {
  errors.allow(/Failed to load resource|Sign (in|up) error:/)
  for (const situation of visitors) await see(await newVisitor(), situation)
})
