import type { Page } from '@playwright/test'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { expect, test } from '#tests/support/browser/e2e.ts'
import { getWeekdayAhead } from '#tests/support/server/forms.ts'

const sendButton = (page: Page) => page.locator('form[method=post] button[type=submit]')

/** Opens a page and waits until its form is hydrated. */
async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('form[method=post]')).toHaveJSProperty('noValidate', true)
}

async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Elisabeth')
  await page.getByLabel('Last name').fill('Sørbø')
  await page.getByLabel('Email').fill('elisabeth@example.com')
  await page.getByLabel(/^Message/).fill('We are two, perhaps three.')
}

/** Fills all required fields, for one adult. */
async function fillInquiry(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Elisabeth')
  await page.getByLabel('Last name').fill('Sørbø')
  await page.getByLabel('Email', { exact: true }).fill('elisabeth@example.com')
  await page.getByLabel('Phone', { exact: true }).fill('412 09 877')
  await page.getByLabel('Nationality').fill('Norwegian')
  await page.getByLabel('Text Message').check()
  await page.getByLabel('Iceland').check()
  await page.getByLabel('Departure date').fill(getWeekdayAhead(60))
  await page.getByLabel('Return date').fill(getWeekdayAhead(70))
  await page
    .getByRole('radiogroup', { name: /airfare/ })
    .getByLabel('Yes')
    .check()
  await page.getByLabel('Departure airport').fill('Oslo')
  await page.getByLabel('I have read the Privacy Policy').check()
  await page.getByLabel('I understand that package rates').check()
  await page.getByLabel('I consent to these answers').check()
}

test.describe('Accessibility and fit of all page states', () => {
  test('the contact form passes axe and fits the window, whether empty, invalid, failed, saved or sent', async ({
    page,
    errors,
  }) => {
    await openForm(page, '/contact')
    await expectNoFaults(page, 'empty')
    await sendButton(page).click()
    await expect(page.getByLabel('First name')).toBeFocused()
    await expectNoFaults(page, 'in error')

    await fillContact(page)
    errors.allow(/500|ERR_FAILED/)
    await page.route('/', (route) => route.fulfill({ status: 500, body: '{}' }))
    await sendButton(page).click()
    await expect(page.getByText('Failed to submit form. Please try again.')).toBeVisible()
    await expectNoFaults(page, 'failed')
    await page.unroute('/')
    await page.route('/', (route) => route.abort())
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Saved on this device.')).toBeVisible()
    await expectNoFaults(page, 'saved')
    await page.unroute('/')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeFocused()
    await expectNoFaults(page, 'sent')
  })

  test('the enquiry form passes axe and fits the window, whether empty, invalid, filled in or sent', async ({
    page,
  }) => {
    await openForm(page, '/inquiry-form')
    await expectNoFaults(page, 'empty')
    await page.getByRole('button', { name: 'One adult more' }).click()
    await page.getByRole('button', { name: 'One child more' }).click()
    await page
      .getByRole('radiogroup', { name: /Allergies/ })
      .getByLabel('Yes')
      .check()
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'still needed' })).toBeFocused()
    await expectNoFaults(page, 'in error')
    await page.getByRole('button', { name: 'One adult fewer' }).click()
    await page.getByRole('button', { name: 'One child fewer' }).click()
    await page.getByRole('button', { name: 'Clear Allergies' }).click()
    await fillInquiry(page)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectNoFaults(page, 'filled in')
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Your enquiry is sent.' })).toBeFocused()
    await expectNoFaults(page, 'sent')
  })

  test('the legal pages pass axe and fit the window, also with their contents open', async ({
    page,
  }) => {
    for (const path of ['/terms', '/privacy-policy']) {
      await page.goto(path)
      await expectNoFaults(page, path)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByText('Contents').click()
      await expectNoFaults(page, `${path} with its contents open`)
    }
  })
})

