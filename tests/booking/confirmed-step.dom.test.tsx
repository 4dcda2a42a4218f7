import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { ConfirmedStep } from '#client/booking/confirmed-step.tsx'
import { createEmptyDraft, type Flow, type SubmittedBooking } from '#client/booking/flow.ts'
import { SavedStep } from '#client/booking/saved-step.tsx'
import { toReference } from '#shared/booking/booking-id.ts'
import { getService } from '#shared/content/services.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { getPortrait } from '#shared/site/portrait.ts'

const ID = 'aBcDeFgHiJkLmNoPqRsTuV'
const NOW = Date.parse('2026-11-24T09:00:00Z')

const submitted: SubmittedBooking = {
  bookingId: ID,
  status: 'confirmed',
  start: NOW + 7 * 86_400_000,
  end: NOW + 7 * 86_400_000 + 1_800_000,
  holdExpiresAt: null,
  manageUrl: `/booking/manage?id=${ID}`,
  fields: {
    service_type: 'initial_consultation',
    first_name: 'Elisabeth',
    email: 'elisabeth@example.com',
    timezone: 'Europe/Oslo',
  },
  blocksSlot: true,
  serviceTitle: 'Initial Consultation',
  price: { amount: 0, currency: 'nok', vat: null },
  isEarlierVersion: false,
}

const flow: Flow = {
  service: getService('initial-consultation'),
  version: 0,
  topic: undefined,
  draft: createEmptyDraft(() => '00000000-0000-4000-8000-000000000001'),
  change: () => {},
  zone: 'Europe/Oslo',
  online: true,
  isUnreachable: false,
  config: {
    payments: 'off',
    sendsMail: true,
    locationKinds: {
      'initial-consultation': 'link',
      'bespoke-planning': 'link',
      'business-consultancy': 'link',
    },
  },
  goToStep: () => {},
  getStepPath: () => '/',
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
})

function renderStep(over: Partial<SubmittedBooking> = {}, flowOver: Partial<Flow> = {}) {
  render(
    <MemoryRouter>
      <ConfirmedStep flow={{ ...flow, ...flowOver }} submittedBooking={{ ...submitted, ...over }} />
    </MemoryRouter>,
  )
}

const alternativeLinks = () => screen.queryAllByRole('link', { name: 'Request alternative time' })
const manageLinks = () =>
  screen.queryAllByRole('link', { name: 'See, move or cancel this booking' })

test.each([
  ['confirmed', `/booking/manage?id=${ID}`],
  ['confirmed', null],
  ['requested', `/booking/manage?id=${ID}`],
  ['requested', null],
] as const)(
  'A %s booking with the link %s offers another time once, and its own page if the link is known',
  (status, manageUrl) => {
    renderStep({ status, manageUrl })
    expect(alternativeLinks()).toHaveLength(1)
    expect(manageLinks()).toHaveLength(manageUrl ? 1 : 0)
  },
)

test('A confirmed booking names its journey, its reference and what happens next', () => {
  renderStep({}, { topic: 'Lofoten, by sea' })
  expect(screen.getByText('Lofoten, by sea')).toBeVisible()
  expect(screen.getByText(toReference(ID))).toBeVisible()
  expect(screen.getByText('A reminder comes by email.')).toBeVisible()
  expect(screen.getByText(/^A confirmation email is on its way to elisabeth@/)).toBeVisible()
})

const { config: withMail } = flow
const withoutMail = withMail && { ...withMail, sendsMail: false }

test.each([
  ['confirmed', {}],
  ['requested', {}],
  ['requested', { blocksSlot: false }],
] as const)('A site that sends no mail promises none for a %s booking %j', (status, over) => {
  for (const config of [undefined, withoutMail]) {
    renderStep({ ...over, status }, { config })
    expect(document.body).not.toHaveTextContent(/e.?mail/i)
    cleanup()
  }
})

test('A confirmed booking shows the owner’s face and name; a request does not', () => {
  renderStep()
  expect(screen.getByRole('img', { name: getPortrait().description })).toBeVisible()
  expect(screen.getByText(getBusiness().founder ?? '')).toBeVisible()
  cleanup()
  renderStep({ status: 'requested' })
  expect(screen.queryByRole('img', { name: getPortrait().description })).toBeNull()
})

test('A request that is not held says where the answer is found', () => {
  renderStep({ status: 'requested', blocksSlot: false })
  expect(screen.getByText(/Until I answer by email, others may still book/)).toBeVisible()
  cleanup()
  renderStep({ status: 'requested', blocksSlot: false }, { config: withoutMail })
  expect(screen.getByText(/Until I answer on the page of this booking, others/)).toBeVisible()
})

test('A saved request promises a confirmation by email only where the site sends any', () => {
  const saved = { key: 'k', savedAt: NOW, start: submitted.start, fields: submitted.fields }
  const show = (config: Flow['config']) =>
    render(
      <MemoryRouter>
        <SavedStep flow={{ ...flow, config }} saved={saved} />
      </MemoryRouter>,
    )
  show(withMail)
  expect(screen.getByText(/I then confirm by email\.$/)).toBeVisible()
  for (const config of [undefined, withoutMail]) {
    cleanup()
    show(config)
    expect(screen.getByText(/Nothing is booked until it reaches me/)).toBeVisible()
    expect(document.body).not.toHaveTextContent(/e.?mail/i)
  }
})
