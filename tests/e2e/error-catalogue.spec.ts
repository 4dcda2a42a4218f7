import type { Page } from '@playwright/test'
import { chooseDay, chooseTime, fillDetails } from '../support/booking-pages.ts'
import { weekdayAhead } from '../support/forms.ts'
import { expect, ownServer, signInAsOwner, test } from '../support/owner.ts'
import { openReady } from '../support/site-pages.ts'

test.use(ownServer('error-catalogue'))

interface Situation {
  what: string
  /** Word for word what the screen then says. */
  text: string | RegExp
  happen: (page: Page) => Promise<unknown>
}

/** Answers a function, or the form post, as a server in trouble does. */
async function broken(page: Page, name: string, status = 500): Promise<void> {
  const isIt = (url: URL) => url.pathname === (name === '/' ? '/' : `/functions/${name}`)
  await page.route(isIt, (route) =>
    name === '/' && route.request().method() !== 'POST'
      ? route.continue()
      : route.fulfill({ status, contentType: 'application/json', body: '{"code":"failed"}' }),
  )
}

/** As if nobody were there: the question gets no answer. */
const silent = (page: Page, name: string) =>
  page.route(`**/functions/${name}*`, (route) => route.abort())

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

async function sendContact(page: Page): Promise<void> {
  await openReady(page, '/contact')
  await page.getByLabel('First name').fill('Elisabeth')
  await page.getByLabel('Last name').fill('Vance')
  await page.getByLabel('Email').fill('elisabeth@example.com')
  await press(page, 'Send message')
}

async function sendBooking(page: Page, days: number): Promise<void> {
  await chooseTime(page, 'initial-consultation', { day: weekdayAhead(days) })
  await fillDetails(page)
  await page.getByRole('button', { name: /Confirm booking/ }).click()
}

async function changeHours(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  await page.getByLabel('Tuesday, slot 1 end').fill('12:00')
  await press(page, 'Save Changes')
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
    happen: async (page) => {
      await silent(page, 'auth/sign-in')
      await signIn(page)
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

/** First what cannot be loaded, while the device knows nothing yet of what it asks for. */
const owners: Situation[] = [
  load('bookings', 'get-bookings', '/admin/bookings', 'Failed to load bookings'),
  load('sales', 'get-sales', '/admin/sales', 'Failed to load sales data'),
  load('forms', 'get-forms', '/admin/forms/contact', 'Failed to load form submissions'),
  load(
    'the schedule',
    'get-schedule-settings',
    '/admin/settings',
    'Failed to load schedule. Using default settings.',
  ),
  load('consents', 'gdpr-consents', '/admin/settings/privacy', 'Failed to load consent settings'),
  load('the log', 'gdpr-audit', '/admin/settings/privacy', 'Failed to load audit logs'),
  empty('bookings', '/admin/bookings', 'No bookings found'),
  empty('messages', '/admin/forms/contact', 'No submissions found'),
  empty('log entries', '/admin/settings/privacy', 'No audit logs available'),
  {
    what: 'an export fails',
    text: 'Failed to export data',
    happen: async (page) => {
      await broken(page, 'gdpr-export')
      await page.goto('/admin/settings/privacy')
      await press(page, 'Export as JSON')
    },
  },
  {
    what: 'a consent cannot be changed',
    text: 'Failed to update consent settings',
    happen: async (page) => {
      await page.goto('/admin/settings/privacy')
      const choice = page.getByRole('switch', { name: 'Marketing' })
      await expect(choice).toBeEnabled()
      await broken(page, 'gdpr-consents')
      await choice.press('Space')
      await expect(choice).not.toBeChecked()
    },
  },
  {
    what: 'the test mail does not go',
    text: 'Failed to send test email',
    happen: async (page) => {
      await broken(page, 'send-notification')
      await page.goto('/admin/forms/contact')
      await press(page, 'Test Email')
    },
  },
  {
    what: 'hours are refused',
    text: 'Failed to update schedule',
    happen: async (page) => {
      await broken(page, 'update-schedule')
      await changeHours(page)
    },
  },
  {
    what: 'hours get no answer, and the browser keeps nothing',
    text: 'Failed to save changes',
    happen: async (page) => {
      await page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('Nothing is kept here.', 'InvalidStateError')
        }
      })
      await silent(page, 'update-schedule')
      await changeHours(page)
    },
  },
  {
    what: 'the calendar cannot be read',
    text: 'Failed to sync calendar',
    happen: async (page) => {
      await broken(page, 'sync-ical')
      await page.goto('/admin/settings')
      await press(page, 'Sync Calendar')
    },
  },
  {
    what: 'the video test gets no answer',
    text: /Connection test failed/,
    happen: async (page) => {
      await page.goto('/admin/settings/video')
      await silent(page, 'test-daily')
      await press(page, 'Test All')
      await expect(page.getByText('Room creation test failed')).toBeVisible()
    },
  },
  {
    what: 'a form cannot be exported',
    text: 'Failed to export form data',
    happen: async (page) => {
      await sendContact(page)
      await expect(page.getByText('Message Sent')).toBeVisible()
      await broken(page, 'export-forms')
      await page.goto('/admin/forms/contact')
      await press(page, 'Export')
    },
  },
]

function load(what: string, name: string, address: string, text: string): Situation {
  return {
    what: `${what} cannot be loaded`,
    text,
    happen: async (page) => {
      await broken(page, name)
      await page.goto(address)
    },
  }
}

function empty(what: string, address: string, text: string): Situation {
  return { what: `there are no ${what}`, text, happen: (page) => page.goto(address) }
}

async function see(page: Page, { what, text, happen }: Situation): Promise<void> {
  await test.step(what, async () => {
    await happen(page)
    await expect(page.getByText(text).first(), what).toBeVisible()
    // Before the trouble ends: what waits would be sent.
    await page.close()
  })
}

test('each error of the catalogue that a visitor can meet is said in its words', async ({
  newVisitor,
  errors,
}) => {
  errors.allow(/Failed to load resource|Sign in error/)
  for (const situation of visitors) await see(await newVisitor(), situation)
})

test('each error of the catalogue that the owner can meet is said in its words', async ({
  context,
  server,
  errors,
}) => {
  errors.allow(/Failed to load resource/)
  await signInAsOwner(context, server)
  for (const situation of owners) await see(await context.newPage(), situation)
})