test('A visitor writes and sends a contact message by keyboard alone', async ({ page }) => {
  await openForm(page, '/contact')
  await page.getByRole('link', { name: 'Book a consultation' }).first().focus()
  for (const typed of ['Elisabeth', 'Sørbø', 'elisabeth@example.com', 'February?']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Send me the seasonal letter')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(sendButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeFocused()
  await expect(
    page.getByText('please confirm it in the email that is on its way to you'),
  ).toBeVisible()
})

test('A visitor sets the choices and counts of the enquiry form by keyboard', async ({ page }) => {
  await openForm(page, '/inquiry-form')
  await page.getByLabel('E-mail').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Phone Call')).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  const other = page.getByRole('radiogroup', { name: /Special occasion/ }).getByLabel('Other')
  await expect(other).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('A retirement')
  await expect(page.locator('[name=special_occasion_other]')).toHaveValue('A retirement')
  await page.getByLabel('Adults').focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('group', { name: 'Traveller 2, adult' })).toBeVisible()
  await page.getByRole('button', { name: 'One adult fewer' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Adults')).toHaveValue('1')
  await expect(page.getByRole('button', { name: 'One adult fewer' })).toBeFocused()
})

test('The chapter index of the enquiry form marks the current chapter and scrolls to the chosen one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openForm(page, '/inquiry-form')
  const index = page.getByRole('navigation', { name: 'Chapters' })
  await expect(index.getByRole('link').first()).toHaveAttribute('aria-current', 'true')
  await index.getByRole('link', { name: 'Staying' }).click()
  await expect(index.getByRole('link', { name: 'Staying' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('heading', { name: 'Staying' })).toBeInViewport()
})

test('What a visitor types into the enquiry form before the script loads is preserved', async ({
  page,
}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/inquiry-form', { waitUntil: 'commit' })
  await page.getByLabel('Nationality').fill('Norwegian')
  await page.getByLabel('Denmark').check()
  await page.getByLabel('Iceland').check()
  await page.getByLabel('Adults').fill('2')
  release()
  await expect(page.getByRole('group', { name: 'Traveller 2, adult' })).toBeVisible()
  await expect(page.getByLabel('Nationality')).toHaveValue('Norwegian')
  await expect(page.getByLabel('Iceland')).toBeChecked()
  await expect(page.getByText(/^Saved on this device, /)).toBeVisible()
})

test('Two tabs with the enquiry form write one draft: each shows what the other saved, and neither loses an answer', async ({
  page,
}) => {
  await openForm(page, '/inquiry-form')
  const other = await page.context().newPage()
  await openForm(other, '/inquiry-form')
  await page.getByLabel('First name').fill('Elisabeth')
  await expect(other.getByLabel('First name')).toHaveValue('Elisabeth')
  await other.getByLabel('Nationality').fill('Norwegian')
  await other.getByLabel('Text Message').check()
  await expect(page.getByLabel('Text Message')).toBeChecked()
  await page.close()
  await other.close()

  const later = await page.context().newPage()
  await openForm(later, '/inquiry-form')
  await expect(later.getByLabel('First name')).toHaveValue('Elisabeth')
  await expect(later.getByLabel('Nationality')).toHaveValue('Norwegian')

  const sender = await page.context().newPage()
  await openForm(sender, '/inquiry-form')
  await fillInquiry(sender)
  await sendButton(sender).click()
  await expect(sender.getByRole('heading', { name: 'Your enquiry is sent.' })).toBeVisible()
  await expect(later.getByLabel('Nationality')).toHaveValue('')
})

test('Without JavaScript both forms are complete, their conditional fields open by choice, and they can be sent', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/inquiry-form')
  const detail = page.locator('[name=allergies_detail]')
  await expect(detail).toBeHidden()
  await page
    .getByRole('radiogroup', { name: /Allergies/ })
    .getByLabel('Yes')
    .check()
  await detail.fill('Shellfish')
  await page.getByLabel('Adults').fill('2')
  await page.getByLabel('Who travels with you').fill('Anders Sørbø, husband')
  await fillInquiry(page)
  await sendButton(page).click()
  await expect(page.getByRole('heading', { name: 'Your enquiry is sent.' })).toBeVisible()
  await page.goto('/contact')
  await fillContact(page)
  await sendButton(page).click()
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
})

test('The enquiry form is printed as a sheet of its answers', async ({ page }) => {
  await openForm(page, '/inquiry-form')
  await fillInquiry(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('form[method=post]')).toBeHidden()
  await expect(page.getByText('+47 41209877')).toBeVisible()
  await expect(page.getByText('Text Message').last()).toBeVisible()
})

test('An enquiry starts a booking with its destination filled in', async ({ page }) => {
  await openForm(page, '/inquiry-form')
  await fillInquiry(page)
  await page.getByRole('link', { name: 'Book with these answers' }).click()
  await expect(page).toHaveURL(/prefill=true/)
  await expect(page.getByLabel('Iceland')).toBeChecked()
})

test('At 400 % zoom the forms and legal pages do not scroll sideways', async ({ newVisitor }) => {
  const page = await newVisitor({ viewport: { width: 320, height: 256 } })
  for (const path of ['/contact', '/inquiry-form', '/terms', '/privacy-policy']) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
})
