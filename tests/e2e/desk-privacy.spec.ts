import { buildContactFields } from '#tests/contact/contact-site.ts'
import { expectNoFaults } from '#tests/support/axe.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/forms.ts'
import { expect, owner, signInAsOwner, test, withOwnServer } from '#tests/support/owner.ts'
import { backdateSignIns, saveDownload } from '#tests/support/owner-requests.ts'

test.use(withOwnServer('desk-privacy'))

test('A consent choice is saved and logged, and all personal data of one person is found, exported and erased', async ({
  page,
  context,
  server,
  errors,
}) => {
  errors.allow(/403|ERR_FAILED/)
  const email = 'kenji@example.com'
  const date = getWeekdayAhead(20)
  const details = { start: `${date}T15:00:00.000Z`, date, time: '16:00', email }
  await postForm(server.url, buildBookingFields(details))
  await postForm(
    server.url,
    buildContactFields({ email: 'Kenji@example.com', message: 'Ferries?' }),
  )
  await postForm(server.url, buildContactFields({ email: 'somebody@example.com' }))

  await signInAsOwner(context, server)
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: 'Privacy & GDPR' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy & Data Settings' })).toBeVisible()
  await expect(page.getByText('No audit logs available')).toBeVisible()

  await page.getByRole('switch', { name: 'Marketing' }).press('Space')
  await expect(page.getByRole('switch', { name: 'Marketing' })).toBeChecked()
  await expect(page.getByText('Consent Update')).toHaveCount(1)
  await expect(page.getByRole('switch', { name: 'Essential data' })).toBeDisabled()

  const own = await saveDownload(page, () =>
    page.getByRole('button', { name: 'Export as JSON' }).click(),
  )
  expect(own.name).toBe('user-data-export.json')
  await expect(
    page.getByText('Export Complete - Your data export is ready for download'),
  ).toBeVisible()

  await page.getByLabel('Email address').fill('KENJI@example.com')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText(/items stored about/)).toBeVisible()
  await expect(page.getByRole('row', { name: /1 booking/ })).toContainText('Erased')
  await expect(page.getByText('There is an upcoming booking. Cancel it first.')).toBeVisible()
  // Scroll up, so that the bar at the top covers no control.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoFaults(page, 'what is stored about a person')

  // Only this device has this client: its pushes do not reach the server.
  await page.route('**/functions/sync-push', (route) => route.abort())
  await page.goto('/admin/crm/new')
  for (const [label, text] of Object.entries({
    Name: 'Somebody New',
    Location: 'Oslo',
    Email: 'Somebody@example.com',
    Phone: '+47 41209877',
  }))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Save client' }).click()
  await expect(page.getByRole('article', { name: 'Somebody New' })).toBeVisible()
  await page.goto('/admin/settings/privacy')

  backdateSignIns(server)
  await page.getByLabel('Email address').fill('somebody@example.com')
  await page.getByRole('button', { name: 'Find' }).press('Enter')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(owner.email)
  await dialog.getByLabel('Password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('items stored about somebody@example.com')).toBeVisible()
  const pendingRow = page.getByRole('row', { name: /1 change waiting on this device/ })
  await expect(pendingRow).toContainText('Erased on this device')
  const erase = page.getByRole('button', { name: /^Erase \d+ items?$/ })
  await expect(erase).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Type the email address to confirm').fill('somebody@example.com')
  await erase.click()
  await expect(page.getByText('somebody@example.com is erased')).toBeVisible()
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('Nothing is stored about somebody@example.com.')).toBeVisible()
  await page.getByRole('link', { name: 'CRM', exact: true }).click()
  await expect(page.getByText('No clients').first()).toBeVisible()
})
