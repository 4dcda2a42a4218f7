import 'fake-indexeddb/auto'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { PrivacyPart } from '#client/data/edits/personal-data.ts'
import { SalesPage } from '#client/desk/sales/sales-page.tsx'
import { PrivacyPage } from '#client/desk/settings/privacy/privacy-page.tsx'
import { noConsents } from '#shared/privacy/consents.ts'
import { type StubAnswers, stubServer } from '#tests/support/components/stub-server.ts'
import { fillField, user } from '#tests/support/components/user.ts'
import { setUpOwnerDevice } from '#tests/support/data/owner-store.ts'

vi.mock('#client/desk/settings/privacy/person-documents.tsx', () => {
  throw new Error('The connection was lost')
})

const answerBroken = (): [number, unknown] => [500, { code: 'failed', error: 'No' }]

/** The data stored about a person who wrote once. */
const summary = {
  email: 'ase@example.com',
  bookings: 0,
  submissions: 1,
  mails: 0,
  newsletterConsents: 0,
  accounts: 0,
  clients: 0,
  clientIds: [],
  journeys: 0,
  sharedJourneys: [],
  receipts: 0,
  oldestAt: {},
  retained: [],
  obstacle: null,
}

setUpOwnerDevice()

function openPage(Page: typeof PrivacyPage | typeof SalesPage, answers: StubAnswers) {
  const requests = stubServer(answers)
  render(
    <MemoryRouter>
      <Page SignIn={() => null} />
    </MemoryRouter>,
  )
  return requests
}

it('Each part of the privacy page that cannot be loaded shows its own error message', async () => {
  openPage(PrivacyPage, { 'gdpr-consents': answerBroken, 'gdpr-audit': answerBroken })
  expect(await screen.findByText('Failed to load consent settings')).toBeVisible()
  expect(await screen.findByText('Failed to load audit logs')).toBeVisible()
})

it('A consent that cannot be changed switches back, and an export that fails shows an error', async () => {
  const requests = openPage(PrivacyPage, {
    'gdpr-consents': ({ method }) => (method === 'GET' ? [200, noConsents] : answerBroken()),
    'gdpr-audit': () => [200, []],
    'gdpr-export': answerBroken,
  })
  expect(await screen.findByText('No audit logs available')).toBeVisible()
  await user.click(await screen.findByRole('switch', { name: 'Marketing' }))
  expect(await screen.findByText('Failed to update consent settings')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Marketing' })).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Export as JSON' }))
  expect(await screen.findByText('Failed to export data')).toBeVisible()
  expect(requests.filter(({ name }) => name === 'gdpr-export')).toHaveLength(1)
})

it('An export about a person that fails shows an error beside the search result', async () => {
  openPage(PrivacyPage, {
    'gdpr-consents': () => [200, noConsents],
    'gdpr-audit': () => [200, []],
    'find-person': () => [200, summary],
    'export-person': answerBroken,
  })
  const email = await screen.findByLabelText('Email address')
  await fillField(email, 'ase@example.com')
  await user.click(screen.getByRole('button', { name: 'Find' }))
  const heading = await screen.findByText(/stored about ase@example.com/)
  const box = heading.closest('section') ?? document.body
  await user.click(within(box).getByRole('button', { name: 'Export as JSON' }))
  expect(await within(box).findByText('Failed to export data')).toBeVisible()
})

it('A part of the page that cannot be loaded says so, and the others can be used', async () => {
  openPage(PrivacyPage, {
    'gdpr-consents': () => [200, noConsents],
    'gdpr-audit': () => [200, []],
    'find-person': () => [200, { ...summary, clients: 1, clientIds: ['c1'] }],
  })
  const email = await screen.findByLabelText('Email address')
  await fillField(email, 'ase@example.com')
  await user.click(screen.getByRole('button', { name: 'Find' }))
  expect(await screen.findByText(/documents of their journeys did not load/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Erase 2 items' })).toBeVisible()
})

it('An erasure on a device with an unreadable client list says so, and still names the kept receipts and the journeys that stay', async () => {
  const receipt = { receipt: '2026-0001', issuedAt: '2026-03-03T00:00:00Z', until: '2032-01-01' }
  const sharedJourneys = [
    { id: 'lofoten', title: 'Lofoten in June', createdAt: '2026-05-12T10:00:00Z' },
  ]
  const found = { ...summary, receipts: 1, retained: [receipt], sharedJourneys }
  openPage(PrivacyPage, {
    'gdpr-consents': () => [200, noConsents],
    'gdpr-audit': () => [200, []],
    'find-person': () => [200, found],
    'erase-person': () => [200, found],
  })
  vi.spyOn(PrivacyPart.prototype, 'erase').mockRejectedValue(new Error('unreadable'))
  const email = await screen.findByLabelText('Email address')
  await fillField(email, 'ase@example.com')
  await user.click(screen.getByRole('button', { name: 'Find' }))
  const confirmation = await screen.findByLabelText('Type the email address to confirm')
  await fillField(confirmation, 'ase@example.com')
  await user.click(screen.getByRole('button', { name: /^Erase/ }))
  const banner = (await screen.findByText('ase@example.com is erased')).parentElement
  expect(banner).toHaveTextContent('The client list on this device cannot be read.')
  expect(banner).toHaveTextContent('1 receipt is kept')
  expect(banner).toHaveTextContent('The journey “Lofoten in June” stays')
})

it('Sales that cannot be loaded show their own error message', async () => {
  openPage(SalesPage, { 'sync-pull': answerBroken })
  expect(await screen.findByText('Failed to load sales data')).toBeVisible()
})
