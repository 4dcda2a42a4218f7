import type { Page } from '@playwright/test'
import { expect, ownServer, signInAsOwner, test } from '#tests/support/owner.ts'
import {
  broken,
  press,
  type Situation,
  see,
  sendContact,
  silent,
} from '#tests/support/situations.ts'

test.use(ownServer('error-catalogue-owner'))

async function changeHours(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  await page.getByLabel('Tuesday, slot 1 end').fill('12:00')
  await press(page, 'Save Changes')
}

/** First what cannot be loaded, while the device knows nothing yet of what it asks for. */
const owners: Situation[] = [
  load('bookings', 'get-booking-changes', '/admin/bookings', 'Failed to load bookings'),
  load('sales', 'get-sale-changes', '/admin/sales', 'Failed to load sales data'),
  load('forms', 'get-form-changes', '/admin/forms/contact', 'Failed to load form submissions'),
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

test('each error of the catalogue that the owner can meet is said in its words', async ({
  context,
  server,
  errors,
}) => {
  errors.allow(/Failed to load resource/)
  await signInAsOwner(context, server)
  for (const situation of owners) await see(await context.newPage(), situation)
})
