import { buildContactFields } from '#tests/contact/contact-site.ts'
import { expectNoFaults } from '#tests/support/browser/axe.ts'
import { expect, owner, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { backdateSignIns, saveDownload } from '#tests/support/desk/owner-requests.ts'
import { parseCsv } from '#tests/support/lib/csv-parser.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'

test.use(withOwnServer('desk-forms'))

test('Forms are listed as unread, searched, read, marked and exported after a fresh sign-in, beside the newsletter list', async ({
  page,
  server,
  errors,
}) => {
  const date = getWeekdayAhead(20)
  const start = `${date}T14:00:00.000Z`
  const travel = {
    destinations: 'Norway,Other Nordic Country',
    other_destination: 'Faroe Islands',
  }
  const details = { start, date, time: '10:00', timezone: 'America/New_York', ...travel }
  await postForm(
    server.url,
    buildBookingFields({ first_name: 'Kenji', last_name: 'Arai', ...details }),
  )
  await postForm(server.url, buildContactFields({ last_name: 'Vance', message: 'Ferries?\n=1+1' }))
  await postForm(server.url, buildContactFields({ last_name: 'Bell', newsletter: 'on' }))

  await signInAsOwner(page.context(), server)
  await page.goto('/admin/forms')
  await expect(page).toHaveURL(/\/admin\/forms\/booking$/)
  await page.getByRole('link', { name: /Unread: Kenji Arai/ }).click()
  await expect(page.getByRole('article', { name: 'Kenji Arai' })).toContainText(
    'Norway, Other Nordic Country: Faroe Islands',
  )
  await expect(page.getByText(/^\d\d:00 in Europe\/Oslo$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Booking Forms 1 unread' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Contact Forms 2 unread' }).click()
  await expect(page.getByRole('link', { name: /Elisabeth Vance/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('FERRIES')
  await expect(page.getByText('1 found among all')).toBeVisible()
  await page.getByRole('link', { name: /Elisabeth Vance/ }).press('Enter')
  await expect(page.getByRole('article')).toContainText('Ferries?')
  await expect(page.getByRole('link', { name: 'Contact Forms 1 unread' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(page.getByRole('link', { name: 'Contact Forms 2 unread' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByRole('article')).toContainText(/Answered .* at \d\d:\d\d/)
  await expect(page.getByRole('link', { name: 'Contact Forms 1 unread' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  await page.getByRole('link', { name: /Bell/ }).click()
  await page.getByRole('button', { name: 'Put aside' }).click()
  await expect(page.getByText('1 submission, none to answer')).toBeVisible()
  await page.getByRole('radio', { name: 'Put aside' }).check()
  await expectNoFaults(page, 'forms put aside')
  await page.getByRole('button', { name: 'Take back into the list' }).press('Enter')
  await page.getByRole('radio', { name: 'To answer 1' }).check()
  await expect(page).toHaveURL(/show=to-answer/)
  await expect(page.getByText('1 submission to answer')).toBeVisible()
  await page.getByRole('radio', { name: 'All' }).check()
  await page.getByRole('link', { name: /Elisabeth Vance/ }).click()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    /^mailto:elisabeth@example\.com\?subject=/,
  )
  await expectNoFaults(page, 'forms')

  errors.allow(/status of 403/)
  backdateSignIns(server)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(owner.email)
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
  const file = await saveDownload(page, () =>
    dialog.getByRole('button', { name: 'Sign in', exact: true }).click(),
  )
  expect(file.name).toBe('contact-submissions.csv')
  expect(parseCsv(file.text)).toHaveLength(3)
  expect(file.text).toContain("\n'=1+1")

  await page.getByRole('button', { name: 'Test Email' }).click()
  const sent = page.getByRole('status').filter({ hasText: 'Test email sent successfully!' })
  await expect(sent).toContainText('saved as a file at')

  await page.getByRole('link', { name: 'Enquiries' }).click()
  await expect(page.getByText('No submissions found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await page.getByRole('link', { name: 'Newsletter' }).click()
  await page.getByRole('radio', { name: 'Not confirmed' }).check()
  const reader = page.getByRole('row', { name: /elisabeth@example\.com/ })
  await expect(reader).toContainText('Send me the seasonal letter, four times a year.')
  await expectNoFaults(page, 'newsletter')
  await reader.getByRole('button', { name: /Unsubscribe/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('radio', { name: 'Left' }).check()
  await expect(reader).toContainText('Left ')

  for (let number = 1; number <= 12; number += 1)
    await postForm(
      server.url,
      buildContactFields({ first_name: 'Reader', last_name: `${number}.` }),
    )
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto('/admin/forms/contact')
  // The cached list is shown first, and is too short to scroll.
  await expect(page.getByText(/^14 submissions, /)).toBeVisible()
  const far = page.getByRole('link', { name: /Elisabeth Vance/ })
  await far.scrollIntoViewIfNeeded()
  const down = await page.evaluate(() => scrollY)
  expect(down).toBeGreaterThan(100)
  await far.click()
  await expect(page.getByRole('heading', { name: 'Elisabeth Vance' })).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(down)

  errors.allow(/status of 500/)
  for (const name of ['sync-pull', 'export-forms', 'send-notification'])
    await page.route(new RegExp(`/functions/${name}`), (route) =>
      route.fulfill({ status: 500, json: { code: 'failed', error: 'x' } }),
    )
  await page.goto('/admin/forms/contact')
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
  await expect(alert('Failed to load form submissions')).toBeVisible()
  await expect(page.getByText('Elisabeth Vance')).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(alert('Failed to export form data')).toBeVisible()
  await page.getByRole('button', { name: 'Test Email' }).click()
  await expect(alert('Failed to send test email')).toBeVisible()
})
