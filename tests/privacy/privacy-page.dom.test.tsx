import 'fake-indexeddb/auto'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { SalesPage } from '#client/desk/sales/sales-page.tsx'
import { PrivacyPage } from '#client/desk/settings/privacy/privacy-page.tsx'
import { noConsents } from '#shared/privacy/consents.ts'
import { type Answers, answerWith } from '#tests/support/answers.ts'
import { giveDialogs } from '#tests/support/dialogs.ts'
import { eachOnOwnersDevice } from '#tests/support/owners-store.ts'

const broken = (): [number, unknown] => [500, { code: 'failed', error: 'No' }]

/** The data held about a person who wrote once. */
const holdings = {
  email: 'ase@example.com',
  bookings: 0,
  submissions: 1,
  mails: 0,
  newsletterConsents: 0,
  accounts: 0,
  clients: 0,
  clientIds: [],
  receipts: 0,
  since: {},
  kept: [],
  obstacle: null,
}

eachOnOwnersDevice()

beforeEach(giveDialogs)

function open(Page: typeof PrivacyPage | typeof SalesPage, answers: Answers) {
  const asked = answerWith(answers)
  render(
    <MemoryRouter>
      <Page SignIn={() => null} />
    </MemoryRouter>,
  )
  return asked
}

it('what the desk cannot load of privacy is said in its own words, each in its box', async () => {
  open(PrivacyPage, { 'gdpr-consents': broken, 'gdpr-audit': broken })
  expect(await screen.findByText('Failed to load consent settings')).toBeTruthy()
  expect(await screen.findByText('Failed to load audit logs')).toBeTruthy()
})

it('a consent that cannot be changed goes back, and an export that fails says so', async () => {
  const asked = open(PrivacyPage, {
    'gdpr-consents': ({ method }) => (method === 'GET' ? [200, noConsents] : broken()),
    'gdpr-audit': () => [200, []],
    'gdpr-export': broken,
  })
  expect(await screen.findByText('No audit logs available')).toBeTruthy()
  fireEvent.click(await screen.findByRole('switch', { name: 'Marketing' }))
  expect(await screen.findByText('Failed to update consent settings')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Marketing' }).checked).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Export as JSON' }))
  expect(await screen.findByText('Failed to export data')).toBeTruthy()
  expect(asked.filter(({ name }) => name === 'gdpr-export')).toHaveLength(1)
})

it('an export about a person that fails says so beside what was found', async () => {
  open(PrivacyPage, {
    'gdpr-consents': () => [200, noConsents],
    'gdpr-audit': () => [200, []],
    'find-person': () => [200, holdings],
    'export-person': broken,
  })
  const email = await screen.findByLabelText('Email address')
  fireEvent.change(email, { target: { value: 'ase@example.com' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  const heading = await screen.findByText(/held about ase@example.com/)
  const box = heading.closest('section') ?? document.body
  fireEvent.click(within(box).getByRole('button', { name: 'Export as JSON' }))
  expect(await within(box).findByText('Failed to export data')).toBeTruthy()
})

it('sales that cannot be loaded are told in their own words', async () => {
  open(SalesPage, { 'get-sale-changes': broken })
  expect(await screen.findByText('Failed to load sales data')).toBeTruthy()
})
