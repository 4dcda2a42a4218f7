import fs from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { expectNoFaults, threeWidths } from '#tests/support/browser/axe.ts'
import { expect, owner, signInAsOwner, test, withOwnServer } from '#tests/support/browser/owner.ts'
import { backdateSignIns, saveDownload } from '#tests/support/desk/owner-requests.ts'
import { buildJourney, storeJourney } from '#tests/support/journeys/sample-journeys.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

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
    'Location (optional)': 'Oslo',
    'Email (optional)': 'Somebody@example.com',
    'Phone (optional)': '+47 41209877',
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

/** Adds a file to the ferry of a journey, as the owner does. */
async function addToFerry(page: Page, journeyId: string, name: string, buffer: Buffer) {
  await page.goto(`/admin/journeys/${journeyId}`)
  await page.getByRole('link', { name: 'Ferry to Reine' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a file' }).click()
  await (await chooser).setFiles([{ name, mimeType: 'application/pdf', buffer }])
  await expect(page.getByRole('button', { name: `Open ${name}` })).not.toContainText('not sent yet')
}

test('The documents of a person’s journeys are saved as one file by keyboard, those of journeys with others only if chosen', async ({
  page,
  context,
  server,
}) => {
  const iphone = await HeadlessDevice.create(server, 'iPhone')
  await iphone.pull()
  await iphone.edit({
    elisabeth: { name: 'Elisabeth Vance', location: 'New York', email: 'elisabeth@example.com' },
    thomas: { name: 'Thomas Reed', location: 'New York', email: 'thomas@example.com' },
  })
  const ferry = { kind: 'ferry' as const, title: 'Ferry to Reine', begins: '15:00' }
  const [own, shared] = [['elisabeth'], ['elisabeth', 'thomas']].map((clients, index) =>
    buildJourney(index === 0 ? 'Lofoten, by sea' : 'Iceland', [[ferry]], {
      ...{ id: `J${String(index).padStart(19, '0')}`, clients },
    }),
  ) as [ReturnType<typeof buildJourney>, ReturnType<typeof buildJourney>]
  for (const journey of [own, shared]) await storeJourney(iphone, journey)
  const [tickets, passport] = ['a', 'b'].map((letter) =>
    Buffer.from(`%PDF-1.7 ${letter.repeat(300_000)}`),
  ) as [Buffer, Buffer]
  await signInAsOwner(context, server)
  await addToFerry(page, own.id, 'Tickets.pdf', tickets)
  await addToFerry(page, shared.id, 'Passport.pdf', passport)

  await page.goto('/admin/settings/privacy')
  await page.getByLabel('Email address').fill('elisabeth@example.com')
  await page.getByRole('button', { name: 'Find' }).press('Enter')
  const part = page.getByRole('region', { name: 'Documents of their journeys' })
  await expect(part.getByRole('checkbox', { name: 'Tickets.pdf' })).toBeChecked()
  const other = part.getByRole('checkbox', {
    name: 'Passport.pdf Iceland, 293 KB Others travel too',
  })
  await expect(other).not.toBeChecked()
  // Scroll up, so that the bar at the top covers no control.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoFaults(page, 'documents to save', threeWidths)

  const save = part.getByRole('button', { name: /^Save/ })
  await expect(save).toHaveText('Save 1 document (293 KB)')
  await other.press('Space')
  await expect(save).toHaveText('Save 2 documents (586 KB)')
  const [download] = await Promise.all([page.waitForEvent('download'), save.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^documents-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(await fs.readFile(await download.path()))
  expect(Object.keys(files)).toEqual(['Lofoten, by sea/Tickets.pdf', 'Iceland/Passport.pdf'])
  for (const [index, content] of [tickets, passport].entries())
    expect(Buffer.from(Object.values(files)[index] ?? []).equals(content)).toBe(true)
  await expect(save).toBeFocused()
})
